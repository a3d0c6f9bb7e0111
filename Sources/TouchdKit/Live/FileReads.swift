import Dispatcher
import LinuxInput
import Logging

/// Reads files beside the run loop, one job at a time, and gives up on a job that hangs: a read from a network mount
/// that is dead may never end, and cannot be ended.
///
/// Not thread-safe: it belongs to the thread of its run loop.
final class FileReads {
  /// Time that the files of a job may take. A card that is slow while it boots gives all layouts in one; and two jobs,
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
  var onReturn: () -> Void = {}
  /// Time that the files of the next jobs may take.
  var patience = FileReads.patience
  private let runLoop: RunLoop
  private var current: Job?
  private var timer: LoopTimer?
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

/// Keeps the last good files, beside the run loop, one set after the other.
///
/// A set that cannot be kept is reported and stays missing; the daemon works without it. Not thread-safe: it belongs to
/// the thread of its run loop.
final class CopyKeeping {
  let copy: LastGoodCopy
  /// Reason for which the last good files are not kept; `nil` if they are, or are being written.
  private(set) var problem: String?
  /// Whether a set is being written.
  var isBusy: Bool { work != nil }
  private let runLoop: RunLoop
  private let log: LimitedLog
  private var work: Background<Result<Void, SystemError>>?
  /// Files to write once the current writing has ended.
  private var next: KeptFiles?

  /// A full disk stays full for a while, and each reload would say so. (O)
  private static let logPause = Interval.seconds(3600)

  init(_ copy: LastGoodCopy, on runLoop: RunLoop, _ logger: Logger) {
    (self.copy, self.runLoop) = (copy, runLoop)
    log = LimitedLog(logger, burst: 1, every: Self.logPause)
  }

  /// Keeps these files, unless later ones come before it is their turn.
  func keep(_ files: KeptFiles) {
    next = files
    write()
  }

  private func write() {
    guard work == nil, let files = next else { return }
    next = nil
    do throws(SystemError) {
      work = try Background(on: runLoop) { [copy] in
        Result { () throws(SystemError) in try copy.keep(files) }
      } completion: { [unowned self] result in
        work = nil
        settle(result)
        write()
      }
    } catch {
      settle(.failure(error))
    }
  }

  private func settle(_ result: Result<Void, SystemError>) {
    problem = nil
    if case .failure(let error) = result {
      problem = "\(error)"
      log.warning(
        about: "copy",
        "the last good configuration is not kept, so a start at which the files are bad would have none: \(error)"
      )
    }
  }
}
