internal import Dispatcher
internal import Glibc
internal import Synchronization

/// A file that a thread of its own makes, writes and puts into its place: no disk, server or pipe holds up the
/// recorder.
///
/// Nothing is lost without a word: what cannot be written, or takes too long, ends it.
public final class RecordingWriter: Sendable {
  /// Bytes that may wait to be written: half a minute of ten fingers, which is longer than a healthy disk
  /// pauses.
  public static let waitingLimit = 16 << 20
  /// Time for which a file may stand still at the end: as long as a slow card takes to write its cache. (O)
  private static let patienceWithDisk = Interval.seconds(30)
  /// The same of a pipe or a terminal: a reader that is away now may never come. (O)
  private static let patienceWithReader = Interval.seconds(1)

  /// Readable once something was refused by the system, and ``failure`` says what.
  public var failureDescriptor: Int32 { failed.rawValue }
  /// The write that failed; nothing is written after it.
  public var failure: Failure? { state.withLock { $0.failure } }

  /// A call that failed, and what is left.
  public struct Failure: Equatable, Sendable {
    /// The call.
    public let error: SystemError
    /// Path of the part that was written before; `nil` if nothing was.
    public let kept: String?
  }

  private struct State {
    /// Whether it is no file, such as a pipe: then it is written where it is.
    var isDirect = false
    var failure: Failure?
    /// Reason for which it is not in its place.
    var ending: SystemError?
  }

  private let path: String
  private let thread: WriterThread
  private let failed: OwnedDescriptor
  private let state = Mutex(State())
  /// Only the thread takes this lock, and keeps it while it writes.
  private let file = Mutex<PendingFile?>(nil)

  /// Begins to make the file, as ``PendingFile`` has it.
  ///
  /// - Throws: ``SystemError``: `EAGAIN` if there may be no more threads, `EMFILE` no more descriptors.
  public init(replacing path: String, waitingLimit: Int = waitingLimit) throws(SystemError) {
    self.path = path
    failed = try .event(waits: false)
    thread = try WriterThread(limit: waitingLimit)
    thread.post(0) { self.create() }
  }

  /// Has a text written behind what was handed over before; never waits.
  ///
  /// - Returns: `false` if too much waits already. Then nothing of it will be written, and nothing should follow it.
  public func write(_ text: String) -> Bool {
    thread.post(text.utf8.count) { self.append(text) }
  }

  /// Waits until everything is written and in its place, for as long as it goes on.
  ///
  /// - Parameter whenSlow: called once, if it takes more than a moment.
  /// - Throws: ``SystemError``: of the calls that put it into its place, which is then as it was; `ETIMEDOUT` if
  ///   nothing went on for 30 seconds, or for one where it is no file that is written.
  public func finish(whenSlow: () -> Void = {}) throws(SystemError) {
    thread.post(0) { self.putInPlace() }
    var (isSlow, stands, doneCount) = (false, Interval(microseconds: 0), thread.doneCount)
    let step = Interval.milliseconds(500)
    while !thread.drain(within: step) {
      if !isSlow { whenSlow() }
      isSlow = true
      stands =
        doneCount == thread.doneCount ? Interval(microseconds: stands.microseconds + step.microseconds) : step
      doneCount = thread.doneCount
      let isDirect = state.withLock { $0.isDirect }
      guard stands < (isDirect ? Self.patienceWithReader : Self.patienceWithDisk) else {
        let remedy =
          isDirect
          ? "nothing reads it; begin to read before it is written" : "the disk or the server does not answer"
        throw SystemError(call: "write", on: path, code: ETIMEDOUT, remedy: remedy)
      }
    }
    if let failure = state.withLock({ $0.ending }) { throw failure }
  }

  // MARK: - On the thread

  private func create() {
    let isDirect = PendingFile.isDirect(path)
    state.withLock { $0.isDirect = isDirect }
    file.withLock { file in
      do throws(SystemError) {
        file = try PendingFile(replacing: path)
      } catch {
        fail(Failure(error: error, kept: nil))
      }
    }
  }

  private func append(_ text: String) {
    guard failure == nil else { return }
    file.withLock { file in
      guard let file else { return }
      do throws(SystemError) {
        try file.write(text)
      } catch {
        if file.length == 0 { file.discard() }
        fail(Failure(error: error, kept: file.length > 0 ? file.path : nil))
      }
    }
  }

  private func putInPlace() {
    guard failure == nil else { return }
    file.withLock { file in
      do throws(SystemError) {
        try file?.finish()
        file = nil
      } catch {
        state.withLock { $0.ending = error }
      }
    }
  }

  private func fail(_ failure: Failure) {
    state.withLock { $0.failure = failure }
    failed.signal()
  }
}
