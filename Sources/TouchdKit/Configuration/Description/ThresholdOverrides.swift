import Dispatcher

/// The numbers of the event model that a layout changes; what is `nil` keeps its default.
struct ThresholdOverrides: Equatable, Sendable {
  var touch = Touch()
  var tap = Tap()
  var longPress = LongPress()

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
}
