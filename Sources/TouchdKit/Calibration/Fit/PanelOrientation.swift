import Dispatcher

/// One of the eight ways in which a panel can lie behind its screen.
package enum PanelOrientation: CaseIterable, Equatable, Sendable {
  /// The panel's axes run as the screen's do.
  case upright
  /// The panel's x axis runs down the screen, its y axis to the left.
  case turnedClockwise
  /// Both axes run the other way.
  case upsideDown
  /// The panel's x axis runs up the screen, its y axis to the right.
  case turnedCounterclockwise
  /// The x axis runs the other way.
  case mirroredLeftToRight
  /// The y axis runs the other way.
  case mirroredTopToBottom
  /// The panel's x axis runs down the screen, its y axis to the right.
  case swapped
  /// The panel's x axis runs up the screen, its y axis to the left.
  case swappedAndReversed

  /// The orientation in words, of a panel or of touches: `mirrored left to right`.
  package var words: String {
    switch self {
    case .upright: "upright"
    case .turnedClockwise: "turned a quarter clockwise"
    case .upsideDown: "upside down"
    case .turnedCounterclockwise: "turned a quarter counterclockwise"
    case .mirroredLeftToRight: "mirrored left to right"
    case .mirroredTopToBottom: "mirrored top to bottom"
    case .swapped: "x and y swapped"
    case .swappedAndReversed: "x and y swapped and both reversed"
    }
  }

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
  var swapsAxes: Bool {
    switch self {
    case .turnedClockwise, .turnedCounterclockwise, .swapped, .swappedAndReversed: true
    case .upright, .upsideDown, .mirroredLeftToRight, .mirroredTopToBottom: false
    }
  }

  /// The one whose directions are nearest to those of a map of the unit square.
  init(nearest map: AffineTransform) {
    var (best, least) = (PanelOrientation.upright, Double.infinity)
    for candidate in Self.allCases {
      let other = candidate.map
      let differences = [map.a - other.a, map.b - other.b, map.c - other.c, map.d - other.d]
      let distance = differences.reduce(0) { $0 + $1 * $1 }
      if distance < least { (best, least) = (candidate, distance) }
    }
    self = best
  }
}
