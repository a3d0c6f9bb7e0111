import Dispatcher

/// One gesture recognizer of a view or window.
struct GestureDescription: Equatable, Sendable {
  /// Unique in the file. Without one of its own, the view's id and the kind (`corner.tap`), for the second
  /// unnamed one of that kind on the view `corner.tap#2`, and so on.
  var name: Located<String>
  var kind: Kind
  /// The names of the ``ResponderBinding``s that its actions go to.
  var to: [Located<String>] = []
  var cancelsTouches = true
  var delaysBegan = false
  var delaysEnded = true

  /// Which recognizer it is, with its own numbers.
  enum Kind: Equatable, Sendable {
    case tap(TapDescription)
    case longPress(LongPressDescription)
  }
}

/// The numbers of a tap; what is `nil` is left to the thresholds.
struct TapDescription: Equatable, Sendable {
  var count = 1
  var touches = 1
  /// From the first down to the last down.
  var within: Interval?
}

/// The numbers of a long press; what is `nil` is left to the thresholds.
struct LongPressDescription: Equatable, Sendable {
  /// How long the fingers must stay.
  var minimum: Interval?
  /// How far they may move meanwhile, in points.
  var allowableMovement: Double?
  var touches = 1
}
