/// Reason for which a recognizer gave up, for the trace.
#if hasAttribute(nonexhaustive)
  @nonexhaustive(warn)
#endif
public enum FailureReason: Equatable, Sendable, CustomStringConvertible {
  /// A finger moved further than allowed.
  case tooFar
  /// A finger stayed down for too long, or the next one came too late.
  case tooSlow
  /// A finger lifted before its time.
  case tooEarly
  /// More fingers came down than the gesture has.
  case tooManyTouches
  /// A finger lifted before as many were down as the gesture has.
  case tooFewTouches
  /// A finger came down somewhere else.
  case elsewhere
  /// The next tap was somewhere else, or a pan did not start at the edge: how far, and how far it may be.
  case tooRemote(Remoteness)
  /// A finger lifted before it had gone far enough.
  case tooShort
  /// A finger moved where the gesture does not go.
  case wrongDirection
  /// The touches were cancelled: a palm, an unplugged panel.
  case cancelled
  /// The recognizer was switched off.
  case disabled
  /// The recognizer, or its view, was taken away.
  case removed
  /// Another recognizer got the touches.
  case prevented(by: String)
  /// A recognizer that had to fail first did not.
  case required(String)
  /// The delegate, or a view, did not let it begin.
  case refused

  /// The reason, with the distances that decided it.
  public var description: String {
    guard case .tooRemote(let remoteness) = self else { return name }
    return "\(name): \(remoteness)"
  }

  /// The reason without distances, which say where a finger was.
  public var name: String {
    switch self {
    case .tooFar: "too far"
    case .tooSlow: "too slow"
    case .tooEarly: "too early"
    case .tooManyTouches: "too many touches"
    case .tooFewTouches: "too few touches"
    case .elsewhere, .tooRemote: "elsewhere"
    case .tooShort: "too short"
    case .wrongDirection: "wrong direction"
    case .cancelled: "cancelled"
    case .disabled: "disabled"
    case .removed: "removed"
    case .prevented(let name): "prevented by \(name)"
    case .required(let name): "required \(name) to fail"
    case .refused: "not allowed to begin"
    }
  }
}

/// Distance between a finger's down and the place where it had to be, in points of the screen.
public struct Remoteness: Equatable, Sendable, CustomStringConvertible {
  /// Origin of the distance.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
  #endif
  public enum Landmark: String, Sendable {
    /// The nearest finger of the tap before.
    case previousTap = "the previous tap"
    /// The nearest edge at which the gesture may start.
    case edge = "the edge"
  }

  /// The distance.
  public let distance: Double
  /// The largest permitted distance.
  public let limit: Double
  /// Origin of the distance.
  public let landmark: Landmark

  /// A distance beyond its limit.
  public init(_ distance: Double, from landmark: Landmark, atMost limit: Double) {
    (self.distance, self.limit, self.landmark) = (distance, limit, landmark)
  }

  /// `41 pt from the previous tap, at most 30`. Tenths are rounded up, so what is beyond the limit reads so.
  public var description: String {
    let tenths = (distance * 10).rounded(.up) / 10
    return "\(short(tenths)) pt from \(landmark.rawValue), at most \(short(limit))"
  }
}
