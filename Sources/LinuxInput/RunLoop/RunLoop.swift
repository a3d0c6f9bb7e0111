internal import CEvdev
internal import Dispatch
public import Dispatcher
internal import Glibc

/// One epoll on the main thread that everything waits on: devices, sockets, signals, processes, the nearest
/// deadline and Dispatch's main queue.
///
/// Ours and not a `DispatchSource` for each, for two reasons. A source costs two thread switches a wake:
/// 36–43 µs of CPU where this loop takes 4–6. And Dispatch crashes when a descriptor that it reads hangs up,
/// which is what every unplugged device does (swift-corelibs-libdispatch#949). CoreFoundation's run loop is
/// built in the same way.
///
/// So `DispatchQueue.main`, Dispatch's timers and tasks on the main actor all run here, between the handlers;
/// and in every handler `dispatchPrecondition(condition: .onQueue(.main))` holds. Nothing called here may
/// block.
///
/// In one wake, descriptors come first, then the deadline, then the main queue: a finger that was lifted in
/// time counts before the long press that waited for it. Not thread-safe; from elsewhere, post to the main
/// queue.
public final class RunLoop {
  /// Called with what epoll says of the descriptor.
  public typealias Handler = (Readiness) -> Void

  /// A descriptor under watch; ask ``RunLoop/cancel(_:)`` to end it.
  public struct Watch: Hashable, Sendable {
    /// The token that the kernel hands back: the watch's index in the table, and the number of its predecessors there.
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    init(place: Int, round: UInt32) {
      rawValue = UInt64(truncatingIfNeeded: place) << 32 | UInt64(round)
    }

    var place: Int { Int(rawValue >> 32) }
    var round: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
  }

  /// The most events taken from the kernel in one wake; what is left over comes with the next.
  private static let eventLimit = 32
  /// The most of this loop.
  private let mostEvents: Int
  /// The loop on which this one takes its turns, and the watch there; `nil` for one that waits by itself.
  private var outer: (loop: RunLoop, watch: Watch)?

  /// Called on the main thread once the deadline has passed; it has been taken away then.
  public var onDeadline: () -> Void = {}

  /// Called on the main thread before Dispatch's main queue is served, and after it: what a program runs there may set
  /// another deadline.
  public var willServeMainQueue: () -> Void = {}
  /// Called on the main thread after Dispatch's main queue was served.
  public var didServeMainQueue: () -> Void = {}

  private var watches: WatchSet
  private var timer: DeadlineTimer
  private var timerIsReady = false
  private var mainQueueIsReady = false
  private var isStopped = false

  /// A loop that has nothing to wait for yet.
  ///
  /// - Parameter servesMainQueue: `false` makes a loop for any thread, without Dispatch's main queue.
  /// - Throws: ``SystemError``, `EMFILE` if the process has no descriptor left.
  public init(servesMainQueue: Bool = true) throws(SystemError) {
    mostEvents = Self.eventLimit
    watches = try WatchSet()
    timer = try DeadlineTimer()
    _ = try watch(timer.fileDescriptor) { [unowned self] _ in timerIsReady = true }
    guard servesMainQueue else { return }
    dispatchPrecondition(condition: .onQueue(.main))
    _ = try watch(MainQueue.fileDescriptor) { [unowned self] _ in mainQueueIsReady = true }
  }

  /// A loop within another one, of which it is one descriptor: in a wake of that loop, it calls one handler. However
  /// many of its descriptors are ready, they delay those of the outer loop by one handler, and take turns.
  ///
  /// - Throws: ``SystemError``, `EMFILE` if the process has no descriptor left.
  public init(within loop: RunLoop) throws(SystemError) {
    mostEvents = 1
    watches = try WatchSet()
    timer = try DeadlineTimer()
    let watch = try loop.watch(watches.fileDescriptor) { [unowned self] _ in
      // It has no reason to fail.
      _ = try? runOnce(timeout: Interval(microseconds: 0))
    }
    outer = (loop, watch)
  }

  deinit { if let outer { outer.loop.cancel(outer.watch) } }

  /// Waits and serves until ``stop()``.
  ///
  /// - Throws: ``SystemError`` if epoll fails; it has no reason to.
  public func run() throws(SystemError) {
    while !isStopped { try runOnce() }
    isStopped = false
  }

  /// Has ``run()`` return after the current wake, or at once when it is called next.
  public func stop() { isStopped = true }

  /// Waits once and serves what came.
  ///
  /// - Parameter timeout: the longest wait, rounded up to a millisecond; `nil` waits for ever, and less than 0 not at
  ///   all, as where a time has passed meanwhile.
  /// - Returns: whether anything came.
  /// - Throws: ``SystemError`` if epoll fails; it has no reason to.
  @discardableResult public func runOnce(timeout: Interval? = nil) throws(SystemError) -> Bool {
    let milliseconds = timeout.map { Int32(clamping: (UInt64(clamping: $0.microseconds) + 999) / 1000) } ?? -1
    let result = withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.eventLimit) { events in
      let room = UnsafeMutableBufferPointer(rebasing: events.prefix(mostEvents))
      let count = watches.wait(room, milliseconds: milliseconds)
      if count > 0 { serve(events.prefix(Int(count))) }
      return count
    }
    // A signal that is handled elsewhere: an empty wake.
    if result != -EINTR { try check(result, "epoll_wait", on: "the run loop") }
    return result > 0
  }

  private func serve(_ events: Slice<UnsafeMutableBufferPointer<epoll_event>>) {
    for event in events {
      // Looked up now, not before: an earlier handler of this wake may have cancelled it.
      watches.handler(of: Watch(rawValue: event.data.u64))?(Readiness(rawValue: event.events))
    }
    if take(&timerIsReady), timer.takeExpiry() { onDeadline() }
    if take(&mainQueueIsReady) { serveMainQueue() }
  }

  @inline(never)
  private func serveMainQueue() {
    willServeMainQueue()
    MainQueue.drain()
    didServeMainQueue()
  }

  private func take(_ flag: inout Bool) -> Bool {
    defer { flag = false }
    return flag
  }

  // MARK: - What it waits for

  /// Calls the handler whenever the descriptor is ready, until it is cancelled; also, unasked, on
  /// ``Readiness/hangup`` and ``Readiness/error``, and again and again until it is cancelled then.
  ///
  /// Cancel before closing the descriptor.
  ///
  /// - Throws: ``SystemError``, `EEXIST` if the descriptor is under watch already, `EPERM` for a plain file.
  public func watch(
    _ descriptor: Int32, for readiness: Readiness = .readable, _ handler: @escaping Handler
  ) throws(SystemError) -> Watch {
    try watches.insert(descriptor, readiness, handler)
  }

  /// Waits for something else on the descriptor from now on.
  ///
  /// - Throws: ``SystemError``, `ENOENT` or `EBADF` if the descriptor was closed. Nothing happens if the
  ///   watch was cancelled.
  public func update(_ watch: Watch, for readiness: Readiness) throws(SystemError) {
    try watches.update(watch, readiness)
  }

  /// Ends the watch: its handler is not called any more, not even for what this wake has already brought.
  public func cancel(_ watch: Watch) { watches.remove(watch) }

  /// Sets the next time at which ``onDeadline`` is due, a time of ``MonotonicClock``; in the past means in the next
  /// wake, `nil` never. Cheap if it is the one already set.
  ///
  /// - Throws: ``SystemError`` if the kernel refuses; it has no reason to.
  public func setDeadline(_ deadline: Timestamp?) throws(SystemError) { try timer.set(deadline) }

  /// Has signals call a handler in the loop, instead of interrupting whatever runs.
  ///
  /// The signals stay blocked in this thread and those it starts from now on: call this before any thread is
  /// started, or the kernel delivers them there. Child processes inherit the mask; `posix_spawn` can give
  /// them an empty one.
  ///
  /// - Parameters:
  ///   - signals: numbers, `SIGTERM`.
  ///   - handler: called with the number of each signal received; those of one number may merge, as signals
  ///     do.
  /// - Throws: ``SystemError``, `EINVAL` for what is no signal.
  public func watchSignals(
    _ signals: [Int32], _ handler: @escaping (Int32) -> Void
  ) throws(SystemError) -> Watch {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals {
      try systemCall("sigaddset", on: "signal \(signal)") { sigaddset(&set, signal) }
    }
    let code = pthread_sigmask(SIG_BLOCK, &set, nil)
    guard code == 0 else { throw SystemError(call: "pthread_sigmask", on: "signals", code: code) }
    let source = OwnedDescriptor(
      adopting: try systemCall("signalfd", on: "signals") {
        signalfd(-1, &set, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC))
      })
    return try watch(source.rawValue) { _ in
      var (received, info) = ([Int32](), signalfd_siginfo())
      // At most sixteen; more make the descriptor readable again.
      while received.count < 16, read(source.rawValue, &info, MemoryLayout<signalfd_siginfo>.size) > 0 {
        received.append(Int32(bitPattern: info.ssi_signo))
      }
      received.forEach(handler)
    }
  }

  /// Has signals interrupt the program again, as they would without ``watchSignals(_:_:)``: for what it still does when
  /// nothing is served any more. Signals that came before are dropped: timeout(1), for one, sends
  /// a signal to the process and to its group.
  public static func releaseSignals(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    var now = timespec()
    while sigtimedwait(&set, nil, &now) > 0 {}
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}

/// Dispatch's main queue as a run loop sees it, through the two functions that CoreFoundation's uses.
enum MainQueue {
  /// An eventfd, readable while blocks wait; Dispatch owns it. Asking for it gives the queue to this thread.
  static var fileDescriptor: Int32 { _dispatch_get_main_queue_handle_4CF() }

  /// Runs the blocks that wait now; what they add makes the descriptor readable again.
  static func drain() {
    var wakes: UInt64 = 0
    _ = read(fileDescriptor, &wakes, 8)
    _dispatch_main_queue_callback_4CF(nil)
  }
}

/// Events of a descriptor that epoll reports, or is asked for.
public struct Readiness: OptionSet, Hashable, Sendable {
  /// The kernel's EPOLL… bits.
  public let rawValue: UInt32

  /// Events by the kernel's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// There is something to read, an end of file included.
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// There is room to write.
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// The other side is gone: a device was unplugged, a peer closed. Told without being asked for.
  public static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)
  /// An error is pending. Told without being asked for.
  public static let error = Readiness(rawValue: EPOLLERR.rawValue)
}

/// An epoll instance (epoll_create1, epoll_ctl, epoll_wait) and the handlers of what it waits for.
///
/// The kernel hands back with each event which watch it is for. The number of a descriptor would not do: closed and
/// opened again within one wake, it would bring the old one's events to the new one's handler. So a watch is a place
/// in a table, and how many watches had that place before.
struct WatchSet: ~Copyable {
  private struct Entry {
    var watch: RunLoop.Watch
    var descriptor: Int32 = -1
    /// `nil` while the place is free.
    var handler: RunLoop.Handler?
  }

  private let epoll: OwnedDescriptor
  private var entries: ContiguousArray<Entry>

  // Swift 6.2 takes no default beside a property where the initializer throws.
  init() throws(SystemError) {
    epoll = OwnedDescriptor(
      adopting: try systemCall("epoll_create1", on: "the run loop") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    entries = []
  }

  /// Readable while one of the descriptors is ready.
  var fileDescriptor: Int32 { epoll.rawValue }

  /// O(watches), as is ending one.
  mutating func insert(
    _ descriptor: Int32, _ readiness: Readiness, _ handler: @escaping RunLoop.Handler
  ) throws(SystemError) -> RunLoop.Watch {
    let place = entries.firstIndex { $0.handler == nil } ?? entries.count
    let watch = place < entries.count ? entries[place].watch : RunLoop.Watch(place: place, round: 0)
    try control(EPOLL_CTL_ADD, descriptor, readiness, watch)
    // The kernel took this number, so an earlier descriptor of that number was closed before its watch was ended.
    for index in entries.indices where entries[index].descriptor == descriptor { release(index) }
    let entry = Entry(watch: watch, descriptor: descriptor, handler: handler)
    if place < entries.count { entries[place] = entry } else { entries.append(entry) }
    return watch
  }

  func update(_ watch: RunLoop.Watch, _ readiness: Readiness) throws(SystemError) {
    guard isCurrent(watch) else { return }
    try control(EPOLL_CTL_MOD, entries[watch.place].descriptor, readiness, watch)
  }

  mutating func remove(_ watch: RunLoop.Watch) {
    guard isCurrent(watch) else { return }
    epoll_ctl(epoll.rawValue, EPOLL_CTL_DEL, entries[watch.place].descriptor, nil)
    release(watch.place)
  }

  func handler(of watch: RunLoop.Watch) -> RunLoop.Handler? {
    isCurrent(watch) ? entries[watch.place].handler : nil
  }

  private func isCurrent(_ watch: RunLoop.Watch) -> Bool {
    watch.place < entries.count && entries[watch.place].watch == watch
  }

  /// Frees a place for the next watch, which has another number.
  private mutating func release(_ place: Int) {
    let watch = entries[place].watch
    entries[place] = Entry(watch: RunLoop.Watch(place: place, round: watch.round &+ 1))
  }

  /// Waits for as many events as there is room for; answers with their number, or −errno.
  func wait(_ events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: Int32) -> Int32 {
    // Not nullable from glibc 2.41 on.
    guard let start = events.baseAddress else { return -EFAULT }
    let count = epoll_wait(epoll.rawValue, start, Int32(events.count), milliseconds)
    return count < 0 ? -errno : count
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ readiness: Readiness, _ watch: RunLoop.Watch
  ) throws(SystemError) {
    var event = epoll_event(events: readiness.rawValue, data: epoll_data_t(u64: watch.rawValue))
    _ = try systemCall("epoll_ctl", on: "descriptor \(descriptor)") {
      epoll_ctl(epoll.rawValue, operation, descriptor, &event)
    }
  }
}
