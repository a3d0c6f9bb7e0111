import Dispatcher
import LinuxInput

/// Reads files beside the run loop, one job at a time, and gives up on a job that hangs: a read from a network mount
/// that is dead may never end, and cannot be ended.
///
/// Not thread-safe: it belongs to the thread of its run loop.
final class FileReads {
  /// How long the files of a job may take. A card that is slow while it boots gives all layouts in one; and two jobs,
  /// the files and the copy of the last good ones, fit the time that the service manager gives a start (30 s). (O)
  static let patience = Interval.seconds(10)
  /// The most threads that are left to themselves; each holds the bytes that it has read. (O)
  static let limit = 4

  enum Outcome<Value> {
    case done(Value)
    /// It was given up, so long after it began to read.
    case hung(ReadingProgress, after: Interval)
    /// It was not begun, and why.
    case refused(String)
  }

  /// Told when a job that was given up has ended: what it hung on answers again. Its result is thrown away.
  @exclusivity(unchecked) var onReturn: () -> Void = {}
  /// How long the files of the jobs to come may take.
  var patience = FileReads.patience
  private let runLoop: RunLoop
  private var current: Job?
  private var timer: LoopTimer?
  /// How many jobs were begun.
  private var jobs = 0
  /// The jobs that were given up and have not ended, by their numbers, with the files that they hang on.
  private var abandoned: [Int: (work: AnyObject, file: String)] = [:]

  private struct Job {
    let number: Int
    let work: AnyObject
    let progress: ReadingProgress
    let giveUp: () -> Void
  }

  init(on runLoop: RunLoop) throws(SystemError) {
    self.runLoop = runLoop
    timer = try LoopTimer(on: runLoop) { [unowned self] in expire() }
  }

  /// Whether a job is under way.
  var isBusy: Bool { current != nil }

  /// The files on which jobs that were given up still hang.
  var hangingFiles: [String] { Set(abandoned.values.map(\.file)).sorted() }

  /// Begins a job. The caller asks ``isBusy`` before: the result of a job that is under way would be thrown away.
  ///
  /// - Parameters:
  ///   - work: on a thread of its own; it says in the progress how far it is.
  ///   - completion: called once, on the loop, or at once where the job is refused.
  func begin<Value: Sendable>(
    _ work: @escaping @Sendable (ReadingProgress) -> Value, completion: @escaping (Outcome<Value>) -> Void
  ) {
    guard abandoned.count < Self.limit else {
      let files = hangingFiles.joined(separator: ", ")
      return completion(
        .refused("\(Self.limit) readings have not ended, of \(files): nothing is read until one does"))
    }
    let progress = ReadingProgress()
    jobs += 1
    let (number, patience) = (jobs, patience)
    do throws(SystemError) {
      let background = try Background(on: runLoop, { work(progress) }) { [unowned self] value in
        if finish(number) { completion(.done(value)) }
      }
      current = Job(number: number, work: background, progress: progress) {
        completion(.hung(progress, after: patience))
      }
      timer?.set(after: patience)
    } catch {
      completion(.refused("\(error)"))
    }
  }

  /// - Returns: whether the job's result is still wanted.
  private func finish(_ number: Int) -> Bool {
    guard current?.number == number else {
      abandoned[number] = nil
      onReturn()
      return false
    }
    current = nil
    timer?.set(nil)
    return true
  }

  private func expire() {
    guard let job = current else { return }
    // What is still to be done takes a processor and ends.
    guard job.progress.isReading else {
      timer?.set(after: patience)
      return
    }
    current = nil
    abandoned[job.number] = (job.work, job.progress.file)
    job.giveUp()
  }
}
