import Dispatcher
import LinuxInput
import Logging

/// Keeps the last good files, beside the run loop, one set after the other.
///
/// A set that cannot be kept is reported and stays missing; the daemon works without it. Not thread-safe: it belongs to
/// the thread of its run loop.
final class CopyKeeping {
  let copy: LastGoodCopy
  /// Why the last good files are not kept; `nil` if they are, or are being written.
  private(set) var problem: String?
  /// Whether a set is being written.
  var isBusy: Bool { work != nil }
  private let runLoop: RunLoop
  private let log: LimitedLog
  private var work: Background<SystemError?>?
  /// What is to be written once the writing that is under way has ended.
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
      work = try Background(on: runLoop, { [copy] in copy.failure(toKeep: files) }) {
        [unowned self] failure in
        work = nil
        settle(failure)
        write()
      }
    } catch {
      settle(error)
    }
  }

  private func settle(_ failure: SystemError?) {
    problem = failure.map { "\($0)" }
    if let problem {
      log.warning(
        about: "copy",
        "the last good configuration is not kept, so a start at which the files are bad would have none: \(problem)"
      )
    }
  }
}

extension LastGoodCopy {
  fileprivate func failure(toKeep files: KeptFiles) -> SystemError? {
    do throws(SystemError) {
      try keep(files)
      return nil
    } catch {
      return error
    }
  }
}
