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
/// - Parameters:
///   - options: the keys beside `recognizer`.
public typealias RecognizerFactory = @Sendable (_ options: PluginOptions) -> GestureRecognizer

/// The views and recognizers of the program's own that a layout may name.
struct CustomRegistry: Sendable {
  private var views: [String: ViewFactory] = [:]
  private var recognizers: [String: RecognizerFactory] = [:]

  /// Those of this program: what its `main.swift` registered.
  static let shared = Mutex(CustomRegistry())

  var viewNames: [String] { views.keys.sorted() }
  var recognizerNames: [String] { recognizers.keys.sorted() }

  /// - Precondition: no view of that name is registered.
  mutating func register(view name: String, _ factory: @escaping ViewFactory) {
    precondition(views[name] == nil, "a view called \(name) is registered already; choose another name")
    views[name] = factory
  }

  /// - Precondition: no recognizer of that name is registered.
  mutating func register(recognizer name: String, _ factory: @escaping RecognizerFactory) {
    precondition(
      recognizers[name] == nil, "a recognizer called \(name) is registered already; choose another name")
    recognizers[name] = factory
  }

  func makeView(_ description: CustomDescription, frame: Rect) -> View {
    guard let factory = views[description.name.value] else {
      preconditionFailure("the layout reader let the unknown view \(description.name.value) through")
    }
    return factory(frame, PluginOptions(values: description.options))
  }

  func makeRecognizer(_ description: CustomDescription) -> GestureRecognizer {
    guard let factory = recognizers[description.name.value] else {
      preconditionFailure("the layout reader let the unknown recognizer \(description.name.value) through")
    }
    return factory(PluginOptions(values: description.options))
  }
}
