import Dispatcher

/// The plugin `show`: shows or hides a view or a window of its layout, for good or for some time.
///
/// It acts on touchd's own views alone, so it also runs where no program may be started.
final class ShowPlugin: ResponderPlugin {
  let name: String
  /// The id of the view or window.
  private let target: String
  private let change: Visibility.Change
  /// `nil` for good.
  private let duration: Interval?
  private let states: ActingStates
  private let host: PluginHost

  init(name: String, options: PluginOptions, host: PluginHost) {
    (self.name, self.host) = (name, host)
    target = options["view"] ?? options["window"] ?? ""
    change = Visibility.Change(options.values["hidden"])
    duration = options.duration("for")
    states = ActingStates(options)
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    act(at: event, .began)
  }

  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    act(at: event, .changed)
  }

  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    act(at: event, .ended)
  }

  func touchesCancelled(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    act(at: event, .cancelled)
  }

  func gesture(_ event: GestureEvent) {
    if states.admits(event) { act(at: event.timestamp) }
  }

  func progress(_ event: GestureEvent) {
    if states.admitsProgress(event) { act(at: event.timestamp) }
  }

  func control(_ event: ControlEvent) {
    if states.admits(event) { act(at: event.timestamp) }
  }

  func notice(_ event: LayoutEvent) {
    if states.admits(event) { act(at: event.timestamp) }
  }

  private func act(at event: Event, _ state: PluginDeclaration.State) {
    if states.admitsTouches(state) { act(at: event.timestamp) }
  }

  /// A view that the program has taken out of the tree since is left as it is.
  private func act(at time: Timestamp) {
    guard let view = host.view(target) else { return }
    host.tree.visibility?.change(view, change, for: duration, at: time)
  }
}

extension Visibility.Change {
  /// What the option `hidden` says; without it the plugin does what its name says.
  fileprivate init(_ hidden: OptionValue?) {
    switch hidden {
    case .flag(true): self = .hide
    case .string: self = .toggle
    default: self = .show
    }
  }
}
