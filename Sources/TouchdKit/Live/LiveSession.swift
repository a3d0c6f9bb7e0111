package import Dispatcher
internal import Glibc
package import LinuxInput
import Logging

/// Layouts on the real panels of the machine: what `run`, `--dump` and `record` have in common.
package final class LiveSession {
  package let runLoop: RunLoop
  /// Those in use.
  @exclusivity(unchecked) package private(set) var layouts: [LiveLayout] = []
  package let meter = InputMeter()
  /// Called with each pipeline that is made, before its first touch.
  @exclusivity(unchecked) package var onPipeline: (Pipeline) -> Void = { _ in }
  /// Called after each batch of deliveries.
  @exclusivity(unchecked) package var onDelivery: () -> Void = {}
  /// Called when other layouts have come into use, before their first touch.
  @exclusivity(unchecked) var onLayouts: () -> Void = {}
  /// Lights screens that the system has darkened, for layouts that take the panels.
  @exclusivity(unchecked) var pressKey: (UInt16) -> Void = { _ in }
  @exclusivity(unchecked) private(set) var touchscreens: Touchscreens?
  /// The pages of its layouts; `nil` where it takes no panel from other programs.
  let pages: Pages?
  private let contacts = ContactIDs()
  /// What went through layouts that are not in use any more.
  @exclusivity(unchecked) private var retired = Pipeline.Counters()

  /// Layouts that only listen, as a dump's do.
  package convenience init(on runLoop: RunLoop) { self.init(on: runLoop, pages: nil) }

  /// - Parameter pages: those of layouts with `delivery: filter`.
  init(on runLoop: RunLoop, pages: Pages?) {
    (self.runLoop, self.pages) = (runLoop, pages)
    runLoop.onDeadline = { [unowned self] in
      advance()
      afterDelivery()
    }
    // What a program does there, such as to animate, begins now, and may have a deadline.
    runLoop.willServeMainQueue = { [unowned self] in advance() }
    runLoop.didServeMainQueue = { [unowned self] in afterDelivery() }
  }

  private func advance() {
    let now = MonotonicClock.now
    for layout in layouts { layout.advance(to: now) }
  }

  /// A layout that is ready to be used here.
  package func prepare(_ layout: Layout, _ plugins: PluginSet) -> LiveLayout {
    LiveLayout(layout, plugins) { [unowned self] application in
      let pipeline = Pipeline(application: application, contacts: contacts)
      pipeline.logFaults(to: .touchd)
      pipeline.coalescesLateMoves = true
      onPipeline(pipeline)
      // What comes before the panel is held, other programs read as well.
      if pages != nil { pipeline.hold([]) }
      return pipeline
    } pressKey: { [unowned self] in
      pressKey($0)
    }
  }

  /// Whether no touchscreen is in use.
  var isEmpty: Bool { touchscreens?.isEmpty ?? true }

  /// Whether no finger is down and nothing waits, on any panel, also not the rest of a frame.
  var isIdle: Bool { layouts.allSatisfy(\.isIdle) && touchscreens?.isWithinFrame != true }

  /// Looks at the devices that are there, whatever udev has reported.
  func rescan() { touchscreens?.rescan() }

  /// Takes what the panels have sent until now to its deliveries.
  func serveAll() { touchscreens?.serveAll() }

  /// What went through since the start, layouts that have been replaced included.
  package var counters: Pipeline.Counters { layouts.reduce(retired) { $0 + $1.counters } }

  /// Opens the touchscreens that are there, and follows what comes and goes.
  ///
  /// - Parameter choice: which panels the layouts get.
  package func start(
    _ layouts: [LiveLayout], _ choice: PanelChoice, onChange: @escaping (Touchscreens.Change) -> Void
  ) throws(SystemError) {
    begin(layouts)
    self.layouts = layouts
    let touchscreens = Touchscreens(
      for: layouts, choice, meter, pages: pages, on: runLoop, onChange: onChange)
    touchscreens.onDelivery = { [unowned self] in afterDelivery() }
    self.touchscreens = touchscreens
    onLayouts()
    try touchscreens.start()
  }

  /// Puts other layouts in the place of those in use. What is down is cancelled, and what waits runs out.
  func replace(with layouts: [LiveLayout]) {
    begin(layouts)
    touchscreens?.use(layouts)
    for layout in self.layouts { layout.pipeline?.finish() }
    retired = counters
    self.layouts = layouts
    onLayouts()
    afterDelivery()
  }

  /// Begins the use of layouts, each in the place of the one of the same file.
  private func begin(_ layouts: [LiveLayout]) {
    let now = MonotonicClock.now
    for layout in layouts {
      layout.start(after: self.layouts.first { $0.name == layout.name }, at: now)
    }
  }

  /// Serves until SIGINT or SIGTERM; then cancels what is down.
  package func run() throws(SystemError) {
    try runLoop.run()
    touchscreens?.closeAll()
    pages?.finish()
    onDelivery()
  }

  /// A run loop that SIGINT and SIGTERM end, and that standard error does not hold up. Make it before anything else
  /// starts a thread.
  package static func makeRunLoop() throws(SystemError) -> RunLoop {
    let runLoop = try RunLoop()
    _ = try runLoop.watchSignals([SIGINT, SIGTERM]) { [unowned runLoop] _ in runLoop.stop() }
    try StandardError.protectLoop()
    return runLoop
  }

  func afterDelivery() {
    onDelivery()
    // Setting a timer that exists does not fail; should it, the next event sets it again.
    try? runLoop.setDeadline(nextWake)
  }

  private var nextWake: Timestamp? {
    var nearest: Timestamp?
    for layout in layouts {
      guard let deadline = layout.nextWake else { continue }
      if let known = nearest, known <= deadline { continue }
      nearest = deadline
    }
    return nearest
  }
}
