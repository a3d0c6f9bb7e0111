/// A plugin: receives the touches of the responders it is bound to, the actions of recognizers, and the events of
/// controls and of the layout.
///
/// It is called on the run loop and must not block. A plugin answers for one name in a layout.
public protocol ResponderPlugin: AnyObject {
  /// The name under which the layout bound it.
  var name: String { get }

  /// Touches began on a responder that the plugin is bound to. Each of them ends once, as ended or cancelled.
  ///
  /// - Parameters:
  ///   - touches: those of the frame and the responder, never none.
  ///   - responder: the responder whose touches they are.
  ///   - event: the sequence that the touches belong to.
  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event)
  /// Touches that began on the responder have other values, such as other locations.
  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event)
  /// Touches that began on the responder lifted.
  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event)
  /// Touches that began on the responder were cancelled: a recognizer took them, or their device went away.
  func touchesCancelled(_ touches: Set<Touch>, on responder: Responder, with event: Event)

  /// A recognizer's action.
  func gesture(_ event: GestureEvent)

  /// Progress of a recognizer that is still possible (``LongPressGestureRecognizer/progressInterval``); and once,
  /// if it fails after that, that it has failed. Recognition is an action and ends it as well.
  func progress(_ event: GestureEvent)

  /// Called for a finger on a control.
  func control(_ event: ControlEvent)

  /// Called for the layout as a whole: no finger has touched it for a while, or one does again.
  func notice(_ event: LayoutEvent)
}

/// A plugin implements what it wants to know of.
extension ResponderPlugin {
  /// By default, does nothing.
  public func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {}
  /// By default, does nothing.
  public func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) {}
  /// By default, does nothing.
  public func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) {}
  /// By default, does nothing.
  public func touchesCancelled(_ touches: Set<Touch>, on responder: Responder, with event: Event) {}
  /// By default, does nothing.
  public func gesture(_ event: GestureEvent) {}
  /// By default, does nothing.
  public func progress(_ event: GestureEvent) {}
  /// By default, does nothing.
  public func control(_ event: ControlEvent) {}
  /// By default, does nothing.
  public func notice(_ event: LayoutEvent) {}
}

/// A plugin that may leave touches to the rest of the chain: what it does not choose goes on up, as though no plugin
/// were bound to the responder.
public protocol TouchChoosing: ResponderPlugin {
  /// Which of the touches of a call the plugin takes. Asked before each call; what it says when a touch begins must
  /// hold for that touch on that responder until it ends.
  ///
  /// - Parameters:
  ///   - touches: those of the frame and the responder, never none.
  func chosen(of touches: Set<Touch>, in phase: TouchPhase, on responder: Responder) -> Set<Touch>
}

/// A plugin bound to a responder's touches, as an override of its `touches…` methods would be.
public struct TouchHandler {
  /// The plugin that receives the touches.
  public let plugin: any ResponderPlugin
  /// Whether the touches go on up the chain, as with a call of `super`.
  public let forwards: Bool
  /// The plugin, if it leaves touches to others.
  private let chooser: (any TouchChoosing)?

  /// A binding; it takes effect as ``Responder/touchHandler``.
  public init(plugin: any ResponderPlugin, forwards: Bool) {
    self.plugin = plugin
    self.forwards = forwards
    chooser = plugin as? any TouchChoosing
  }

  /// Whether the plugin may leave touches to others: then ``choose(_:_:on:with:)`` is to be called, and not
  /// ``handle(_:_:on:with:)``.
  @inline(__always) var mayChoose: Bool { chooser != nil }

  /// Calls the plugin's method for a phase with the touches that it takes.
  ///
  /// - Returns: the touches that go on up the chain.
  @inline(never)
  func choose(
    _ phase: TouchPhase, _ touches: Set<Touch>, on responder: Responder, with event: Event
  ) -> Set<Touch> {
    let chosen = chooser?.chosen(of: touches, in: phase, on: responder).intersection(touches) ?? []
    if !chosen.isEmpty { handle(phase, chosen, on: responder, with: event) }
    return forwards ? touches : touches.subtracting(chosen)
  }

  /// Calls the plugin's method for a phase with the touches that it takes, before all responders; the trace shows it.
  ///
  /// - Parameters:
  ///   - responder: whose touches they are for the plugin.
  ///   - stand: has this handler, and is called in the trace.
  /// - Returns: the touches that go on to other responders.
  package func intercept(
    _ phase: TouchPhase, _ touches: Set<Touch>, on responder: Responder, shownAs stand: Responder,
    with event: Event
  ) -> Set<Touch> {
    let taken = chooser?.chosen(of: touches, in: phase, on: responder).intersection(touches) ?? touches
    if !taken.isEmpty, phase != .stationary {
      event.chain.show(phase, on: stand, taken, with: event)
      handle(phase, taken, on: responder, with: event)
    }
    return forwards ? touches : touches.subtracting(taken)
  }

  /// Calls the plugin's method for a phase; nothing for `stationary`.
  public func handle(
    _ phase: TouchPhase, _ touches: Set<Touch>, on responder: Responder, with event: Event
  ) {
    switch phase {
    case .began: plugin.touchesBegan(touches, on: responder, with: event)
    case .moved: plugin.touchesMoved(touches, on: responder, with: event)
    case .ended: plugin.touchesEnded(touches, on: responder, with: event)
    case .cancelled: plugin.touchesCancelled(touches, on: responder, with: event)
    // Nothing changed.
    case .stationary: break
    }
  }
}

/// One action of a recognizer, or a report before it, as a plugin and the trace see it.
public struct GestureEvent {
  /// The recognizer that acted.
  public let recognizer: GestureRecognizer
  /// The state that the recognizer has reached; possible in a report of progress.
  public let state: GestureRecognizer.State
  /// Progress of the recognizer, 0…1, in a report of progress; `nil` in actions.
  public let progress: Double?
  /// Place in points of the window.
  public let location: Point
  /// The contacts of the attempt, lifted ones included, by age.
  let members: ContiguousArray<Contact>
  /// The kernel's time of the frame, or the deadline that the recognizer set.
  public let timestamp: Timestamp
  /// Whether this is the moment of recognition: a tap's end, a long press' beginning.
  public let isRecognition: Bool
  /// The path of the panel that the oldest contact is on.
  public let device: String
  /// Whether ``location`` is not to leave the process: the recognizer, or one of its touches, belongs to a sensitive
  /// view or is over one.
  public let isSensitive: Bool
  /// Whether what the recognizer measures, such as a translation, is not to leave the process: it reveals a place on a
  /// sensitive view, where the gesture is or was.
  public let wasSensitive: Bool

  /// - Parameters:
  ///   - progress: of an attempt that is still possible.
  ///   - device: the path of the panel; without it, of the oldest contact's.
  init(_ attempt: Attempt, progress: Double? = nil, on device: String? = nil, with event: Event) {
    recognizer = attempt.recognizer
    (self.progress, self.device) = (progress, device ?? attempt.contacts.first?.panel.path ?? "")
    (state, isRecognition) = (attempt.state, attempt.isNewlyRecognized)
    (location, members) = (recognizer.location(in: nil), attempt.contacts)
    timestamp = event.timestamp
    isSensitive = event.chain.sensitivity.covers(location, of: attempt)
    wasSensitive = isSensitive || members.contains { $0.secrecy != .none }
  }

  /// The recognizer's name.
  public var name: String { recognizer.name }
  /// The contacts of the attempt, lifted ones included, by age.
  public var contacts: [ContactID] { members.map(\.id) }

  /// Shows a report to the trace and to the plugins of the recognizer.
  func report(with event: Event) {
    event.observer?.record(.progress(self), at: event.timestamp)
    for plugin in recognizer.plugins { plugin.progress(self) }
  }
}
