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
    /// What the kernel hands back: where the watch stands in the table, and how many stood there before.
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
  @exclusivity(unchecked) public var onDeadline: () -> Void = {}

  /// Called on the main thread before Dispatch's main queue is served, and after it: what a program runs there may set
  /// another deadline.
  @exclusivity(unchecked) public var willServeMainQueue: () -> Void = {}
  /// Called on the main thread after Dispatch's main queue was served.
  @exclusivity(unchecked) public var didServeMainQueue: () -> Void = {}

  @exclusivity(unchecked) private var watches: WatchSet
  @exclusivity(unchecked) private var timer: DeadlineTimer
  @exclusivity(unchecked) private var timerIsReady = false
  @exclusivity(unchecked) private var mainQueueIsReady = false
  @exclusivity(unchecked) private var isStopped = false

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
  /// - Parameter timeout: the longest wait, rounded up to a millisecond; `nil` waits for ever.
  /// - Returns: whether anything came.
  /// - Throws: ``SystemError`` if epoll fails; it has no reason to.
  @discardableResult public func runOnce(timeout: Interval? = nil) throws(SystemError) -> Bool {
    let milliseconds = timeout.map { Int32(clamping: ($0.microseconds &+ 999) / 1000) } ?? -1
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
}

// MARK: - What it waits for

extension RunLoop {
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

  /// When ``onDeadline`` is due next; in the past means in the next wake, `nil` never.
  public var deadline: Timestamp? { timer.deadline }

  /// Sets the nearest deadline, a time of ``MonotonicClock``. Cheap if it is the one already set.
  ///
  /// - Throws: ``SystemError`` if the kernel refuses; it has no reason to.
  public func setDeadline(_ deadline: Timestamp?) throws(SystemError) { try timer.set(deadline) }
}
