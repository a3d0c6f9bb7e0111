/// One step between a panel and its touches, against what cheap, worn or wet panels send. All are off unless a layout
/// asks for them; they are applied in its order, each to what the one before it let through.
#if hasAttribute(nonexhaustive)
  @nonexhaustive(warn)
#endif
public enum ContactFilter: Equatable, Sendable {
  /// The location follows only once it is further away than this, in points along each axis.
  case hysteresis(x: Double, y: Double)
  /// The location is the median of so many samples, for each axis by itself.
  case median(Int)
  /// The location follows a slow finger late and a fast one soon: a low-pass whose cutoff is so many hertz for a finger
  /// at rest, and `beta` hertz more for each point per second.
  case smooth(cutoff: Double, beta: Double)
  /// A contact that lands this soon after another lifted at its place is left out.
  case debounce(Interval)
  /// A contact begins when it has been down for so long, where it then is; a shorter one is left out.
  case holdDuration(Interval)
  /// A contact that lands this soon after another lifted, wherever, is left out.
  case ignoreRepeat(Interval)
  /// The first samples of a contact, and the last ones, are left out.
  case skip(first: Int, last: Int)
  /// A contact counts while its pressure is at least this, in device units.
  case pressure(Double)
  /// A contact that lands outside this part of the screen, in points, is reported once it enters it.
  case edge(inside: Rect)
  /// A contact whose longer axis is at least this, in device units, is a palm.
  case size(Double)

  /// - Parameter slots: how many slots the panel has.
  func makeStage(slots: Int) -> any FilterStage {
    switch self {
    case .hysteresis(let x, let y): HysteresisStage(x: x, y: y, slots: slots)
    case .median(let depth): MedianStage(depth: depth, slots: slots)
    case .smooth(let cutoff, let beta): SmoothStage(cutoff: cutoff, beta: beta, slots: slots)
    case .debounce(let interval): DebounceStage(interval)
    case .holdDuration(let duration): HoldDurationStage(duration, slots: slots)
    case .ignoreRepeat(let interval): IgnoreRepeatStage(interval, slots: slots)
    case .skip(let first, let last): SkipStage(first: first, last: last, slots: slots)
    case .pressure(let minimum): PressureStage(minimum)
    case .edge(let inside): EdgeStage(inside, slots: slots)
    case .size(let maximum): SizeStage(maximum)
    }
  }
}
