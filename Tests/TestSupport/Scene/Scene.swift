public import Dispatcher
@_exported public import TouchdTesting

/// A tree as text, fingers on it, and the log of what happened: given, when, then.
public final class Scene: TestScene {
  private let viewsByName: [String: View]
  private let controllers: [String: ViewController]
  private let relations: SceneRelations
  private let overrides: SceneOverrides

  /// - Parameters:
  ///   - tree: as ``SceneTree`` reads it.
  ///   - relations: between the recognizers, as ``SceneRelations`` reads them.
  ///   - overrides: of the views, as ``SceneOverrides`` reads them.
  public init(
    _ tree: String, relations: String = "", overrides: String = "", application: Application = Application()
  ) {
    let log = SceneLog()
    var reader = SceneTree(tree)
    self.overrides = SceneOverrides(overrides, log: log)
    let window = reader.parse(overridden: self.overrides.overriding)
    viewsByName = reader.views
    controllers = reader.controllers
    self.relations = SceneRelations(relations, among: reader.recognizers, log: log)
    application.identifier = "Application"
    self.overrides.apply(to: reader.views, reader.controllers, application)
    for case let recognizer as SceneRecognizer in reader.recognizers.values { recognizer.log = log }
    super.init(window, application, log)
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
    guard let recognizer = views.flatMap(\.gestureRecognizers).first(where: { $0.name == name }) else {
      preconditionFailure("no recognizer is called \(name)")
    }
    return recognizer
  }

  public func controller(_ name: String) -> ViewController {
    guard let controller = controllers[name] else { preconditionFailure("no controller is called \(name)") }
    return controller
  }
}
