import Dispatcher
import YAML

/// A length as a layout has it: `12`, `12mm` or `50%`.
struct Length: Equatable, Sendable {
  var value: Double
  var unit: Unit
  var mark: Mark

  enum Unit: String, Sendable {
    case points = ""
    case millimetres = "mm"
    /// Hundredths of the superview's width or height.
    case percent = "%"
  }

  /// The length in points.
  ///
  /// - Parameters:
  ///   - whole: what 100 % are, in points.
  ///   - pointsPerMillimetre: `nil` if neither the layout nor the panel says how large the screen is.
  /// - Throws: ``GeometryError`` for millimetres without `pointsPerMillimetre`.
  func points(of whole: Double, pointsPerMillimetre: Double?) throws(GeometryError) -> Double {
    switch unit {
    case .points: return value
    case .percent: return value / 100 * whole
    case .millimetres:
      guard let pointsPerMillimetre else {
        throw GeometryError(
          mark: mark,
          message: "`\(words(for: value))mm` needs the size of the screen: neither the layout (`size_mm`) "
            + "nor the panel (its resolution) tells it")
      }
      return value * pointsPerMillimetre
    }
  }

  /// The length along each axis of the screen, in points; 0 for per cent, there being nothing to take them of.
  ///
  /// A millimetre can be more points along one axis than along the other.
  ///
  /// - Parameter pointsPerMillimetre: `nil` if neither the layout nor the panel says how large the screen is.
  /// - Throws: ``GeometryError`` for millimetres without `pointsPerMillimetre`.
  func pointsPerAxis(
    pointsPerMillimetre: (x: Double, y: Double)?
  ) throws(GeometryError) -> (x: Double, y: Double) {
    let x = try points(of: 0, pointsPerMillimetre: pointsPerMillimetre?.x)
    let y = try points(of: 0, pointsPerMillimetre: pointsPerMillimetre?.y)
    return (x, y)
  }
}

/// A length along each axis, as a size or a place has them.
struct LengthPair: Equatable, Sendable {
  var x: Length
  var y: Length

  /// The lengths in points.
  ///
  /// - Parameters:
  ///   - whole: what 100 % are.
  ///   - pointsPerMillimetre: `nil` if neither the layout nor the panel says how large the screen is.
  /// - Throws: ``GeometryError`` for millimetres without `pointsPerMillimetre`.
  func points(
    of whole: Size, pointsPerMillimetre: (x: Double, y: Double)?
  ) throws(GeometryError) -> Point {
    Point(
      x: try x.points(of: whole.width, pointsPerMillimetre: pointsPerMillimetre?.x),
      y: try y.points(of: whole.height, pointsPerMillimetre: pointsPerMillimetre?.y))
  }
}

/// A length of a layout that does not fit the screen or the panel it meets, and where the layout has it.
struct GeometryError: Error, Equatable, Sendable {
  let mark: Mark
  let message: String
}
