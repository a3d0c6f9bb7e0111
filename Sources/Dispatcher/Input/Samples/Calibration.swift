/// The affine map from a panel's units to points.
///
/// `point = M · ((raw − min) / (max − min + 1)) · size`, where M turns clockwise, then flips, then applies the six
/// floats of a calibration matrix in libinput's order. Neither clamps nor rounds.
public struct Calibration: Equatable, Sendable {
  /// The turn of a panel against its screen, clockwise, in degrees.
  public enum Rotation: Int, Equatable, Sendable, CaseIterable {
    /// The panel is mounted as it counts.
    case none = 0
    /// A quarter of a turn: the panel's x axis points down the screen.
    case quarter = 90
    /// Half a turn: both axes run the other way.
    case half = 180
    /// Three quarters of a turn: the panel's x axis points up the screen.
    case threeQuarters = 270

    /// The turn on the unit square, by the matrices of libinput's documentation.
    fileprivate var transform: AffineTransform {
      switch self {
      case .none: .identity
      case .quarter: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
      case .half: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
      case .threeQuarters: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
      }
    }
  }

  /// From device units to points of the screen.
  public let transform: AffineTransform
  /// Turns the panel's directions into the screen's, both axes counted as equally long.
  let turn: AffineTransform
  /// Device units to points for lengths, the mean over both axes.
  public let scale: Double

  /// - Parameters:
  ///   - x: the range of the horizontal axis, in device units.
  ///   - y: the range of the vertical axis, in device units.
  ///   - size: the screen, in points, as it stands after the rotation.
  ///   - matrix: `[a, b, c, d, e, f]`, x' = a·u + b·v + c, y' = d·u + e·v + f on u, v in 0..<1, as libinput's
  ///     calibration matrix. Fewer than six floats count as none.
  public init(
    x: AxisRange, y: AxisRange, size: Size, rotation: Rotation = .none,
    flipX: Bool = false, flipY: Bool = false, matrix: [Double] = []
  ) {
    turn = Self.turn(rotation, flipX, flipY, matrix)
    transform = AffineTransform(translationX: -Double(x.minimum), y: -Double(y.minimum))
      .concatenating(AffineTransform(scaleX: 1 / x.count, y: 1 / y.count))
      .concatenating(turn)
      .concatenating(AffineTransform(scaleX: size.width, y: size.height))
    scale = abs(transform.a * transform.d - transform.b * transform.c).squareRoot()
  }

  /// A place in device units as a point of the screen.
  @inline(__always)
  package func location(x: Int32, y: Int32) -> Point {
    transform.apply(to: Point(x: Double(x), y: Double(y)))
  }

  /// M of the formula, on the unit square.
  private static func turn(
    _ rotation: Rotation, _ flipX: Bool, _ flipY: Bool, _ matrix: [Double]
  ) -> AffineTransform {
    var map = rotation.transform
    if flipX { map = map.concatenating(AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)) }
    if flipY { map = map.concatenating(AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)) }
    guard matrix.count == 6 else { return map }
    return map.concatenating(
      AffineTransform(a: matrix[0], b: matrix[3], c: matrix[1], d: matrix[4], tx: matrix[2], ty: matrix[5]))
  }
}
