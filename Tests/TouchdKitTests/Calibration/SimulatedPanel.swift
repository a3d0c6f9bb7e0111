import TestTables

@testable import TouchdKit

/// A panel behind a screen: where it reports a touch is what the real `Calibration` maps to the touched place.
struct SimulatedPanel {
  static let screen = Size(width: 1280, height: 800)
  /// What is true of it.
  let truth: CalibrationKeys
  var x = AxisRange(minimum: 100, maximum: 4000, resolution: 13)
  var y = AxisRange(minimum: -20, maximum: 2047, resolution: 11)

  /// The nine crosses of a page, as fractions of the screen.
  static let crosses = [0.1, 0.5, 0.9].flatMap { y in [0.1, 0.5, 0.9].map { Point(x: $0, y: y) } }

  /// From the panel's units to points, by the daemon's own code.
  func calibration(_ keys: CalibrationKeys) -> Calibration {
    Calibration(
      x: x, y: y, size: Self.screen, rotation: keys.rotation, flipX: keys.flipsX, flipY: keys.flipsY,
      matrix: keys.matrix ?? [])
  }

  /// Where it reports a touch on a place of the screen, in its units.
  func press(at fraction: Point) -> Point {
    let point = Point(x: fraction.x * Self.screen.width, y: fraction.y * Self.screen.height)
    return calibration(truth).transform.inverse?.apply(to: point) ?? .zero
  }

  /// Touches on targets, as fractions of the screen off by at most the noise.
  func presses(
    on targets: [Point], noise: Double = 0, _ random: inout SplitMix
  ) -> [PressedTarget] {
    targets.map { target in
      let (dx, dy) = (random.number(in: -1...1), random.number(in: -1...1))
      let touched = Point(x: target.x + noise * dx, y: target.y + noise * dy)
      return PressedTarget(target: target, press: press(at: touched))
    }
  }

  /// What a fit knows of it.
  func panel(
    keys: CalibrationKeys = CalibrationKeys(), udev: [Double]? = nil,
    size: ScreenMeasure.Source = .points(screen)
  ) -> PanelFit.Panel {
    PanelFit.Panel(x: x, y: y, keys: keys, udev: udev, size: size)
  }

  /// How far touches land from where they are with other keys, in points, at most, over the whole screen.
  func error(of keys: CalibrationKeys) -> Double {
    let calibration = calibration(keys)
    let errors = Self.crosses.map { cross in
      calibration.transform.apply(to: press(at: cross))
        .distance(to: Point(x: cross.x * Self.screen.width, y: cross.y * Self.screen.height))
    }
    return errors.max() ?? 0
  }
}

extension SplitMix {
  /// A number of the normal distribution, but for its far ends: the sum of twelve.
  mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + number(in: 0...1) } }

  mutating func number(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}
