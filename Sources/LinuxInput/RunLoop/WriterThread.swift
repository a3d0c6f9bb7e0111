internal import CEvdev
public import Dispatcher
internal import Glibc
internal import Synchronization

/// A thread for calls that may wait for a reader, a terminal or a disk, in the order in which they were handed over.
///
/// Nothing else protects a run loop from them. A descriptor that was inherited belongs to others as well, and
/// `O_NONBLOCK` would be theirs, too; `poll` says that a file can be written also where the disk or the server behind
/// it does not answer. So the loop hands its writes over, and never makes one.
///
/// What waits is bounded: what does not fit is refused at once. The lock that the two threads share is held while a
/// list changes hands, and never while something is written. The thread ends when the object goes and all has been
/// done; a program that exits before ends it in the middle of its call.
public final class WriterThread: Sendable {
  private let shared: Shared
  private let limit: Int

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - limit: how many bytes may wait, those that are being written included.
  ///   - whenIdle: called on the thread whenever all has been done.
  /// - Throws: ``SystemError``: `EAGAIN` if there may be no more threads, `EMFILE` no more descriptors.
  public init(limit: Int, whenIdle: @escaping @Sendable () -> Void = {}) throws(SystemError) {
    let shared = try Shared()
    (self.shared, self.limit) = (shared, limit)
    try startThread { shared.serve(whenIdle) }
  }

  deinit {
    shared.queue.withLock { $0.hasEnded = true }
    shared.news.signal()
  }

  /// Hands something over, which never waits.
  ///
  /// - Parameter bytes: how much it writes.
  /// - Returns: whether there was room for it; if not, it will not be done.
  @discardableResult
  public func post(_ bytes: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = shared.queue.withLock { queue in
      guard queue.bytes + bytes <= limit else { return false }
      queue.waiting.append((bytes, work))
      queue.bytes += bytes
      queue.isIdle = false
      return true
    }
    if isTaken { shared.news.signal() }
    return isTaken
  }

  /// Count of completed work. While work waits and this stands still, the reader is gone, or the
  /// disk is stuck.
  public var doneCount: Int { shared.queue.withLock { $0.doneCount } }

  /// Waits until all has been done, at most so long.
  ///
  /// - Returns: whether it has been.
  @discardableResult
  public func drain(within limit: Interval) -> Bool {
    let deadline = MonotonicClock.now + limit
    while !shared.queue.withLock({ $0.isIdle }) {
      guard awaitReadiness(shared.rest.rawValue, .readable, until: deadline) else { return false }
      var count: eventfd_t = 0
      eventfd_read(shared.rest.rawValue, &count)
    }
    // For others that wait, too.
    shared.rest.signal()
    return true
  }

  private struct Queue: Sendable {
    var waiting: [(bytes: Int, body: @Sendable () -> Void)] = []
    var bytes = 0
    var doneCount = 0
    var isIdle = true
    var hasEnded = false
  }

  /// State of both threads.
  private final class Shared: Sendable {
    let queue = Mutex(Queue())
    /// The thread waits for the first; ``drain(within:)`` waits for the second.
    let news: OwnedDescriptor
    let rest: OwnedDescriptor

    init() throws(SystemError) {
      news = try .event(waits: true)
      rest = try .event(waits: false)
    }

    func serve(_ whenIdle: () -> Void) {
      while true {
        var count: eventfd_t = 0
        eventfd_read(news.rawValue, &count)
        while perform(whenIdle) {}
        if queue.withLock({ $0.hasEnded && $0.waiting.isEmpty }) { return }
      }
    }

    /// Does what waits; `false` once there is nothing more.
    private func perform(_ whenIdle: () -> Void) -> Bool {
      let works = queue.withLock { queue in
        defer { queue.waiting = [] }
        return queue.waiting
      }
      for work in works {
        work.body()
        queue.withLock { queue in
          queue.bytes -= work.bytes
          queue.doneCount += 1
        }
      }
      guard queue.withLock({ $0.waiting.isEmpty }) else { return true }
      if !works.isEmpty { whenIdle() }
      let isIdle = queue.withLock { queue in
        queue.isIdle = queue.waiting.isEmpty
        return queue.isIdle
      }
      if isIdle { rest.signal() }
      return !isIdle
    }
  }
}

extension OwnedDescriptor {
  /// An eventfd, by which one thread wakes another.
  ///
  /// - Parameter waits: whether reading it waits for news.
  package static func event(waits: Bool) throws(SystemError) -> OwnedDescriptor {
    let flags = Int32(EFD_CLOEXEC) | (waits ? 0 : Int32(EFD_NONBLOCK))
    return OwnedDescriptor(adopting: try systemCall("eventfd", on: "a thread") { eventfd(0, flags) })
  }

  /// Makes an eventfd readable; never waits.
  package func signal() { eventfd_write(rawValue, 1) }
}
