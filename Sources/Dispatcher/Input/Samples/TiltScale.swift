/// How a pen is held, in UIKit's terms.
@frozen public struct PenPose: Equatable, Sendable {
  /// Radians between the pen and the glass: 0 lies on it, π/2 stands upright.
  public var altitude: Double
  /// Radians from the screen's x axis to where the pen points, clockwise: π/2 points down the screen.
  public var azimuth: Double

  /// A pose with these angles, in radians; they are not checked.
  @inlinable public init(altitude: Double, azimuth: Double) {
    self.altitude = altitude
    self.azimuth = azimuth
  }

  /// Upright, as a pen without tilt axes counts.
  public static let upright = PenPose(altitude: .pi / 2, azimuth: 0)
}

/// Raw tilt to angles.
struct TiltScale {
  /// Radians per device unit, and the value that stands for upright.
  private let x: (factor: Double, centre: Double)
  private let y: (factor: Double, centre: Double)
  /// What turns the panel's directions into the screen's.
  private let turn: AffineTransform

  /// - Returns: `nil` where the panel does not have both axes.
  init?(x: AxisRange?, y: AxisRange?, turn: AffineTransform) {
    guard let x, let y, x.maximum > x.minimum, y.maximum > y.minimum else { return nil }
    self.x = Self.scale(x)
    self.y = Self.scale(y)
    self.turn = turn
  }

  /// Two tilts in planes that are at right angles make one direction: altitude = atan(1 / √(tan² x + tan² y)),
  /// azimuth = atan2(tan y, tan x) (W3C Pointer Events 3, "Converting between tiltX / tiltY and altitudeAngle /
  /// azimuthAngle").
  func pose(_ rawX: Int32, _ rawY: Int32) -> PenPose {
    let (tanX, tanY) = (slope(rawX, x), slope(rawY, y))
    guard tanX != 0 || tanY != 0 else { return .upright }
    let east = turn.a * tanX + turn.c * tanY
    let south = turn.b * tanX + turn.d * tanY
    let lean = (tanX * tanX + tanY * tanY).squareRoot()
    return PenPose(altitude: angle(x: lean, y: 1), azimuth: angle(x: east, y: south))
  }

  private func slope(_ raw: Int32, _ scale: (factor: Double, centre: Double)) -> Double {
    // A pen that lies on the glass has no tangent; nor has what a broken panel says.
    let limit = 89.9 * Double.pi / 180
    return tangent(min(max((Double(raw) - scale.centre) * scale.factor, -limit), limit))
  }

  /// The kernel gives the resolution of an angle in units per radian, rounded from units per degree: 57 is one unit per
  /// degree. Without it, a range that is symmetric about 0 and reaches 90 or more ends upright against the glass; any
  /// other one covers −64° to 64°, as Wacom's do (libinput reads them so, too).
  private static func scale(_ axis: AxisRange) -> (factor: Double, centre: Double) {
    let degree = Double.pi / 180
    let centre = axis.minimum < 0 ? 0 : (Double(axis.minimum) + Double(axis.maximum) + 1) / 2
    if axis.resolution > 0 {
      let unitsPerDegree = (Double(axis.resolution) * degree).rounded()
      return (unitsPerDegree >= 1 ? degree / unitsPerDegree : 1 / Double(axis.resolution), centre)
    }
    if axis.minimum == -axis.maximum, axis.maximum >= 90 {
      return (90 * degree / Double(axis.maximum), centre)
    }
    return (128 * degree / axis.count, centre)
  }
}
