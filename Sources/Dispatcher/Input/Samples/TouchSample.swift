/// One contact for its whole life, unique over all panels while the program runs.
public typealias ContactID = Int

/// What one frame says of one contact, calibrated to the screen: the value that goes through the event queue.
@frozen public struct TouchSample: Equatable, Sendable {
  /// The id of the contact; 0 until the sample is in the queue.
  public internal(set) var contact: ContactID = 0
  /// `moved` when any value of the contact changed, not its location alone.
  public internal(set) var phase = TouchPhase.began
  /// A finger or a pen.
  public internal(set) var type = TouchType.direct
  /// The index of the panel among those that were attached.
  public internal(set) var panel: Int32 = 0
  /// The slot of the contact on its panel.
  public internal(set) var slot: Int32 = 0
  /// The position in device units, as the panel sent it.
  public internal(set) var rawX: Int32 = 0
  /// The position along y in device units, as the panel sent it.
  public internal(set) var rawY: Int32 = 0
  /// The position in points of the screen; neither clamped nor rounded.
  public internal(set) var location = Point.zero
  /// Pressure ÷ average pressure; 0 where the panel has none.
  public internal(set) var force = 0.0
  /// Half of the contact's longer axis, in points; 0 where the panel does not say.
  public internal(set) var majorRadius = 0.0
  /// The direction of a finger's longer axis, in radians clockwise from the top of the screen; 0 where the panel does
  /// not say.
  public internal(set) var orientation = 0.0
  /// How a pen is held; upright for fingers and for panels that do not say.
  public internal(set) var pose = PenPose.upright
  /// Which end and which buttons of a pen; none for fingers.
  public internal(set) var penKeys: PenKeys = []
  /// What the panel has an axis for and has not reported of this contact yet.
  public internal(set) var estimated: TouchProperties = []
  /// Whether the panel's filters have seen the contact where it is not to leave the process; they may remember it.
  var wasCovered = false
}
