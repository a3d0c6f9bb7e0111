import Dispatcher

/// States of a gesture, an event or a finger in which a responder acts: the option `states`.
///
/// Without it, once: when a gesture is recognized, at each event of a control or of the layout that is bound to the
/// responder but for the touch that ends an idle time, and when a finger comes down.
struct ActingStates {
  typealias State = PluginDeclaration.State

  /// `nil` where the layout does not say.
  private let chosen: Set<State>?

  init(_ options: PluginOptions) {
    guard case .words(let words) = options.values["states"] else {
      chosen = nil
      return
    }
    chosen = Set(words.compactMap(State.init))
  }

  /// Whether the layout says it.
  var areChosen: Bool { chosen != nil }

  /// Whether it acts at an action of a recognizer.
  func admits(_ event: GestureEvent) -> Bool {
    chosen.map { Self.contains(event.state, $0) } ?? event.isRecognition
  }

  /// Whether it acts at a report of progress, or at the failure after that: only if the layout says so.
  func admitsProgress(_ event: GestureEvent) -> Bool {
    chosen.map { Self.contains(event.state, $0) } ?? false
  }

  /// Whether it acts at an event that a program heard.
  ///
  /// - Parameter isRecognition: whether the gesture is recognized with it.
  func admits(state: String, isRecognition: Bool) -> Bool {
    chosen.map { State(rawValue: state).map($0.contains) ?? false } ?? isRecognition
  }

  /// Whether it acts at an event of a control.
  func admits(_ event: ControlEvent) -> Bool {
    chosen.map { Self.contains(event.state, $0) } ?? true
  }

  /// Whether it acts at an event of the layout.
  func admits(_ event: LayoutEvent) -> Bool {
    chosen.map { Self.contains(event.state, $0) } ?? true
  }

  /// Whether it acts when touches of its responder reach a state.
  func admitsTouches(_ state: State) -> Bool { chosen?.contains(state) ?? (state == .began) }

  private static func contains(_ state: GestureRecognizer.State, _ chosen: Set<State>) -> Bool {
    State(rawValue: state.word).map(chosen.contains) ?? false
  }
}

extension ResponderBinding {
  /// Whether the event of the touch that ends an idle time goes to it. A plugin with the option `states` has acted at
  /// the idle time, and does so again only if the layout says its state, `ended`.
  var actsAtActive: Bool {
    let declaration = PluginDeclaration.builtIn.first { $0.name == plugin.value }
    guard declaration?.keys.built.contains("states") ?? false else { return true }
    guard case .words(let words) = options["states"] else { return false }
    return words.contains(PluginDeclaration.State.ended.rawValue)
  }
}
