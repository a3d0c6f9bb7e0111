package import Dispatcher

/// How a panel lies behind its screen, found from presses on targets: the keys of a layout that say so, and how far
/// touches were off before and are after.
///
/// An affine map is fitted to the presses that belong together. What is kept of it is the simplest that explains these
/// within their noise: one of eight orientations; one with each axis stretched and moved; the whole map.
package struct PanelFit: Equatable, Sendable {
  /// At most so many presses: the page has nine crosses. (O)
  package static let pressLimit = 16
  /// Presses that are further from the best map say nothing of the panel, as a fraction of the screen. (O)
  private static let widest = 0.08

  /// What was pressed, and how exactly.
  package struct Survey: Sendable {
    /// In the order of the presses.
    package var presses: [PressedTarget]
    /// How exact a press is at best, as a fraction of the screen. A finger on a cross is a millimetre off, on a screen
    /// of a foot. (O)
    package var noise = 0.003
    /// Whether the map may be skewed: three presses say nothing of it, for they fit any map.
    package var maySkew = true

    package init(_ presses: [PressedTarget]) { self.presses = presses }
  }

  /// The panel: how its units are read, and what it is calibrated by so far.
  package struct Panel: Equatable, Sendable {
    /// The ranges by which the layout reads it, in its own units.
    package var x: AxisRange
    package var y: AxisRange
    /// What the layout says so far.
    package var keys: CalibrationKeys
    /// udev's matrix; `nil` if it has none, or one that does nothing.
    package var udev: [Double]?
    package var size: ScreenMeasure.Source

    package init(
      x: AxisRange, y: AxisRange, keys: CalibrationKeys = CalibrationKeys(), udev: [Double]? = nil,
      size: ScreenMeasure.Source = .unknown
    ) {
      (self.x, self.y, self.keys, self.size) = (x, y, keys, size)
      self.udev = udev == CalibrationKeys.identity ? nil : udev
    }

    /// A place of the panel as a fraction of its range.
    func fraction(_ press: Point) -> Point {
      Point(x: (press.x - Double(x.minimum)) / x.count, y: (press.y - Double(y.minimum)) / y.count)
    }
  }

  /// How far presses are off, in the units of ``PanelFit/measure``.
  package struct Errors: Equatable, Sendable {
    package var mean: Double
    package var worst: Double
  }

  /// The panel without any calibration.
  package let orientation: PanelOrientation
  /// Where touches land with the calibration that there was, against where they should.
  package let orientationBefore: PanelOrientation
  /// What the layout is to say.
  package let keys: CalibrationKeys
  /// The indices of the presses that are left out, since they do not fit the others.
  package let refused: [Int]
  package let measure: ScreenMeasure
  /// With the calibration that there was.
  package let before: Errors
  /// With ``keys``.
  package let after: Errors
  /// How far the panel's edges would be off by the orientation alone; 0 where that is enough.
  package let edgeError: Double
  /// From fractions of the panel to those of the screen.
  let map: AffineTransform
  let panel: Panel

  /// - Throws: ``PanelFitFailure`` where the presses do not tell.
  package init(_ survey: Survey, _ panel: Panel) throws(PanelFitFailure) {
    let presses = survey.presses
    guard presses.count >= 3 else { throw .tooFew(presses.count) }
    guard presses.count <= Self.pressLimit else { throw .tooMany(presses.count) }
    let pairs = presses.map { PointPair(from: panel.fraction($0.press), to: $0.target) }
    guard let rough = InlierChoice(pairs, noise: survey.noise),
      let roughMap = LeastSquares.affine(pairs.at(rough.inliers))
    else { throw .inOneLine }
    let orientation = PanelOrientation(nearest: roughMap)
    let measure = ScreenMeasure(panel.size, orientation)
    let choice = MapChoice(
      pairs.map { PointPair(from: orientation.map.apply(to: $0.from), to: measure.scale.apply(to: $0.to)) },
      noise: survey.noise * measure.side, maySkew: survey.maySkew, measure.size)
    guard let choice, choice.isPlausible else { throw .implausible }
    guard choice.spread <= Self.widest * measure.side else { throw .scattered }
    let inliers = pairs.at(choice.inliers)
    let found = Self.keys(orientation, choice.map, panel, inliers, measure, choice.tolerance)
    (self.orientation, self.measure, self.panel, keys) = (orientation, measure, panel, found)
    refused = pairs.indices.filter { !choice.inliers.contains($0) }
    map = found.map(udev: panel.udev)
    before = Errors(inliers, panel.keys.map(udev: panel.udev), measure)
    after = Errors(inliers, map, measure)
    edgeError = choice.map.map { Errors.atCorners(of: $0, measure) } ?? 0
    let (now, right) = (panel.keys.map(udev: panel.udev), map.inverse ?? .identity)
    orientationBefore = PanelOrientation(nearest: right.concatenating(now))
  }

  /// The keys for a map. Those that there are stay if they explain the presses as well: what was found by many presses
  /// is not given up for what a few say. With udev's matrix alone, if that is right, no keys are needed; else they
  /// leave it out.
  private static func keys(
    _ orientation: PanelOrientation, _ map: AffineTransform?, _ panel: Panel, _ inliers: [PointPair],
    _ measure: ScreenMeasure, _ tolerance: Double
  ) -> CalibrationKeys {
    let scaled = inliers.map { PointPair(from: $0.from, to: measure.scale.apply(to: $0.to)) }
    for keys in [panel.keys, CalibrationKeys()]
    where scaled.squaredError(of: keys.map(udev: panel.udev).concatenating(measure.scale)) <= tolerance {
      return keys
    }
    var keys = orientation.keys
    keys.matrix = map.map(\.libinputMatrix) ?? (panel.udev == nil ? nil : CalibrationKeys.identity)
    return keys
  }
}

extension PanelFit {
  /// One more touch, to see whether the calibration holds.
  package struct Verification: Equatable, Sendable {
    /// How far it is off with the new keys, in the units of ``PanelFit/measure``.
    package let error: Double
    /// Whether that is within what the other presses promise.
    package let isGood: Bool
  }

  /// How far a touch that had no part in the fit is off.
  ///
  /// - Parameter tolerance: how far it may be off anyway, as a fraction of the screen.
  package func verification(of press: PressedTarget, tolerance: Double) -> Verification {
    let pair = PointPair(from: panel.fraction(press.press), to: press.target)
    let error = Errors([pair], map, measure).worst
    return Verification(error: error, isGood: error <= max(tolerance * measure.side, 3 * after.worst))
  }
}

extension PanelFit.Errors {
  init(_ pairs: [PointPair], _ map: AffineTransform, _ measure: ScreenMeasure) {
    let scaled = pairs.map { PointPair(from: $0.from, to: measure.scale.apply(to: $0.to)) }
    let errors = scaled.squaredErrors(of: map.concatenating(measure.scale)).map { $0.squareRoot() }
    mean = errors.isEmpty ? 0 : errors.reduce(0, +) / Double(errors.count)
    worst = errors.max() ?? 0
  }

  /// How far a map of the unit square moves the corners, at most.
  fileprivate static func atCorners(of map: AffineTransform, _ measure: ScreenMeasure) -> Double {
    let corners = [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: 1, y: 1)]
    return PanelFit.Errors(corners.map { PointPair(from: $0, to: $0) }, map, measure).worst
  }
}

/// Why presses do not tell how a panel lies.
package enum PanelFitFailure: Error, Equatable, Sendable, CustomStringConvertible {
  case tooFew(Int)
  case tooMany(Int)
  /// All presses are in one place, or in one line.
  case inOneLine
  /// They do not fit each other.
  case scattered
  /// No panel that is mounted behind its screen gives such presses.
  case implausible

  /// What is wrong, in words.
  package var description: String {
    switch self {
    case .tooFew(let count): "\(count) presses are too few; three are needed"
    case .tooMany(let count): "\(count) presses are too many; at most \(PanelFit.pressLimit) are used"
    case .inOneLine: "the presses are in one place, or in one line"
    case .scattered: "the presses do not fit each other; too many were beside their targets"
    case .implausible: "the presses are not where a panel behind this screen would report the targets"
    }
  }
}
