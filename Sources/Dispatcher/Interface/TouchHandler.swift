/// What a plugin is told: the touches of the responders it is bound to, the actions of recognizers, and the events of
/// controls.
///
/// It is called on the run loop and must not block. A plugin answers for one name in a layout.
public protocol ResponderPlugin: AnyObject {
  /// The name under which the layout bound it.
  var name: String { get }

  // The touches of a responder. Each that began ends once, as ended or cancelled.
  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event)
  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event)
  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event)
  func touchesCancelled(_ touches: Set<Touch>, on responder: Responder, with event: Event)

  /// A recognizer's action.
  func gesture(_ event: GestureEvent)

  /// What a finger did to a control.
  func control(_ event: ControlEvent)
}

/// A plugin implements what it wants to know of.
extension ResponderPlugin {
  public func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {}
  public func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) {}
  public func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) {}
  public func touchesCancelled(_ touches: Set<Touch>, on responder: Responder, with event: Event) {}
  public func gesture(_ event: GestureEvent) {}
  public func control(_ event: ControlEvent) {}
}

/// A plugin bound to a responder's touches, as an override of its `touches…` methods would be.
public struct TouchHandler {
  public let plugin: any ResponderPlugin
  /// Whether the touches go on up the chain, as with a call of `super`.
  public let forwards: Bool

  public init(plugin: any ResponderPlugin, forwards: Bool) {
    self.plugin = plugin
    self.forwards = forwards
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

/// One action of a recognizer, as a plugin and the trace see it.
public struct GestureEvent {
  /// The recognizer that acted.
  public let recognizer: GestureRecognizer
  public let state: GestureRecognizer.State
  /// Where, in points of the window.
  public let location: Point
  /// The contacts of the attempt, lifted ones included, by age.
  let attempt: ContiguousArray<Contact>
  public let timestamp: Timestamp
  /// Whether this is the moment of recognition: a tap's end, a long press' beginning.
  public let isRecognition: Bool
  /// The path of the panel that the oldest contact is on.
  public let device: String
  /// Whether ``location`` is not to leave the process: the recognizer, or one of its touches, belongs to a sensitive view
  /// or is over one.
  public let isSensitive: Bool
  /// Whether what the recognizer measures, such as a translation, is not to leave the process: it tells of a place on a
  /// sensitive view, where the gesture is or was.
  public let wasSensitive: Bool

  /// The recognizer's name.
  public var name: String { recognizer.name }
  /// The contacts of the attempt, lifted ones included, by age.
  public var contacts: [ContactID] { attempt.map(\.id) }
}
