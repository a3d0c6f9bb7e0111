import LinuxInput
import Logging

/// The files of the configuration that are in use, or would be: reports when one of them may have changed.
final class FollowedFiles {
  private let runLoop: RunLoop
  private let logger: Logger
  private let onChange: () -> Void
  private var watch: FileWatch?
  private var paths: Set<String> = []
  /// Why not every change is noticed, as far as it was said.
  private var unnoticed: SystemError?

  init(on runLoop: RunLoop, _ logger: Logger, onChange: @escaping () -> Void) {
    (self.runLoop, self.logger, self.onChange) = (runLoop, logger, onChange)
  }

  /// Follows these files instead. What was changed since they were read is reported at once.
  func follow(_ paths: Set<String>) {
    guard paths != self.paths, !paths.isEmpty else { return }
    do {
      watch = try FileWatch(paths.sorted(), on: runLoop, besideLoop: true) { [unowned self] in
        warn()
        onChange()
      }
      self.paths = paths
    } catch {
      logger.warning("changed files will not be noticed; `touchd reload` reads them: \(error)")
    }
  }

  private func warn() {
    guard let problem = watch?.problem, problem != unnoticed else { return }
    unnoticed = problem
    logger.warning("config error: not every change will be noticed: \(problem)")
  }
}
