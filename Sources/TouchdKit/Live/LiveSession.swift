package import Dispatcher
internal import Glibc
package import LinuxInput
import Logging

/// A layout on the real panels of the machine: what `run`, `--dump` and `record` have in common.
package final class LiveSession {
  package let runLoop: RunLoop
  package let pipeline: Pipeline
  @exclusivity(unchecked) private var touchscreens: Touchscreens?

  /// - Parameter application: the tree that gets the touches.
  /// - Throws: ``SystemError`` if the process has no descriptor left.
  package init(_ application: Application, on runLoop: RunLoop) throws(SystemError) {
    self.runLoop = runLoop
    pipeline = Pipeline(application: application)
    pipeline.logImbalances(to: .touchd)
    pipeline.coalescesLateMoves = true
    runLoop.onDeadline = { [unowned self] in
      pipeline.advance(to: MonotonicClock.now)
      afterDelivery()
    }
  }

  /// Called after each batch of deliveries.
  @exclusivity(unchecked) package var onDelivery: () -> Void = {}

  /// Whether no touchscreen is in use.
  var isEmpty: Bool { touchscreens?.isEmpty ?? true }

  /// Opens the touchscreens that are there, and follows what comes and goes.
  package func start(
    _ screen: ScreenDescription, paths: [String] = [], onChange: @escaping (Touchscreens.Change) -> Void
  ) throws(SystemError) {
    let touchscreens = Touchscreens(for: screen, pipeline, on: runLoop, paths: paths, onChange: onChange)
    touchscreens.onDelivery = { [unowned self] in afterDelivery() }
    self.touchscreens = touchscreens
    try touchscreens.start()
  }

  /// Serves until SIGINT or SIGTERM; then cancels what is down.
  package func run() throws(SystemError) {
    try runLoop.run()
    touchscreens?.closeAll()
    onDelivery()
  }

  /// A run loop that SIGINT and SIGTERM end. Make it before anything else starts a thread.
  package static func makeRunLoop() throws(SystemError) -> RunLoop {
    let runLoop = try RunLoop()
    _ = try runLoop.watchSignals([SIGINT, SIGTERM]) { [unowned runLoop] _ in runLoop.stop() }
    return runLoop
  }

  private func afterDelivery() {
    onDelivery()
    // Setting a timer that exists does not fail; should it, the next event sets it again.
    try? runLoop.setDeadline(pipeline.nextDeadline)
  }
}
