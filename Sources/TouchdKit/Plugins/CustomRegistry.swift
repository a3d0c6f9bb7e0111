public import Dispatcher
internal import Synchronization

/// Makes a view of the program's own for a layout's `custom: { view: NAME }`.
///
/// What the layout says of the view, its flags with their defaults too, is set afterwards.
///
/// - Parameters:
///   - frame: in the coordinates of the superview to be.
///   - options: the keys beside `view`.
public typealias ViewFactory = @Sendable (_ frame: Rect, _ options: PluginOptions) -> View

/// Makes a recognizer of the program's own for a gesture's `custom: { recognizer: NAME }`.
///
/// What the layout says of the gesture, its flags with their defaults too, is set afterwards.
///
/// - Parameter options: the keys beside `recognizer`.
public typealias RecognizerFactory = @Sendable (_ options: PluginOptions) -> GestureRecognizer

/// Makes a window of the program's own for a window's `custom: { window: NAME }`.
///
/// What the layout says of the window, its flags with their defaults too, is set afterwards.
///
/// - Parameters:
///   - frame: in points of the screen.
///   - options: the keys beside `window`.
public typealias WindowFactory = @Sendable (_ frame: Rect, _ options: PluginOptions) -> Window

/// Makes a controller of the program's own for a controller's `custom: { controller: NAME }`.
///
/// - Parameters:
///   - view: the root view that the layout describes, before its children are in it.
///   - options: the keys beside `controller`.
public typealias ControllerFactory = @Sendable (_ view: View, _ options: PluginOptions) -> ViewController

/// Makes the application of the program's own for `custom: { application: NAME }` of the layout's `application`.
///
/// What the layout says of the application is set afterwards, then its windows are added.
///
/// - Parameter options: the keys beside `application`.
public typealias ApplicationFactory = @Sendable (_ options: PluginOptions) -> Application

/// The classes of the program's own that a layout may name.
struct CustomRegistry: Sendable {
  var views = Factories<ViewFactory>("view")
  var recognizers = Factories<RecognizerFactory>("recognizer")
  var windows = Factories<WindowFactory>("window")
  var controllers = Factories<ControllerFactory>("controller")
  var applications = Factories<ApplicationFactory>("application")

  /// Those of this program: what its `main.swift` registered.
  static let shared = Mutex(CustomRegistry())
}

/// The factories of one kind, by name.
struct Factories<Factory: Sendable>: Sendable {
  /// Name of the kind in messages.
  let kind: String
  private var factories: [String: Factory]

  init(_ kind: String, _ factories: [String: Factory] = [:]) {
    (self.kind, self.factories) = (kind, factories)
  }

  var names: [String] { factories.keys.sorted() }

  /// - Precondition: none of that name is registered.
  mutating func add(_ name: String, _ factory: Factory) {
    precondition(
      factories[name] == nil, "a \(kind) called \(name) is registered already; choose another name")
    factories[name] = factory
  }

  subscript(name: Located<String>) -> Factory {
    guard let factory = factories[name.value] else {
      preconditionFailure("the layout reader let the unknown \(kind) \(name.value) through")
    }
    return factory
  }
}
