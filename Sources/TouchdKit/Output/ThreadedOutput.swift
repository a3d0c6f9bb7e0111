import Dispatcher
import LinuxInput
import Synchronization

/// Lines for a descriptor whose reader may be slow, stopped or gone, from a run loop that must not wait for it.
///
/// A ``WriterThread`` writes them. What does not fit is lost, in whole lines, and counted.
final class ThreadedOutput: Sendable {
  /// Readable once a write has failed: nothing is written any more.
  var failureDescriptor: Int32 { sink.failed.rawValue }
  /// Why.
  var failure: SystemError? { sink.state.withLock { $0.failure } }

  private let sink: Sink
  private let thread: WriterThread
  private let whenLost: @Sendable (Int) -> String

  /// - Parameters:
  ///   - name: the descriptor's, for an error.
  ///   - limit: how many bytes may wait.
  ///   - whenLost: called with the number of lost lines, once there is room again or at the end; its result is written
  ///     in their place, if there is room.
  init(
    to descriptor: Int32, _ name: String, limit: Int, whenLost: @escaping @Sendable (Int) -> String
  ) throws(SystemError) {
    let sink = try Sink(descriptor, name, whenLost)
    (self.sink, self.whenLost) = (sink, whenLost)
    thread = try WriterThread(limit: limit) { sink.say(sink.takeLoss()) }
  }

  /// Hands over whole lines, each with its end; all of them are written, or none.
  func write(_ lines: String) {
    guard failure == nil else { return }
    // Those that were lost stood before these, and behind all that wait.
    let lost = sink.takeLoss()
    let count = lines.utf8.count { $0 == UInt8(ascii: "\n") }
    sink.state.withLock { $0.waiting += count }
    let isTaken = thread.post(lines.utf8.count) { [sink] in
      sink.say(lost)
      sink.write(lines)
      sink.state.withLock { $0.waiting -= count }
    }
    if !isTaken { sink.lose(lost, refused: count) }
  }

  /// Waits until everything is written, at most so long; what is left then is lost, too.
  func finish(within interval: Interval) {
    guard !thread.drain(within: interval), failure == nil else { return }
    _ = whenLost(sink.takeLoss() + sink.state.withLock { $0.waiting })
  }

  /// What the thread has: the descriptor, and what became of the writes.
  private final class Sink: Sendable {
    struct State {
      /// Lines that were handed over and are not written yet.
      var waiting = 0
      var lost = 0
      var failure: SystemError?
    }

    let state = Mutex(State())
    let failed: OwnedDescriptor
    private let descriptor: Int32
    private let name: String
    private let whenLost: @Sendable (Int) -> String

    init(
      _ descriptor: Int32, _ name: String, _ whenLost: @escaping @Sendable (Int) -> String
    ) throws(SystemError) {
      (self.descriptor, self.name, self.whenLost) = (descriptor, name, whenLost)
      failed = try .event(waits: false)
    }

    func lose(_ former: Int, refused: Int) {
      state.withLock { state in
        state.waiting -= refused
        state.lost += former + refused
      }
    }

    func takeLoss() -> Int {
      state.withLock { state in
        defer { state.lost = 0 }
        return state.lost
      }
    }

    func say(_ lost: Int) {
      if lost > 0 { write(whenLost(lost)) }
    }

    func write(_ text: String) {
      guard !text.isEmpty, state.withLock({ $0.failure == nil }) else { return }
      do {
        try writeAll(text, to: descriptor, name)
      } catch {
        state.withLock { $0.failure = error }
        failed.signal()
      }
    }
  }
}
