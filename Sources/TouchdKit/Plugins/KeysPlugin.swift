import Dispatcher

/// The plugin `keys`: presses a chord on a keyboard of touchd's own, at the moments at which `exec` starts a program.
///
/// A key is a place on a keyboard; what it means is the session's matter.
final class KeysPlugin: ResponderPlugin {
  let name: String
  private let chord: [UInt16]
  private let states: ActingStates
  /// `nil` where no key is to be pressed.
  private let keyboard: KeyDevice?

  init(name: String, options: PluginOptions, host: PluginHost) {
    (self.name, keyboard) = (name, host.keyboard)
    if case .keys(let chord) = options.values["press"] { self.chord = chord.codes } else { chord = [] }
    states = ActingStates(options)
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) { act(.began) }
  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) { act(.changed) }
  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) { act(.ended) }
  func touchesCancelled(_ touches: Set<Touch>, on responder: Responder, with event: Event) { act(.cancelled) }

  func gesture(_ event: GestureEvent) { if states.admits(event) { press() } }
  func progress(_ event: GestureEvent) { if states.admitsProgress(event) { press() } }
  func control(_ event: ControlEvent) { if states.admits(event) { press() } }
  func notice(_ event: LayoutEvent) { if states.admits(event) { press() } }

  private func act(_ state: PluginDeclaration.State) { if states.admitsTouches(state) { press() } }

  private func press() { keyboard?.press(chord) }
}
