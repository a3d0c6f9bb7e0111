public import Dispatcher

/// A tree, fingers on it, and the log of what happened: given, when, then.
///
/// The fingers go through the one pipeline as the bytes of a slot device would.
public final class Scene {
  /// What the panel of a scene covers, in points.
  public static let screen = Size(width: 4096, height: 4096)
  /// The range of its positions, in device units.
  public static let axis = AxisRange(minimum: 0, maximum: Int32(4096 * Fingers.unitsPerPoint) - 1)
  public static let pressure = AxisRange(minimum: 0, maximum: 255)
  /// How many fingers it follows.
  public static let slots = 10

  public let application: Application
  public let window: Window
  /// What happened, in order, one line a fact (see ``SceneLog``).
  public let log = SceneLog()
  public let pipeline: Pipeline
  private let viewsByName: [String: View]
  private let controllers: [String: ViewController]
  private let relations: SceneRelations
  private let overrides: SceneOverrides
  public let panel: Panel

  /// - Parameters:
  ///   - tree: as ``SceneTree`` reads it.
  ///   - relations: between the recognizers, as ``SceneRelations`` reads them.
  ///   - overrides: of the views, as ``SceneOverrides`` reads them.
  public init(
    _ tree: String, relations: String = "", overrides: String = "", application: Application = Application()
  ) {
    var reader = SceneTree(tree)
    self.overrides = SceneOverrides(overrides, log: log)
    window = reader.parse(overridden: self.overrides.overriding)
    viewsByName = reader.views
    controllers = reader.controllers
    self.relations = SceneRelations(relations, among: reader.recognizers, log: log)
    self.application = application
    application.identifier = "Application"
    self.overrides.apply(to: reader.views, reader.controllers, application)
    for case let recognizer as SceneRecognizer in reader.recognizers.values { recognizer.log = log }
    application.addWindow(window)
    application.observer = log
    application.tracesHitTests = true
    panel = Panel(
      name: "scene", path: "scene", touchProtocol: .slots(count: Self.slots),
      calibration: Calibration(x: Self.axis, y: Self.axis, size: Self.screen),
      scales: ContactScales(pressure: Self.pressure, distance: Fingers.distanceRange))
    pipeline = Pipeline(application: application)
    pipeline.attach(panel, state: DeviceState(slots: []))
  }

  /// All views, by name.
  public var views: [View] { viewsByName.sorted { $0.key < $1.key }.map(\.value) }

  public subscript(name: String) -> SceneView {
    guard let view = viewsByName[name] as? SceneView else { preconditionFailure("no view is called \(name)") }
    return view
  }

  public func view(_ name: String) -> View {
    guard let view = viewsByName[name] else { preconditionFailure("no view is called \(name)") }
    return view
  }

  public func recognizer(_ name: String) -> GestureRecognizer {
    let all = views.flatMap(\.gestureRecognizers)
    guard let recognizer = all.first(where: { $0.name == name }) else {
      preconditionFailure("no recognizer is called \(name)")
    }
    return recognizer
  }

  public func controller(_ name: String) -> ViewController {
    guard let controller = controllers[name] else { preconditionFailure("no controller is called \(name)") }
    return controller
  }

  /// Lets the fingers do something.
  public func play(_ fingers: String) {
    let fingers = Fingers(fingers)
    for frame in fingers.frames { feed(frame) }
    if let time = fingers.removal { pipeline.detach(panel, at: time) }
  }

  /// Lets the fingers do something that is read at once, some time after they did it.
  public func playLate(_ fingers: String) { feed(Array(Fingers(fingers).frames.joined())) }

  /// Hands events of a slot device to the pipeline.
  public func feed(_ events: [RawEvent]) {
    _ = events.withUnsafeBufferPointer { pipeline.receive($0, from: panel) { _ in nil } }
    pipeline.dispatch()
  }

  /// Lets time pass, in seconds since the scene's start.
  public func wait(until seconds: Double) { pipeline.advance(to: Timestamp(seconds: seconds)) }

  /// Takes the panel away.
  public func unplug(at seconds: Double) { pipeline.detach(panel, at: Timestamp(seconds: seconds)) }
}
