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
    var previousLocation = Point.zero
    /// In device units; kept up to date where the panel's filters change locations.
    var previousRaw: (x: Int32, y: Int32) = (0, 0)
    /// What the panel last said.
    var sample = TouchSample()
    /// In points of the screen.
    @inline(__always) var location: Point { sample.location }
    var view: View?
    var window: Window?
  }

  @exclusivity(unchecked) var values = Values()
  /// Whether the frame that is being processed reports it.
  @exclusivity(unchecked) var isReported = false
  /// The contact that the object stands for now.
  @exclusivity(unchecked) var contact: Contact

  init(contact: Contact) { self.contact = contact }

  /// A touch with the values that another has now. It stays as it is.
  convenience init(copying touch: Touch) {
    self.init(contact: touch.contact)
    values = touch.values
  }

  /// What happened to the finger in the frame that is being delivered.
  public var phase: TouchPhase { values.phase }
  /// Whether it is a finger or a pen.
  public var type: TouchType { values.type }
  /// How many times in a row the finger came down here, this time included.
  public var tapCount: Int { values.tapCount }
  /// The kernel's time of the last change.
  public var timestamp: Timestamp { values.timestamp }
  /// Pressure in units of an average touch; 0 where the panel has none.
  public var force: Double { values.sample.force }
  /// The force at the end of the panel's pressure axis; 0 where it has none.
  public var maximumPossibleForce: Double { contact.panel.maximumForce }
  /// Whether ``force`` means anything on the panel that the finger is on.
  public var forceCapability: ForceCapability { maximumPossibleForce > 0 ? .available : .unavailable }
  /// Half of the contact's longer axis, in points; 0 where the panel does not say.
  public var majorRadius: Double { values.sample.majorRadius }
  /// How far ``majorRadius`` may be off, in points: what the panel states as the noise of its axis (the kernel's fuzz),
  /// and where it states none, half the size of a device unit. 0 where the panel does not say the radius.
  public var majorRadiusTolerance: Double { contact.panel.radiusTolerance }
  /// The direction of the contact's longer axis, in radians clockwise from the top of the screen; 0 where the panel
  /// does not say.
  public var orientation: Double { values.sample.orientation }
  /// Radians between a pen and the glass: 0 lies on it, π/2 stands upright, as fingers and pens without tilt do.
  public var altitudeAngle: Double { values.sample.pose.altitude }
  /// Which end of a pen touches, and which of its buttons are pressed; empty for a finger.
  public var penKeys: PenKeys { values.sample.penKeys }
  /// The view that the hit test found at down; it stays, also when the finger leaves it.
  public var view: View? { values.view }
  /// The window of ``view``.
  public var window: Window? { values.window }
  /// The recognizers that follow the touch: those attached at down, from the hit view up to its window.
  public var gestureRecognizers: [GestureRecognizer] { contact.recognizers }
  /// The id of the contact, as in the trace.
  public var contactID: ContactID { contact.id }
  /// The path of the panel that the finger is on.
  public var device: String { contact.panel.path }

  /// What the panel last said of the contact.
  package var sample: TouchSample { values.sample }

  /// Where the finger is, in a view's coordinates; in the window's for `nil`. Neither rounded nor clamped.
  public func location(in view: View?) -> Point { convert(values.location, to: view) }

  /// Where the finger was in the preceding frame, converted with the transforms of now.
  public func previousLocation(in view: View?) -> Point { convert(values.previousLocation, to: view) }

  /// Where a pen points, in radians clockwise from the x axis of a view; of the window for `nil`. 0 for a finger.
  public func azimuthAngle(in view: View?) -> Double {
    let vector = azimuthUnitVector(in: view)
    return angle(x: vector.x, y: vector.y)
  }

  /// Where a pen points, as a vector of length 1 in a view's coordinates; in the window's for `nil`.
  public func azimuthUnitVector(in view: View?) -> Point {
    values.sample.pose.azimuthUnitVector(at: values.location, in: view ?? values.window)
  }

  func convert(_ point: Point, to view: View?) -> Point {
    guard let target = view ?? values.window else { return point }
    return target.convert(fromScreen: point)
  }
}

extension Touch: Hashable {
  public static func == (a: Touch, b: Touch) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Set<Touch> {
  /// The touches by age; a set has no order of its own.
  var byAge: [Touch] { sorted { $0.contact.id < $1.contact.id } }
}
