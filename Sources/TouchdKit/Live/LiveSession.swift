package import Dispatcher
internal import Glibc
package import LinuxInput
import Logging

/// Layouts on the real panels of the machine: what `run`, `--dump` and `record` have in common.
package final class LiveSession {
  package let runLoop: RunLoop
  /// Those in use.
  package private(set) var layouts: [LiveLayout] = []
  package let meter = InputMeter()
  /// Called with each pipeline that is made, before its first touch.
  package var onPipeline: (Pipeline) -> Void = { _ in }
  /// Called after each batch of deliveries.
  package var onDelivery: () -> Void = {}
  /// Called when other layouts have come into use, before their first touch.
  var onLayouts: () -> Void = {}
  /// Lights screens that the system has darkened, for layouts that take the panels.
  var pressKey: (UInt16) -> Void = { _ in }
  /// Finds and opens its devices. Tests have a machine of their own.
  var deviceAccess = Touchscreens.DeviceAccess()
  private(set) var touchscreens: Touchscreens?
  /// The pages of its layouts; `nil` where it takes no panel from other programs.
  let pages: Pages?
  private let contacts = ContactIDs()
  private lazy var headsets = Headsets(on: runLoop)
  /// Counts of layouts that are no longer in use.
  private var retired = Pipeline.Counters()

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

  var isEmpty: Bool { touchscreens?.isEmpty ?? true }

  /// Whether no finger is down and nothing waits, on any panel, also not the rest of a frame.
  var isIdle: Bool { layouts.allSatisfy(\.isIdle) && touchscreens?.isWithinFrame != true }

  /// Counts since the start, layouts that have been replaced included.
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
      for: layouts, choice, meter, pages: pages, on: runLoop, devices: deviceAccess, onChange: onChange)
    touchscreens.onDelivery = { [unowned self] in afterDelivery() }
    headsets.onChange = { [unowned self] in
      useHeadsets()
      afterDelivery()
    }
    touchscreens.onReport = { [unowned self] in useHeadsets(looks: true) }
    self.touchscreens = touchscreens
    onLayouts()
    try touchscreens.start()
  }

  /// Puts other layouts in the place of those in use. What is down is cancelled, and what waits runs out.
  func replace(with layouts: [LiveLayout]) {
    begin(layouts)
    touchscreens?.use(layouts)
    for layout in self.layouts {
      layout.plugins.pointer?.end(at: now)
      if !layouts.contains(where: { $0.name == layout.name && $0.layout.explore != nil }) {
        layout.plugins.tree.explore?.mode.set(false, at: now)
      }
      layout.pipeline?.finish()
    }
    retired = counters
    self.layouts = layouts
    onLayouts()
    useHeadsets(looks: true)
    afterDelivery()
  }

  /// Tells the layouts that go by headsets which there are.
  private func useHeadsets(looks: Bool = false) {
    let exploring = layouts.filter { $0.layout.explore?.headphones ?? .ignored != .ignored }
    guard !exploring.isEmpty else { return }
    if looks { headsets.look() }
    for layout in exploring { layout.plugins.tree.explore?.use(headsets, at: now) }
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
    for layout in layouts { layout.plugins.pointer?.end(at: now) }
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

  private var nextWake: Timestamp? { layouts.reduce(nil) { earlier($0, $1.nextWake) } }

  /// Summary in a line: the panels in use, or the ones that are being waited for.
  var summary: String {
    let used = touchscreens?.used ?? []
    guard used.isEmpty else {
      return "using "
        + used.map { "\($0.title) with \($0.layout.name)" + words(ofPage: $0.layout) }.joined(separator: ", ")
    }
    if let fault = touchscreens?.table.inOrder.first(where: { $0.notUsed?.isFault == true }) {
      return "no touchscreen in use: \(fault.node.path) is not, \(fault.notUsed?.reason ?? "")"
    }
    let wanted = Set(layouts.map { $0.layout.screen.touchscreen.match.words }).sorted()
    return "no touchscreen yet; waiting for one \(alternatives(wanted))"
  }

  /// Reason for which a layout only listens that is to hold its panel.
  private func words(ofPage layout: LiveLayout) -> String {
    let page = pages?.status(of: layout.layout)
    return switch page?.state {
    case nil, .absent: ""
    case .held: ", held"
    case .waiting, .failed: ", which only listens: \(page?.reason ?? "")"
    }
  }
}

extension Layout {
  /// Its name for people: that of its screen, else its file.
  var title: String { screen.name ?? file }

  /// Whether a person may mean it by a name: its screen's, its file's path, or its file's name.
  func isCalled(_ word: String) -> Bool {
    word == screen.name || word == file || word == file.fileName
  }
}

extension Touchscreen {
  /// Its name for people.
  var title: String { "\"\(panel.name)\" (\(node.path))" }
}

extension ScreenSource {
  /// Message about one that a layout names and the machine does not have.
  var missingWords: String {
    let (what, files, folder) =
      switch self {
      case .output(let name): ("output \"\(name)\"", "/sys/class/drm/card*-\(name)/dpms", "/sys/class/drm")
      case .backlight(let name):
        ("backlight \"\(name)\"", "/sys/class/backlight/\(name)/bl_power", "/sys/class/backlight")
      }
    return "there is no \(what) (\(files)), so touches count also while the screen is dark; "
      + "`ls \(folder)` shows the names"
  }
}

extension DeviceMatch {
  /// Conditions that are being waited for, in brackets.
  fileprivate var words: String {
    let conditions = [
      name.map { "name \"\($0)\"" }, vendor.map { "vendor \($0.hex)" }, product.map { "product \($0.hex)" },
      path.map { "path \"\($0)\"" }, serial.map { "serial \"\($0)\"" }, phys.map { "phys \"\($0)\"" },
    ].compactMap { $0 }
    return conditions.isEmpty ? "(any)" : "(\(conditions.joined(separator: ", ")))"
  }
}
