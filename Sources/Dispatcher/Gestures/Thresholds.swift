/// Every number of the event model that an application or a layout may change, with its unit and source.
///
/// Limits are inclusive. Sources: H Apple's published headers and documentation, M measured by others on iOS,
/// P open reimplementations, O our own choice.
public struct Thresholds: Equatable, Sendable {
  /// Limits within which a down belongs to the touch before it, and raises its tap count.
  public struct Reuse: Equatable, Sendable {
    /// From the previous lift to this down. (P)
    public var interval = Interval.milliseconds(350)
    /// From the previous down, in points. (P)
    public var distance = 30.0
  }

  /// The limits of a ``TapGestureRecognizer``.
  public struct Tap: Equatable, Sendable {
    /// The time for which each finger may stay down. (P)
    public var maximumDuration = Interval.milliseconds(750)
    /// From a lift to the next down. (P)
    public var interval = Interval.milliseconds(350)
    /// The distance that a finger may move from its down, in points. (P)
    public var allowableMovement = 10.0
    /// The distance at which a later tap may land from the previous tap's down, in points. (O)
    public var distance = 30.0
  }

  /// The limits of a ``LongPressGestureRecognizer``.
  public struct LongPress: Equatable, Sendable {
    /// The time for which the fingers must stay down. (H)
    public var minimumDuration = Interval.milliseconds(500)
    /// The distance that a finger may move before, in points. (H)
    public var allowableMovement = 10.0
  }

  /// The limits of a ``PanGestureRecognizer``.
  public struct Pan: Equatable, Sendable {
    /// The distance of the fingers from their downs at which it begins, in points. (H, M)
    public var hysteresis = 10.0
    /// The past that the velocity is taken of. (M)
    public var velocityWindow = Interval.milliseconds(100)
  }

  /// The limits of a ``SwipeGestureRecognizer``.
  public struct Swipe: Equatable, Sendable {
    /// From the down to the recognition. (M)
    public var maximumDuration = Interval.milliseconds(500)
    /// The distance that the finger must go along the direction, were it to take no time, in points. (M)
    public var primaryTravel = 50.0
    /// The part of that which each second since the down takes away. (M)
    public var primaryDecay = 0.94
    /// The distance that the finger may stray from the direction, were it to take no time, in points. (M)
    public var secondaryTravel = 50.0
    /// The part of that which each second since the down takes away. (M)
    public var secondaryDecay = 0.98
  }

  /// The limits of a ``PinchGestureRecognizer``.
  public struct Pinch: Equatable, Sendable {
    /// By how much the distance of the fingers must change before it begins, in points. (O)
    public var hysteresis = 8.0
    /// The past that the velocity is taken of; as a pan's. (O)
    public var velocityWindow = Interval.milliseconds(100)
  }

  /// The limits of a ``RotationGestureRecognizer``.
  public struct Rotation: Equatable, Sendable {
    /// By how much the line between the fingers must turn before it begins, in radians. (O)
    public var hysteresis = 0.1
    /// The past that the velocity is taken of; as a pan's. (O)
    public var velocityWindow = Interval.milliseconds(100)
  }

  /// The limits that a ``ScreenEdgePanGestureRecognizer`` has other than those of a pan.
  public struct ScreenEdgePan: Equatable, Sendable {
    /// The distance from the edge at which a finger may come down, in points. (P)
    public var edgeDistance = 13.0
    /// The distance inwards at which it begins, in points. (P)
    public var hysteresis = 15.0
    /// The time that it may take to get there. (P)
    public var maximumDuration = Interval.milliseconds(250)
  }

  /// Numbers of a control that follows its finger.
  public struct Controls: Equatable, Sendable {
    /// The distance beyond the control's bounds at which a finger that came down on it counts as inside, in points. (M)
    public var slop = 70.0
  }

  /// Numbers of a ``ScrollView`` that follows its fingers, and of its content that comes to rest.
  public struct Scroll: Equatable, Sendable {
    /// The time for which a touch is kept from the content, in case it becomes a drag. (M)
    public var contentDelay = Interval.milliseconds(150)
    /// The part of the velocity that is left after each millisecond. (H)
    public var decelerationRate = 0.998
    /// The part of a drag beyond the end that the content follows: UIKit's rubber band. (P)
    public var rubberBand = 0.55
    /// A drag goes along one axis where it has gone no more than this part of it along the other: 27 degrees. (O)
    public var directionalLock = 0.5
  }

  /// Limits within which a press of the plugin `pointer` is at the place of the press before it.
  public struct Pointer: Equatable, Sendable {
    /// From press to press: the longest time between the clicks of a double click in GTK, Qt and Windows. (P)
    public var clickInterval = Interval.milliseconds(500)
    /// From the place that the last press used, in points. (O)
    public var clickDistance = 30.0
  }

  /// For ``Touch/tapCount``; only the application's are used.
  public var reuse = Reuse()
  /// For tap recognizers.
  public var tap = Tap()
  /// For long press recognizers.
  public var longPress = LongPress()
  /// For pan recognizers, and for the pan of a scroll view.
  public var pan = Pan()
  /// For swipe recognizers.
  public var swipe = Swipe()
  /// For pinch recognizers.
  public var pinch = Pinch()
  /// For rotation recognizers.
  public var rotation = Rotation()
  /// For screen edge pan recognizers.
  public var screenEdgePan = ScreenEdgePan()
  /// For controls.
  public var control = Controls()
  /// For scroll views.
  public var scroll = Scroll()
  /// For people who explore by touch.
  public var explore = Explore()
  /// For the plugin `pointer`.
  public var pointer = Pointer()

  /// The defaults of all groups.
  public init() {}
}
