import Dispatcher

/// States of a gesture, an event or a finger in which a responder acts: the option `states`.
///
/// Without it, once: when a gesture is recognized, at each event of a control or of the layout that is bound to the
/// responder but for the touch that ends an idle time, and when a finger comes down.
struct ActingStates {
  typealias State = PluginDeclaration.State

  /// `nil` where the layout does not say.
  private let chosen: Set<State>?

  init(_ options: PluginOptions) { chosen = options.values.value("states") }

  /// Whether the layout says it.
  var areChosen: Bool { chosen != nil }

  /// Whether it acts at an action of a recognizer.
  func admits(_ event: GestureEvent) -> Bool { admits(event.state.word, else: event.isRecognition) }

  /// Whether it acts at a state, by its word in a trace.
  ///
  /// - Parameter usual: whether it does where the layout does not say.
  func admits(_ state: String, else usual: Bool) -> Bool {
    chosen.map { State(rawValue: state).map($0.contains) ?? false } ?? usual
  }
}

/// Moment at which a plugin with the option `states` may act.
enum ActingOccasion {
  case gesture(GestureEvent)
  case control(ControlEvent)
  case layout(LayoutEvent)
  case touches(Set<Touch>, ActingStates.State, Responder, Event)
}

/// A plugin that has one method for all phases of touches.
protocol PhasePlugin: ResponderPlugin {
  func touches(_ phase: TouchPhase, _ touches: Set<Touch>, on responder: Responder, with event: Event)
}

extension PhasePlugin {
  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    self.touches(.began, touches, on: responder, with: event)
  }

  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    self.touches(.moved, touches, on: responder, with: event)
  }

  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    self.touches(.ended, touches, on: responder, with: event)
  }

  func touchesCancelled(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    self.touches(.cancelled, touches, on: responder, with: event)
  }
}

/// A plugin that acts once: in the states of ``ActingStates``, whatever reaches them.
protocol ActingPlugin: PhasePlugin {
  var states: ActingStates { get }
  /// - Parameter time: of the frame, or of the deadline.
  func act(_ occasion: ActingOccasion, at time: Timestamp)
}

extension ActingPlugin {
  func touches(_ phase: TouchPhase, _ touches: Set<Touch>, on responder: Responder, with event: Event) {
    // A finger that moves changes.
    let state = ActingStates.State(rawValue: phase.word) ?? .changed
    guard states.admits(state.rawValue, else: state == .began) else { return }
    act(.touches(touches, state, responder, event), at: event.timestamp)
  }

  func gesture(_ event: GestureEvent) {
    if states.admits(event) { act(.gesture(event), at: event.timestamp) }
  }
  func progress(_ event: GestureEvent) {
    // Only if the layout says so.
    if states.admits(event.state.word, else: false) { act(.gesture(event), at: event.timestamp) }
  }
  func control(_ event: ControlEvent) {
    if states.admits(event.state.word, else: true) { act(.control(event), at: event.timestamp) }
  }
  func notice(_ event: LayoutEvent) {
    if states.admits(event.state.word, else: true) { act(.layout(event), at: event.timestamp) }
  }
}

extension ResponderBinding {
  /// Whether the event of the touch that ends an idle time goes to it. A plugin with the option `states` has acted at
  /// the idle time, and does so again only if the layout says its state, `ended`.
  var actsAtActive: Bool {
    let declaration = PluginDeclaration.builtIn.first { $0.name == plugin.value }
    guard declaration?.keys.built.contains("states") ?? false else { return true }
    let states: Set<PluginDeclaration.State> = options.value("states") ?? []
    return states.contains(.ended)
  }
}
