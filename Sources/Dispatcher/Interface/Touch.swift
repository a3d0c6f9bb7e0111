/// One finger on the screen, updated in place from down to up.
///
/// A down at the same place in time re-uses the object and raises ``tapCount``; each such contact still has an id
/// and an end of its own. Two touches are equal only if they are the same object.
public final class Touch {
  /// Everything of a touch that changes; a held call keeps a copy.
  struct Values {
    var phase = TouchPhase.began
    var type = TouchType.direct
    var tapCount = 1
    var timestamp = Timestamp.zero
    /// In points of the screen.
    var location = Point.zero
    var previousLocation = Point.zero
    var force = 0.0
    var majorRadius = 0.0
    var view: View?
    var window: Window?
  }

  @exclusivity(unchecked) var values = Values()
  /// The contact that the object stands for now.
  @exclusivity(unchecked) var contact: Contact

  init(contact: Contact) { self.contact = contact }

  public var phase: TouchPhase { values.phase }
  public var type: TouchType { values.type }
  /// How many times in a row the finger came down here, this time included.
  public var tapCount: Int { values.tapCount }
  /// The kernel's time of the last change.
  public var timestamp: Timestamp { values.timestamp }
  /// Pressure in units of an average touch; 0 where the panel has none.
  public var force: Double { values.force }
  /// Half of the contact's longer axis, in points; 0 where the panel does not say.
  public var majorRadius: Double { values.majorRadius }
  /// The view that the hit test found at down; it stays, also when the finger leaves it.
  public var view: View? { values.view }
  /// The window of ``view``.
  public var window: Window? { values.window }
  /// The recognizers that follow the touch: those attached at down, from the hit view up to its window.
  public var gestureRecognizers: [GestureRecognizer] { contact.recognizers }
  /// The id of the contact, as in the trace.
  public var contactID: ContactID { contact.id }
  /// The path of the panel that the finger is on.
  public var device: String { contact.device }

  /// Where the finger is, in a view's coordinates; in the window's for `nil`. Neither rounded nor clamped.
  public func location(in view: View?) -> Point { convert(values.location, to: view) }

  /// Where the finger was in the preceding frame, converted with the transforms of now.
  public func previousLocation(in view: View?) -> Point { convert(values.previousLocation, to: view) }

  private func convert(_ point: Point, to view: View?) -> Point {
    guard let target = view ?? values.window else { return point }
    return target.convert(fromScreen: point)
  }
}

extension Touch: Hashable {
  public static func == (a: Touch, b: Touch) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
