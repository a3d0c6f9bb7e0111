package import Dispatcher

/// Position of a panel behind its screen, found from presses on targets: the keys of a layout that state it, and how
/// far touches were off before and are after.
///
/// An affine map is fitted to the presses that belong together. What is kept of it is the simplest that explains these
/// within their noise: one of eight orientations; one with each axis stretched and moved; the whole map.
package struct PanelFit: Equatable, Sendable {
  /// At most so many presses: the page has nine crosses. (O)
  package static let pressLimit = 16
  /// Presses that are further from the best map say nothing of the panel, as a fraction of the screen. (O)
  private static let widest = 0.08

  /// The panel: how its units are read, and what it is calibrated by so far.
  package struct Panel: Equatable, Sendable {
    /// The ranges by which the layout reads it, in its own units.
    package var x: AxisRange
    package var y: AxisRange
    /// The layout's present keys.
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

  /// Errors of presses, in the units of ``PanelFit/measure``.
  package struct Errors: Equatable, Sendable {
    package var mean: Double
    package var worst: Double
  }

  /// The panel without any calibration.
  package let orientation: PanelOrientation
  /// Orientation of touches with the former calibration.
  package let orientationBefore: PanelOrientation
  /// The keys to write into the layout.
  package let keys: CalibrationKeys
  /// The indices of the presses that are left out, since they do not fit the others.
  package let refused: [Int]
  package let measure: ScreenMeasure
  /// With the calibration that there was.
  package let before: Errors
  /// With ``keys``.
  package let after: Errors
  /// Error at the panel's edges by the orientation alone; 0 if that is enough.
  package let edgeError: Double
  /// From fractions of the panel to those of the screen.
  let map: AffineTransform
  let panel: Panel

  /// - Parameters:
  ///   - noise: exactness of a press at best, as a fraction of the screen. A finger on a cross is a millimetre off, on
  ///     a screen of a foot. (O)
  ///   - maySkew: whether the map may be skewed: three presses say nothing of it, for they fit any map.
  /// - Throws: ``PanelFitFailure`` where the presses do not tell.
  package init(
    _ presses: [PressedTarget], _ panel: Panel, noise: Double = 0.003, maySkew: Bool = true
  ) throws(PanelFitFailure) {
    guard presses.count >= 3 else { throw .tooFew(presses.count) }
    guard presses.count <= Self.pressLimit else { throw .tooMany(presses.count) }
    let pairs = presses.map { PointPair(from: panel.fraction($0.press), to: $0.target) }
    guard let rough = InlierChoice(pairs, noise: noise),
      let roughMap = LeastSquares.affine(pairs.at(rough.inliers))
    else { throw .inOneLine }
    let orientation = PanelOrientation(nearest: roughMap)
    let measure = ScreenMeasure(panel.size, orientation)
    let choice = MapChoice(
      pairs.map { PointPair(from: orientation.map.apply(to: $0.from), to: measure.scale.apply(to: $0.to)) },
      noise: noise * measure.side, maySkew: maySkew, measure.size)
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

  /// One more touch, to see whether the calibration holds.
  package struct Verification: Equatable, Sendable {
    /// Error with the new keys, in the units of ``PanelFit/measure``.
    package let error: Double
    /// Whether that is within what the other presses promise.
    package let isGood: Bool
  }

  /// Error of a touch that had no part in the fit.
  ///
  /// - Parameter tolerance: how far it may be off anyway, as a fraction of the screen.
  package func verification(of press: PressedTarget, tolerance: Double) -> Verification {
    let error = Errors([PointPair(from: panel.fraction(press.press), to: press.target)], map, measure).worst
    return Verification(error: error, isGood: error <= max(tolerance * measure.side, 3 * after.worst))
  }

  /// The panel's position: `mirrored left to right, and off by up to 12 mm at the edges`.
  package var panelWords: String {
    edgeError > 0
      ? "\(orientation.words), and off by up to \(measure.words(edgeError)) at the edges" : orientation.words
  }

  /// Touches with the former calibration: `mirrored left to right, 143 mm off, at most 213 mm`.
  package var beforeWords: String {
    let turn = orientationBefore == .upright ? "" : orientationBefore.words + ", "
    return turn + words(before)
  }

  /// Touches with the new lines.
  package var afterWords: String { words(after) }

  /// Each press that is left out, with its number from 1; empty if none is.
  package var refusedWords: String? {
    guard !refused.isEmpty else { return nil }
    let numbers = refused.map { String($0 + 1) }
    return numbers.count == 1
      ? "press \(numbers[0]) is left out: it does not fit the others"
      : "presses \(series(numbers)) are left out: they do not fit the others"
  }

  /// The largest error that needs no better method: in millimetres; as a part of the side, if the size of the screen is
  /// not known. (O)
  private static let (goodError, goodPart) = (2.0, 0.01)

  /// Names the better method; `nil` if the error that remains is small.
  ///
  /// - Parameter verification: of this fit.
  package func adviceWords(_ verification: Verification) -> String? {
    let error = max(after.worst, verification.error)
    let limit = measure.unit == .millimetres ? Self.goodError : Self.goodPart * measure.side
    return error > limit
      ? "\(measure.words(error)) remain; nine crosses are more exact: `touchd web --write`, then /calibrate in the "
        + "kiosk's browser" : nil
  }

  private func words(_ errors: Errors) -> String {
    "\(measure.words(errors.mean)) off on average, at most \(measure.words(errors.worst))"
  }
}

extension PanelFit.Errors {
  init(_ pairs: [PointPair], _ map: AffineTransform, _ measure: ScreenMeasure) {
    let scaled = pairs.map { PointPair(from: $0.from, to: measure.scale.apply(to: $0.to)) }
    let errors = scaled.squaredErrors(of: map.concatenating(measure.scale)).map { $0.squareRoot() }
    mean = errors.isEmpty ? 0 : errors.reduce(0, +) / Double(errors.count)
    worst = errors.max() ?? 0
  }

  /// The longest way by which a map of the unit square moves a corner.
  fileprivate static func atCorners(of map: AffineTransform, _ measure: ScreenMeasure) -> Double {
    let corners = [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: 1, y: 1)]
    return PanelFit.Errors(corners.map { PointPair(from: $0, to: $0) }, map, measure).worst
  }
}

/// Reason for which presses do not determine a panel's position.
package enum PanelFitFailure: Error, Equatable, Sendable, CustomStringConvertible {
  case tooFew(Int)
  case tooMany(Int)
  /// All presses are in one place, or in one line.
  case inOneLine
  /// They do not fit each other.
  case scattered
  /// No panel that is mounted behind its screen gives such presses.
  case implausible

  /// The problem in words.
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

/// A place of the screen that a person was asked to touch, and where the panel reported the finger.
package struct PressedTarget: Equatable, Sendable {
  /// Place of the target, as a fraction of the screen: (0, 0) is the upper left corner, (1, 1) the lower right one.
  package let target: Point
  /// Place of the press as the panel reported it, in its own units.
  package let press: Point

  /// - Parameters:
  ///   - target: a fraction of the screen.
  ///   - press: in the panel's units.
  package init(target: Point, press: Point) { (self.target, self.press) = (target, press) }
}

/// The unit of errors: millimetres if the screen or the panel says how large it is.
package struct ScreenMeasure: Equatable, Sendable {
  package enum Unit: String, Sendable {
    case millimetres = "mm"
    case points = "points"
    /// Of the screen's width and height, each.
    case percent = "%"
  }

  /// Source of the screen's size.
  package enum Source: Equatable, Sendable {
    /// The layout says it, in millimetres.
    case screen(Size)
    /// The panel says it by its resolution, in millimetres along its own axes.
    case panel(Size)
    /// In points: nothing says how large a millimetre is.
    case points(Size)
    /// There is no layout.
    case unknown

    /// Size of the screen; `nil` if nothing states it.
    var millimetres: Size? {
      switch self {
      case .screen(let size), .panel(let size): size
      case .points, .unknown: nil
      }
    }
  }

  /// The screen, in ``unit``.
  package let size: Size
  package let unit: Unit

  init(_ source: Source, _ orientation: PanelOrientation) {
    switch source {
    case .screen(let size): (self.size, unit) = (size, .millimetres)
    case .panel(let size) where orientation.swapsAxes:
      (self.size, unit) = (Size(width: size.height, height: size.width), .millimetres)
    case .panel(let size): (self.size, unit) = (size, .millimetres)
    case .points(let size): (self.size, unit) = (size, .points)
    case .unknown: (size, unit) = (Size(width: 100, height: 100), .percent)
    }
  }

  /// From fractions of the screen.
  var scale: AffineTransform { AffineTransform(scaleX: size.width, y: size.height) }

  /// The side of a square that is as large as the screen: what a fraction of the screen is of.
  var side: Double { size.side }

  /// A distance in words, `2.1 mm` or `143 mm`.
  package func words(_ distance: Double) -> String {
    let tenths = (distance * 10).rounded() / 10
    let number = TouchdKit.words(for: tenths < 10 ? tenths : distance.rounded())
    return unit == .percent ? "\(number)\(unit.rawValue)" : "\(number) \(unit.rawValue)"
  }
}
