import ArgumentParser
import Dispatcher
import YAML

/// A layout file that has no error: plain values, from which the tree of windows and views is built.
package struct Layout: Equatable, Sendable {
  /// The file's name, for problems that show only when the layout meets a panel.
  var file: String
  package var screen: ScreenDescription
  var responders: [ResponderBinding]
  /// In the file's order; the later of two with one level is in front. Never empty.
  var windows: [WindowDescription]
  var application: ApplicationDescription
  var thresholds: Thresholds
  /// In the file's order.
  var idle: [IdleDescription] = []
  /// The names of the ``ResponderBinding``s that a touch goes to which is to wake the screen.
  var wake: [Located<String>] = []
  /// Commands permitted to programs on the events socket.
  var commands: Set<SocketCommand> = []
}

/// A command that a layout permits to programs on the events socket.
enum SocketCommand: String, LayoutChoice {
  /// To show and to hide views and windows.
  case show
  /// To cancel everything that is down.
  case cancel
  /// To say that the screen is dark, or lit.
  case screen
}

/// The application, the last but one of every responder chain.
struct ApplicationDescription: Equatable, Sendable {
  var onTouch: TouchBinding?
  /// `nil`: the chain ends at the application.
  var delegate: DelegateDescription?
  /// Passes of a hit test; the last answer counts.
  var hitTestPasses = 1
  var cancelOrder = CancelOrder.afterAction
  /// The class, if it is one of the program's own.
  var custom: CustomDescription?

  /// The moment at which a view receives `touchesCancelled` for touches that a recognizer took.
  enum CancelOrder: String, LayoutChoice {
    case afterAction = "after_action"
    case beforeAction = "before_action"
  }
}

/// The application's delegate, the end of every responder chain.
struct DelegateDescription: Equatable, Sendable {
  var onTouch: TouchBinding?
}

// What is found below a layout's windows, in the file's order, a view before its children. Only what is asked for is
// copied: a layout may have tens of thousands of views.
extension Layout {
  /// Values of something for the views of all windows.
  func ofViews<Value>(_ value: (ViewDescription) -> Value?) -> [Value] {
    var values: [Value] = []
    forEachView { view in
      if let found = value(view) { values.append(found) }
    }
    return values
  }

  /// Every gesture of every window and view, but not the pans that scroll views bring along.
  var allGestures: [GestureDescription] { windows.flatMap(\.allGestures) }

  /// The keys that its responders press.
  var keys: [UInt16] {
    responders.flatMap { responder -> [UInt16] in
      if case .keys(let chord) = responder.options["press"] { chord.codes } else { [] }
    }
  }

  /// The names of responders wherever they are used, as often as they are.
  var usedResponders: [Located<String>] {
    let bindings =
      [application.onTouch, application.delegate?.onTouch].compactMap(\.self) + windows.compactMap(\.onTouch)
      + ofViews(\.onTouch) + ofViews { $0.controller?.onTouch }
    let events = ofViews(\.control).flatMap { $0.events.values.flatMap(\.self) }
    return bindings.map(\.to) + allGestures.flatMap(\.to) + events + idle.flatMap(\.to) + wake
  }

  /// Visits every view of every window.
  func forEachView(_ visit: (ViewDescription) -> Void) {
    for window in windows { window.views.forEachWithDescendants(visit) }
  }
}

extension WindowDescription {
  /// Its own gestures, then those of its views.
  var allGestures: [GestureDescription] {
    var gestures = gestures
    views.forEachWithDescendants { gestures += $0.gestures }
    return gestures
  }
}

extension [ViewDescription] {
  fileprivate func forEachWithDescendants(_ visit: (ViewDescription) -> Void) {
    for view in self {
      visit(view)
      view.children.forEachWithDescendants(visit)
    }
  }
}

extension Layout {
  /// Builds on the layout; what has no place on the screen ends the command.
  func placed<Result>(_ build: () throws(GeometryError) -> Result) throws -> Result {
    do {
      return try build()
    } catch {
      throw failure(problem(error), .badInput)
    }
  }

  /// Message about a thing that has no place on the screen, with its line.
  func problem(_ error: GeometryError) -> String { "\(file):\(error.mark): error: \(error.message)" }

  /// One window without views.
  static func empty(_ size: Size) -> Layout {
    let window = WindowDescription(
      id: Located("window", at: .start), frame: FrameDescription(mark: .start))
    return Layout(
      file: "", screen: ScreenDescription(size: size, touchscreen: TouchscreenDescription()),
      responders: [], windows: [window], application: ApplicationDescription(),
      thresholds: Thresholds())
  }
}

extension Setting {
  /// `application`.
  func application() -> ApplicationDescription? {
    guard let fields = fields(.application) else { return nil }
    return ApplicationDescription(
      onTouch: fields["on_touch"]?.binding(),
      delegate: fields["delegate"]?.delegate(),
      hitTestPasses: fields["hit_test_passes"]?.integer(1...10) ?? 1,
      cancelOrder: fields["cancel_order"]?.choice(ApplicationDescription.CancelOrder.self) ?? .afterAction,
      custom: fields["custom"]?.custom(.customApplication))
  }

  private func delegate() -> DelegateDescription? {
    fields(.delegate).map { DelegateDescription(onTouch: $0["on_touch"]?.binding()) }
  }

  /// `socket`: what programs on the events socket may do.
  func socketCommands() -> Set<SocketCommand> {
    guard let commands = fields(.socket)?["commands"] else { return [] }
    // None is what a layout without the key allows as well.
    if commands.node.sequence?.isEmpty == true { return [] }
    return commands.choices(SocketCommand.self)
  }
}
