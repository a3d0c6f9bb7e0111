import Dispatcher

/// The numbers of the event model that a layout changes; what is `nil` keeps its default.
struct ThresholdOverrides: Equatable, Sendable {
  var touch = Touch()
  var tap = Tap()
  var longPress = LongPress()
  var pan = Pan()
  var swipe = Swipe()
  var pinch = Pinch()
  var rotation = Rotation()
  var edgePan = EdgePan()
  var control = Control()
  var scroll = Scroll()

  /// When a down counts on from the one before (`tapCount`).
  struct Touch: Equatable, Sendable {
    /// The most points between the two downs.
    var tapDistance: Double?
    /// The longest time from the lift to the next down.
    var tapInterval: Interval?
  }

  /// The tap recognizer's.
  struct Tap: Equatable, Sendable {
    /// The longest that one tap may stay down.
    var maximumPress: Interval?
    /// The longest time from a lift to the next down.
    var maximumInterval: Interval?
    /// The most points between a tap's down and that of the tap before.
    var maximumDistance: Double?
    /// How far a finger may move while down, in points.
    var allowableMovement: Double?
  }

  /// The long press recognizer's.
  struct LongPress: Equatable, Sendable {
    /// How long the fingers must stay.
    var minimum: Interval?
    /// How far they may move meanwhile, in points.
    var allowableMovement: Double?
  }

  /// The pan recognizer's.
  struct Pan: Equatable, Sendable {
    /// How far the fingers must move before it begins, in points.
    var hysteresis: Double?
    /// The past that the velocity is taken of.
    var velocityWindow: Interval?
  }

  /// The swipe recognizer's.
  struct Swipe: Equatable, Sendable {
    /// From the down to the recognition.
    var maximumDuration: Interval?
    /// How far a finger must go along the direction, were it to take no time, in points.
    var primaryTravel: Double?
    /// The part of that which each second takes away.
    var primaryDecay: Double?
    /// How far a finger may stray from the direction, were it to take no time, in points.
    var secondaryTravel: Double?
    /// The part of that which each second takes away.
    var secondaryDecay: Double?
  }

  /// The pinch recognizer's.
  struct Pinch: Equatable, Sendable {
    /// By how much the distance of the fingers must change, in points.
    var hysteresis: Double?
    /// The past that the velocity is taken of.
    var velocityWindow: Interval?
  }

  /// The rotation recognizer's.
  struct Rotation: Equatable, Sendable {
    /// By how much the line between the fingers must turn, in radians.
    var hysteresis: Double?
    /// The past that the velocity is taken of.
    var velocityWindow: Interval?
  }

  /// The numbers of a pan from the edge of the screen.
  struct EdgePan: Equatable, Sendable {
    /// How far from the edge a finger may come down, in points.
    var edgeDistance: Double?
    /// How far it must go inwards, in points.
    var hysteresis: Double?
    /// How long it may take to get there.
    var maximumDuration: Interval?
  }

  /// Those of controls.
  struct Control: Equatable, Sendable {
    /// How far beyond the control a finger still counts as inside, in points.
    var slop: Double?
  }

  /// Those of scroll views.
  struct Scroll: Equatable, Sendable {
    /// How long a touch is kept from the content, in case it becomes a drag.
    var contentDelay: Interval?
    /// What is left of the velocity after each millisecond: less than 1.
    var decelerationRate: Double?
    /// How much of a drag beyond the end the content follows: 0 to 1.
    var rubberBand: Double?
    /// How steep a drag may be for a locked one to keep to an axis: 0 to 1.
    var directionalLock: Double?
  }
}
