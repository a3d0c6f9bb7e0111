import Dispatcher

/// One gesture recognizer of a view or window.
struct GestureDescription: Equatable, Sendable {
  /// Unique in the file. Without one of its own, the view's id and the kind (`corner.tap`) or the name of a custom
  /// recognizer, for the second unnamed one of that kind on the view `corner.tap#2`, and so on.
  var name: Located<String>
  /// Whether the layout gives it that name.
  var isNamed = false
  var kind: Kind
  /// The names of the ``ResponderBinding``s that its actions go to.
  var to: [Located<String>] = []
  /// What the layout says of its touches; `nil` leaves it to UIKit's defaults.
  var cancelsTouches: Bool?
  var delaysBegan: Bool?
  var delaysEnded: Bool?
  /// The names of gestures that must fail before this one may be recognized.
  var requiresFailureOf: [Located<String>] = []
  /// The names of gestures that may be recognized at the same time.
  var simultaneousWith: [Located<String>] = []

  /// Which recognizer it is, with its own numbers.
  enum Kind: Equatable, Sendable {
    case tap(TapDescription)
    case longPress(LongPressDescription)
    case pan(PanDescription)
    case swipe(SwipeDescription)
    case pinch
    case rotation
    /// Never without an edge.
    case edgePan(Set<ScreenEdge>)
    case hover
    /// One of the program's own.
    case custom(CustomDescription)
  }
}

/// The numbers of a tap; what is `nil` is left to the thresholds.
struct TapDescription: Equatable, Sendable {
  var count = 1
  var touches = 1
  /// From the first down to the last down.
  var within: Interval?
  /// How long the last down must have lasted for the tap to be recognized; `nil` for at its lift.
  var holdLast: Interval?
}

/// The numbers of a long press; what is `nil` is left to the thresholds.
struct LongPressDescription: Equatable, Sendable {
  /// How long the fingers must stay.
  var minimum: Interval?
  /// How far they may move meanwhile, in points.
  var allowableMovement: Double?
  /// How many taps come before the press.
  var taps = 0
  var touches = 1
  /// How often it reports its progress; `nil` for not at all.
  var progress: Interval?
}

/// The numbers of a pan.
struct PanDescription: Equatable, Sendable {
  var minTouches = 1
  /// At least ``minTouches``; `nil` for any number.
  var maxTouches: Int?
  var axis = Axis.any

  /// Along which axis of its view the fingers must move for it to begin.
  enum Axis: String, LayoutChoice {
    case any
    case horizontal
    case vertical
  }
}

/// The numbers of a swipe.
struct SwipeDescription: Equatable, Sendable {
  /// Never empty.
  var directions: Set<Direction> = [.right]
  var touches = 1

  enum Direction: String, LayoutChoice {
    case left
    case right
    case up
    case down
  }
}

/// An edge of the screen at which a pan may start.
enum ScreenEdge: String, LayoutChoice {
  case top
  case left
  case bottom
  case right
}
