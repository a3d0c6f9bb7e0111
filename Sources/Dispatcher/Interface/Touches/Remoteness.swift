/// How far a finger came down from where it had to, in points of the screen.
public struct Remoteness: Equatable, Sendable, CustomStringConvertible {
  /// What the distance is measured from.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
  #endif
  public enum Landmark: String, Sendable {
    /// The nearest finger of the tap before.
    case previousTap = "the previous tap"
    /// The nearest edge at which the gesture may start.
    case edge = "the edge"
  }

  /// How far it was.
  public let distance: Double
  /// How far it may be.
  public let limit: Double
  /// What it is far from.
  public let landmark: Landmark

  /// A distance beyond its limit.
  public init(_ distance: Double, from landmark: Landmark, atMost limit: Double) {
    (self.distance, self.limit, self.landmark) = (distance, limit, landmark)
  }

  /// `41 pt from the previous tap, at most 30`. Tenths are rounded up, so what is beyond the limit reads so.
  public var description: String {
    let tenths = (distance * 10).rounded(.up) / 10
    return "\(words(for: tenths)) pt from \(landmark.rawValue), at most \(words(for: limit))"
  }

  /// 30 and not 30.0.
  private func words(for number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
