package import Dispatcher
import LinuxInput

/// A layout at work: its plugins, its tree of views, and the pipeline that takes touches to them.
///
/// A layout that speaks of millimetres and does not say how large the screen is has a tree only once a panel says it.
package final class LiveLayout {
  package let layout: Layout
  /// Time at which it came into use.
  var since: Timestamp
  /// `nil` until it is known how large a millimetre is.
  package private(set) var pipeline: Pipeline?
  /// Counts of the pipelines of earlier panels, whose millimetres had another size.
  private var retired = Pipeline.Counters()
  var panels = 0
  let screen: ScreenWatch
  let plugins: PluginSet
  /// Counts what visitors do; `nil` for nothing.
  var visitors: VisitorWatch? {
    didSet {
      visitors?.pointsPerMillimetre = pointsPerMillimetre
      if let pipeline { visitors?.use(pipeline.application) }
    }
  }
  /// Points per millimetre of the last panel, where it said so; not of a pen that came beside it.
  private var panelScale: (x: Double, y: Double)?
  var pointsPerMillimetre: (x: Double, y: Double)? { layout.screen.pointsPerMillimetre ?? panelScale }
  private let idle: IdleWatch
  /// `nil` where the screen is not kept awake.
  private let awake: AwakeWatch?
  private let makePipeline: (Application) -> Pipeline
  /// Points per millimetre that the tree was made with, where a panel said so.
  private var scale: (x: Double, y: Double)?
  private let isScaledByPanel: Bool

  /// - Parameters:
  ///   - plugins: by the responder's name.
  ///   - panel: the only one that it is for, as in a replay; `nil` where panels come and go.
  ///   - sysfs: where the system says whether screens are lit; another folder in tests.
  ///   - pressKey: lights a screen that the system has darkened, or keeps it lit; called where touchd takes the
  ///     panels. `nil` where no screen is kept awake.
  package init(
    _ layout: Layout, _ plugins: PluginSet, on panel: PanelBuilder? = nil, sysfs: String = "/sys/class",
    makePipeline: @escaping (Application) -> Pipeline = { Pipeline(application: $0) },
    pressKey: ((UInt16) -> Void)? = nil
  ) {
    self.layout = layout
    self.plugins = plugins
    screen = ScreenWatch(
      layout.screen, layout.wake.compactMap { plugins[$0.value] }, sysfs: sysfs,
      pressWakeKey: layout.screen.page == nil ? {} : { pressKey?(EventCode.keyWakeUp) })
    since = MonotonicClock.now
    self.makePipeline = makePipeline
    idle = layout.makeIdleWatch(plugins)
    awake =
      layout.screen.page?.keepsAwake == true
      ? pressKey.map { pressKey in AwakeWatch { pressKey(EventCode.keyUnknown) } } : nil
    let application = try? layout.makeApplication(
      plugins, pointsPerMillimetre: panel?.pointsPerMillimetre, page: panel?.makePage())
    (isScaledByPanel, panelScale) = (application == nil, panel?.pointsPerMillimetre)
    pipeline = application.map(makePipeline)
    if let pipeline { watch(pipeline) }
  }

  /// Makes the tree and the pipeline for a panel, unless those that there are fit it. What the former pipeline has down
  /// is finished, and its counters are kept.
  ///
  /// - Returns: the pipeline for the touches of the panel.
  /// - Throws: ``GeometryError`` where the layout speaks of millimetres, and neither it nor the panel says how large
  ///   the screen is.
  @discardableResult func makeReady(for panel: PanelBuilder?) throws(GeometryError) -> Pipeline {
    // A pen beside the panel changes nothing.
    if panels == 0 || panelScale == nil { panelScale = panel?.pointsPerMillimetre }
    visitors?.pointsPerMillimetre = pointsPerMillimetre
    let isKept = !isScaledByPanel || panels > 0 || (panelScale?.x == scale?.x && panelScale?.y == scale?.y)
    if let pipeline, isKept { return pipeline }
    let made = makePipeline(
      try layout.makeApplication(plugins, pointsPerMillimetre: panelScale, page: panel?.makePage()))
    if let pipeline {
      pipeline.finish()
      retired = retired + pipeline.counters
    }
    watch(made)
    (pipeline, scale) = (made, panelScale)
    return made
  }

  /// Has idle times, and what keeps the screen awake, go by the touches of a tree.
  private func watch(_ pipeline: Pipeline) {
    pipeline.application.use(idle)
    visitors?.use(pipeline.application)
    if let awake { pipeline.application.use(awake) }
    layout.useExplore(plugins, pipeline, at: MonotonicClock.now)
  }

  /// Comes into use.
  ///
  /// - Parameter former: the layout of the same file whose place it takes; the idle times of that go on, and what a
  ///   program said of its screen.
  func start(after former: LiveLayout?, at time: Timestamp) {
    since = time
    if let former {
      screen.takeOver(former.screen, at: time)
      idle.start(after: former.idle, at: time)
      let (explore, tree) = (former.plugins.tree.explore, plugins.tree)
      if let explore { tree.explore?.takeOver(explore, at: time) }
      // The one that is made for the panel later takes it over.
      if layout.explore != nil, tree.explore == nil { tree.explore = explore }
    } else {
      idle.start(at: time)
    }
  }

  func reportScreen(at time: Timestamp) { screen.reportNews(to: pipeline, at: time) }

  /// Lets what is due up to a time happen. Without a tree, that is the end of idle times.
  func advance(to time: Timestamp) {
    guard let pipeline else {
      while let due = idle.deadline, due <= time { idle.deadlineReached(at: due) }
      return
    }
    pipeline.advance(to: time)
    screen.look(at: time)
    reportScreen(at: time)
  }

  /// The next moment at which to call ``advance(to:)``.
  var nextWake: Timestamp? {
    // After each frame: no list, which would be memory.
    earlier(pipeline == nil ? idle.deadline : pipeline?.nextWake, screen.nextLook)
  }

  /// Counts since it came into use.
  var counters: Pipeline.Counters { retired + (pipeline?.counters ?? Pipeline.Counters()) }

  var isIdle: Bool { pipeline?.isIdle ?? true }

  /// The file's name, as people speak of it.
  var name: String { layout.file }

  var isDark: Bool { screen.light.isDark }

  /// Takes in that a program has darkened the screen, or lit it.
  func say(isDark: Bool, at time: Timestamp) {
    screen.say(isDark: isDark, at: time)
    reportScreen(at: time)
  }

  /// Whether its screen is dark, and why, on a line for people.
  var screenWords: String {
    let causes = screen.causes
    return "\(name): \(causes.isEmpty ? "lit" : "dark (\(series(causes)))")\n"
  }
}
