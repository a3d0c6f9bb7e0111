/// One thing that a finger did to a control, as a plugin and the trace see it.
public struct ControlEvent {
  /// What a finger can do; its raw value is the word of layouts and traces.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
  #endif
  public enum Kind: String, CaseIterable, Sendable {
    /// The finger came down on the control.
    case touchDown = "touch_down"
    /// The finger came down once more, soon after and near the time before.
    case touchDownRepeat = "touch_down_repeat"
    /// The finger came back inside.
    case touchDragEnter = "touch_drag_enter"
    /// The finger moved, and went outside by it.
    case touchDragExit = "touch_drag_exit"
    /// The finger moved and is inside.
    case touchDragInside = "touch_drag_inside"
    /// The finger moved and is outside.
    case touchDragOutside = "touch_drag_outside"
    /// The finger lifted inside.
    case touchUpInside = "touch_up_inside"
    /// The finger lifted outside.
    case touchUpOutside = "touch_up_outside"
    /// The touch was cancelled, or the control was switched off.
    case touchCancel = "touch_cancel"
  }

  /// What the finger did.
  public let kind: Kind
  /// The control.
  public let view: View
  /// Where, in points of the window.
  public let location: Point
  /// The id of the finger's contact, as in the trace.
  public let contact: ContactID
  /// The kernel's time of the frame.
  public let timestamp: Timestamp
  /// The path of the panel that the finger is on.
  public let device: String
  /// Whether ``location`` is not to leave the process: the control or the finger belongs to a sensitive view, or the
  /// finger is over one.
  public let isSensitive: Bool
  /// Whether nothing of it is to leave the process: the control, or what the finger came down on, is in a sensitive
  /// view.
  package let isPrivate: Bool
  /// The plugins that a layout bound to it.
  public let plugins: [any ResponderPlugin]

  /// The control's name and the event's: `start.touch_up_inside`.
  public var name: String { "\(view.identifier).\(kind.rawValue)" }

  /// How far the finger has got, in the words for gestures: a down is `began`, a drag `changed`, an up `ended`.
  public var state: GestureRecognizer.State {
    switch kind {
    case .touchDown, .touchDownRepeat: .began
    case .touchDragEnter, .touchDragExit, .touchDragInside, .touchDragOutside: .changed
    case .touchUpInside, .touchUpOutside: .ended
    case .touchCancel: .cancelled
    }
  }
}
