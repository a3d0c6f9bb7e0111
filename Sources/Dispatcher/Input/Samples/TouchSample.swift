/// One contact for its whole life, unique over all panels while the program runs.
public typealias ContactID = Int

/// One frame's report of one contact, calibrated to the screen: the value that goes through the event queue.
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
  /// Tilt and direction of a pen; upright for fingers and for panels that do not report them.
  public internal(set) var pose = PenPose.upright
  /// Which end and which buttons of a pen; none for fingers.
  public internal(set) var penKeys: PenKeys = []
  /// Properties for which the panel has an axis, and which it has not reported of this contact yet.
  public internal(set) var estimated: TouchProperties = []
  /// Whether the panel's filters have seen the contact where it is not to leave the process; they may remember it.
  var wasCovered = false
}

/// A touch's progress between landing and lifting.
@frozen public enum TouchPhase: UInt8, Hashable, Sendable, CaseIterable {
  /// The finger came down in this event.
  case began
  /// Down, and its location or its force changed in this event.
  case moved
  /// Down, and neither its location nor its force changed in this event.
  case stationary
  /// The finger lifted in this event.
  case ended
  /// Ended by something other than a lift: a palm, an unplugged panel, a gesture that took the touch.
  case cancelled
}

/// The kind of thing that touches the screen.
@frozen public enum TouchType: UInt8, Hashable, Sendable, CaseIterable {
  /// A finger on the screen.
  case direct
  /// A finger on a surface other than the screen, as UIKit has it. touchd reports none.
  case indirect
  /// A pen.
  case stylus
}

/// Properties of a touch whose values may be estimates.
@frozen public struct TouchProperties: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The force of the finger or the pen.
  public static let force = TouchProperties(rawValue: 1)
  /// The direction of a pen.
  public static let azimuth = TouchProperties(rawValue: 2)
  /// The tilt of a pen.
  public static let altitude = TouchProperties(rawValue: 4)
  /// The place of the touch: an estimate in predicted touches only.
  public static let location = TouchProperties(rawValue: 8)

  /// The properties that an axis of a panel's contacts reports.
  static func told(by axis: UInt16) -> TouchProperties {
    switch axis {
    case EventCode.absMTPressure, EventCode.absPressure: .force
    // A device that reports its tilt leaves out the axis that did not change.
    case EventCode.absTiltX, EventCode.absTiltY: [.azimuth, .altitude]
    default: []
    }
  }
}

/// That a contact is somewhere else, and no more than that: a third of a ``TouchSample``, and nearly all that there is.
struct TouchMove: BitwiseCopyable {
  var contact: ContactID
  /// The position in device units, as the panel sent it.
  var rawX: Int32
  var rawY: Int32
  /// The position in points of the screen; neither clamped nor rounded.
  var location: Point
}

/// The contact of one slot of a panel that hovers.
struct HoverPointer: Equatable, BitwiseCopyable {
  /// The index of the panel among those that were attached.
  let panel: Int32
  let slot: Int32
}

/// One frame's report of something that hovers, calibrated to the screen. No filter has seen it: those are for
/// fingers on the glass.
struct HoverSample: BitwiseCopyable {
  let pointer: HoverPointer
  /// `began` when it came near, `ended` when it left or touched down, `cancelled` when it was lost or silenced.
  let phase: TouchPhase
  let type: TouchType
  /// In points of the screen; neither clamped nor rounded. At the end, where it was last seen hovering.
  let location: Point
  /// The height above the glass as a part of what the panel can tell, 0 to 1; 0 where it does not say.
  let zOffset: Double
  /// Tilt and direction of a pen; upright for fingers and for panels that do not report them.
  let pose: PenPose

  /// Whether it no longer hovers.
  var isOver: Bool { phase == .ended || phase == .cancelled }
}

/// Source of the contacts' numbers: shared by all pipelines of a program, so that no two contacts have the same.
public final class ContactIDs {
  private var last = 0

  /// A source whose first number is 1.
  public init() {}

  /// A number that no contact had before.
  func make() -> ContactID {
    last += 1
    return last
  }
}
