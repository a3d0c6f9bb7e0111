package import Dispatcher
package import LinuxInput

/// The targets on one panel: the first that is touched. What is touched elsewhere meanwhile does not count.
final class Survey {
  enum Outcome {
    case found(SurveyedPanel, TargetSurvey.Finding)
    case failed(String)
  }

  /// Word for the person.
  enum Word: Equatable {
    case ask(TargetSurvey.Question)
    case note(String)

    /// As a terminal has it.
    var text: String {
      switch self {
      case .ask(let question): question.words
      case .note(let words): "  " + words
      }
    }
  }

  private(set) var outcome: Outcome?
  private let makePlan: (PanelFit.Panel) -> SurveyPlan
  private let say: (Word) -> Void
  private let panel: (String) -> SurveyedPanel?
  private var chosen: (device: String, panel: SurveyedPanel, targets: TargetSurvey)?

  /// The device whose panel is calibrated; `nil` before one is touched.
  var device: String? { chosen?.device }

  /// - Parameters:
  ///   - plan: what is touched, on a panel or one that is not known yet.
  ///   - panel: the panel at a path.
  ///   - say: receives what the person should know or do.
  init(
    _ plan: @escaping (PanelFit.Panel) -> SurveyPlan, panel: @escaping (String) -> SurveyedPanel?,
    say: @escaping (Word) -> Void
  ) {
    (makePlan, self.panel, self.say) = (plan, panel, say)
    say(.ask(TargetSurvey.Question(words: plan(.unknown).question(0), target: 0)))
  }

  /// Takes a press, or that several fingers were down; after the outcome, nothing.
  func take(_ press: PressReader.Press?) {
    guard outcome == nil else { return }
    guard let press else { return say(.note("several fingers; touch with one")) }
    guard choose(press.device) else { return }
    if let step = chosen?.targets.take(press) { follow(step) }
  }

  /// The target that is due cannot be touched.
  func skip(on device: String) {
    guard outcome == nil, choose(device) else { return }
    if let step = chosen?.targets.skip() { follow(step) }
  }

  /// The panel at a path is gone. What was touched of it says nothing of the one that comes back.
  func lose(_ device: String) {
    guard outcome == nil, let chosen, chosen.device == device else { return }
    outcome = .failed("\(chosen.panel.title) is gone")
  }

  /// - Returns: whether it is the panel that is calibrated.
  private func choose(_ device: String) -> Bool {
    if chosen == nil, let panel = panel(device) {
      chosen = (device, panel, TargetSurvey(makePlan(panel.panel), panel.panel, isTwice: panel.isResistive))
    }
    guard let chosen else { return false }
    if chosen.device != device {
      say(.note("that was another panel, \(device); go on with \(chosen.panel.title)"))
    }
    return chosen.device == device
  }

  private func follow(_ step: TargetSurvey.Step) {
    guard let panel = chosen?.panel else { return }
    switch step {
    case .wait: break
    case .ask(let question): say(.ask(question))
    case .found(let finding): outcome = .found(panel, finding)
    case .failed(let reason): outcome = .failed(reason)
    }
  }
}

/// Targets that a person touches to calibrate a panel, in their order; the last verifies what the others say.
package struct SurveyPlan: Equatable, Sendable {
  /// A place of the screen, as a person sees it.
  package struct Target: Equatable, Sendable {
    /// Its name in a question: `upper left corner`.
    let name: String
    /// As a fraction of the screen.
    package let place: Point
  }

  package let targets: [Target]
  /// Places of the targets, after their names in a question.
  let whereabouts: String
  /// Place of the last one, in words.
  let last: String
  /// Exactness of a person's touch on a target, as a fraction of the screen.
  let noise: Double
  /// Whether x may depend on y: three presses do not tell.
  let maySkew: Bool

  /// Question before the press of a target.
  func question(_ index: Int) -> String {
    let aim = index == targets.count - 1 ? ", to verify" : ""
    return "\(index + 1) of \(targets.count): touch the \(targets[index].name)\(whereabouts)\(aim)"
  }

  // MARK: Corners

  /// The middle of a finger in a corner is so far from both edges, in millimetres: half of a fingertip. (O)
  private static let inset = 4.0
  /// The same as a fraction of the screen, where nothing says how large it is. (O)
  private static let insetFraction = 0.02
  /// Exactness of a person's touch on a corner: within another fingertip, in millimetres, but on a small screen within
  /// a fraction of it. (O)
  private static let (cornerNoise, cornerNoiseFraction) = (8.0, 0.05)

  /// The four corners, where nothing has to be shown.
  static func corners(of panel: PanelFit.Panel) -> SurveyPlan {
    let size = panel.size.millimetres
    let x = size.map { min(0.1, inset / $0.width) } ?? insetFraction
    let y = size.map { min(0.1, inset / $0.height) } ?? insetFraction
    return SurveyPlan(
      targets: [
        Target(name: "upper left corner", place: Point(x: x, y: y)),
        Target(name: "upper right corner", place: Point(x: 1 - x, y: y)),
        Target(name: "lower right corner", place: Point(x: 1 - x, y: 1 - y)),
        Target(name: "lower left corner", place: Point(x: x, y: 1 - y)),
      ], whereabouts: " of the screen", last: "in the lower left corner",
      noise: size.map { min(cornerNoiseFraction, cornerNoise / $0.side) } ?? cornerNoiseFraction,
      maySkew: false)
  }

  // MARK: Crosses

  /// Distance of the outer crosses from the edges, as a fraction of the screen: near enough to measure the edges,
  /// and far enough for a finger. (O)
  private static let margin = 0.1
  /// Exactness of a person's touch on a cross: within a millimetre, as a fraction of the screen. (O)
  private static let (crossNoise, crossNoiseFractions) = (1.0, 0.003...0.02)
  /// Beside all nine, and in no line with them. (O)
  private static let verifying = Point(x: 0.3, y: 0.65)

  /// Nine crosses that a page shows, three by three, and one that verifies them.
  package static func crosses(of panel: PanelFit.Panel) -> SurveyPlan {
    let steps = [margin, 0.5, 1 - margin]
    let nine = steps.flatMap { y in steps.map { x in Point(x: x, y: y) } }
    let fractions = crossNoiseFractions
    return SurveyPlan(
      targets: (nine + [verifying]).map { Target(name: "cross", place: $0) }, whereabouts: "",
      last: "on the last cross",
      noise: panel.size.millimetres.map {
        min(fractions.upperBound, max(fractions.lowerBound, crossNoise / $0.side))
      }
        ?? fractions.lowerBound, maySkew: true)
  }
}

extension Size {
  /// The side of a square that is as large.
  var side: Double { (width * height).squareRoot() }
}

/// A panel that is calibrated: what the kernel and udev say of it, and the layout that it belongs to.
package struct SurveyedPanel {
  /// Its name and node, for people.
  package let title: String
  package let description: DeviceDescription
  package let node: DeviceNode
  /// As it is read from its file; `nil` where there is no layout.
  package let layout: Layout?
  let builder: PanelBuilder

  /// - Parameter layout: `nil` for a panel without one.
  /// - Throws: ``Refusal`` where the device is no touchscreen.
  package init(_ description: DeviceDescription, _ node: DeviceNode, _ layout: Layout?) throws(Refusal) {
    (self.description, self.node, self.layout) = (description, node, layout)
    var screen = layout?.screen ?? Layout.empty(Size(width: 1, height: 1)).screen
    screen.touchscreen.filters = []
    builder = try PanelBuilder(description, for: screen)
    title = "\"\(description.name)\" (\(node.path))"
  }

  /// The axes of its position.
  package var axes: (x: UInt16, y: UInt16) {
    let axes = builder.touchProtocol.axes
    return (axes.x, axes.y)
  }

  /// udev's matrix; `nil` if it has none, or a malformed one.
  var udev: [Double]? { try? node.calibration?.get() }

  /// Whether it tells one contact only, as resistive panels do, which are not exact.
  package var isResistive: Bool {
    if case .singleTouch = builder.touchProtocol { !builder.isPen } else { false }
  }

  /// The panel as a fit sees it.
  package var panel: PanelFit.Panel {
    let none = AxisRange(minimum: 0, maximum: 0)
    return PanelFit.Panel(
      x: builder.description.axes[axes.x] ?? none, y: builder.description.axes[axes.y] ?? none,
      keys: layout?.screen.touchscreen.position ?? CalibrationKeys(), udev: udev, size: size)
  }

  private var size: ScreenMeasure.Source {
    if let size = layout?.screen.sizeInMillimetres { return .screen(size) }
    if let size = builder.description.sizeInMillimetres(builder.touchProtocol) { return .panel(size) }
    return layout.map { .points($0.screen.size) } ?? .unknown
  }

  /// Causes for touches in the wrong place, by the layout and udev together; and whether the layout is for
  /// another panel.
  package var doubts: [String] {
    let mismatch = layout.flatMap { $0.screen.touchscreen.match.mismatch(description, node) }
    return [mismatch.map { "\(layout?.file ?? "") is not for \(title): \($0)" }].compactMap(\.self)
      + builder.doubts(about: node)
  }

  /// A layout that reads a panel as its own does, on a dark screen, too, and shows nothing that can be touched.
  static func bare(_ recorded: RecordedLayout) -> Layout {
    var bare = Layout.empty(recorded.layout.screen.size)
    (bare.file, bare.screen) = (recorded.layout.file, recorded.layout.screen)
    (bare.screen.output, bare.screen.backlight) = (nil, nil)
    return bare
  }
}
