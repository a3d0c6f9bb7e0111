/// What a plugin is told: the touches of the responders it is bound to, and the actions of recognizers.
///
/// It is called on the run loop and must not block. A plugin answers for one name in a layout.
public protocol ResponderPlugin: AnyObject {
  /// The name under which the layout bound it.
  var name: String { get }

  /// A phase of touches at a responder: `began`, `moved`, `ended` or `cancelled`, each touch balanced.
  func touches(_ phase: TouchPhase, _ touches: Set<Touch>, on responder: Responder, with event: Event)

  /// A recognizer's action.
  func gesture(_ event: GestureEvent)
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
}

/// One action of a recognizer, as a plugin and the trace see it.
public struct GestureEvent {
  /// The recognizer that acted.
  public let recognizer: GestureRecognizer
  public let state: GestureRecognizer.State
  /// Where, in points of the window.
  public let location: Point
  /// The contacts of the attempt, by age.
  public let contacts: [ContactID]
  public let timestamp: Timestamp
  /// Whether this is the moment of recognition: a tap's end, a long press' beginning.
  public let isRecognition: Bool
  /// The path of the panel that the oldest contact is on.
  public let device: String

  /// The recognizer's name.
  public var name: String { recognizer.name }
}
