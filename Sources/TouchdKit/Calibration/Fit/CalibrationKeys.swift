package import Dispatcher

/// Position of a panel behind its screen in a layout's words: the keys `rotate`, `flip` and `calibration` of
/// `touchscreen`.
package struct CalibrationKeys: Equatable, Sendable {
  /// The turn of the panel, clockwise.
  package var rotation = Calibration.Rotation.none
  /// Whether x is reversed, after the turn.
  package var flipsX = false
  /// Whether y is reversed, after the turn.
  package var flipsY = false
  /// Six floats in libinput's order; `nil` leaves it to udev.
  package var matrix: [Double]?

  /// The names, in the order in which they apply.
  static let names = ["rotate", "flip", "calibration"]
  /// The matrix that changes nothing.
  static let identity: [Double] = [1, 0, 0, 0, 1, 0]

  /// From the panel to the screen, both as unit squares.
  ///
  /// - Parameter udev: udev's matrix, which applies where the layout has none.
  package func map(udev: [Double]? = nil) -> AffineTransform {
    // A range of one value from 0 on is a unit.
    let unit = AxisRange(minimum: 0, maximum: 0)
    return Calibration(
      x: unit, y: unit, size: Size(width: 1, height: 1), rotation: rotation, flipX: flipsX, flipY: flipsY,
      matrix: matrix ?? udev ?? []
    ).transform
  }

  /// The value of each key as a layout has it, by its name; `nil` for a key that is left out.
  func text(of name: String) -> String? {
    switch name {
    case "rotate": rotation == .none ? nil : String(rotation.rawValue)
    case "flip": flips.isEmpty ? nil : "[\(flips.joined(separator: ", "))]"
    default: matrix.map { "[\($0.map(decimal).joined(separator: ", "))]" }
    }
  }

  var flips: [String] { (flipsX ? ["x"] : []) + (flipsY ? ["y"] : []) }

  /// The lines of a layout; none where a panel needs none.
  package var lines: [String] { Self.names.compactMap { name in text(of: name).map { "\(name): \($0)" } } }

  var present: [String] { Self.names.filter { text(of: $0) != nil } }
}

/// A number of a matrix, with at most five decimals, a hundred-thousandth of the screen: on a wall of pixels less than
/// one of them. Never with an exponent, which not all readers of such matrices take.
func decimal(_ value: Double) -> String {
  let scaled = (abs(value) * decimalScale).rounded()
  guard scaled < 1e15 else { return words(for: value) }
  let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: Int(decimalScale))
  var digits = String(Int(decimalScale) + rest).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  let number = digits.isEmpty ? "\(whole)" : "\(whole).\(digits)"
  return value < 0 && scaled > 0 ? "-" + number : number
}

/// The same number as a value: what a reader of ``decimal(_:)`` gets.
func roundedToDecimal(_ value: Double) -> Double { Double(decimal(value)) ?? value }

private let decimalScale = 100_000.0

/// One of the eight ways in which a panel can lie behind its screen.
package enum PanelOrientation: String, CaseIterable, Sendable {
  /// The panel's axes run as the screen's do.
  case upright
  /// The panel's x axis runs down the screen, its y axis to the left.
  case turnedClockwise = "turned a quarter clockwise"
  /// Both axes run the other way.
  case upsideDown = "upside down"
  /// The panel's x axis runs up the screen, its y axis to the right.
  case turnedCounterclockwise = "turned a quarter counterclockwise"
  /// The x axis runs the other way.
  case mirroredLeftToRight = "mirrored left to right"
  /// The y axis runs the other way.
  case mirroredTopToBottom = "mirrored top to bottom"
  /// The panel's x axis runs down the screen, its y axis to the right.
  case swapped = "x and y swapped"
  /// The panel's x axis runs up the screen, its y axis to the left.
  case swappedAndReversed = "x and y swapped and both reversed"

  /// The orientation in words, of a panel or of touches: `mirrored left to right`.
  package var words: String { rawValue }

  /// The keys that say so, as few as possible.
  package var keys: CalibrationKeys {
    switch self {
    case .upright: CalibrationKeys()
    case .turnedClockwise: CalibrationKeys(rotation: .quarter)
    case .upsideDown: CalibrationKeys(rotation: .half)
    case .turnedCounterclockwise: CalibrationKeys(rotation: .threeQuarters)
    case .mirroredLeftToRight: CalibrationKeys(flipsX: true)
    case .mirroredTopToBottom: CalibrationKeys(flipsY: true)
    case .swapped: CalibrationKeys(rotation: .quarter, flipsX: true)
    case .swappedAndReversed: CalibrationKeys(rotation: .quarter, flipsY: true)
    }
  }

  /// From the panel to the screen, both as unit squares.
  var map: AffineTransform { keys.map() }

  /// Whether the panel's x axis runs along the screen's y axis.
  var swapsAxes: Bool { [.quarter, .threeQuarters].contains(keys.rotation) }

  /// The one whose directions are nearest to those of a map of the unit square.
  init(nearest map: AffineTransform) {
    func distance(_ other: AffineTransform) -> Double {
      let differences = [map.a - other.a, map.b - other.b, map.c - other.c, map.d - other.d]
      return differences.reduce(0) { $0 + $1 * $1 }
    }
    self = Self.allCases.min { distance($0.map) < distance($1.map) } ?? .upright
  }
}
