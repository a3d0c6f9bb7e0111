import TestTables

@testable import TouchdKit

/// What presses on targets say of a panel.
@Suite("Fit of a panel") struct PanelFitRules {
  @Test("Each orientation is found, with exactly its lines", arguments: PanelOrientation.allCases)
  func orientation(orientation: PanelOrientation) throws {
    var random = SplitMix(seed: 17)
    let panel = SimulatedPanel(truth: orientation.keys)
    let fit = try PanelFit(panel.presses(on: SimulatedPanel.crosses, &random), panel.panel())
    #expect(fit.orientation == orientation && fit.keys.lines == orientation.keys.lines)
    #expect(fit.after.worst < 1e-6 && panel.error(of: fit.keys) < 1e-6)
  }

  @Test("The simplest lines that explain the presses: nothing, stretched axes, the whole map")
  func simplest() throws {
    var random = SplitMix(seed: 3)
    let cases: [(matrix: [Double]?, expected: [Double]?)] = [
      (nil, nil), ([1.001, 0, -0.0005, 0, 0.999, 0.0005], nil),
      ([1.1, 0, -0.05, 0, 0.95, 0.02], [1.1, 0, -0.05, 0, 0.95, 0.02]),
      ([1.1, 0.03, -0.05, -0.02, 0.95, 0.02], [1.1, 0.03, -0.05, -0.02, 0.95, 0.02]),
    ]
    for (matrix, expected) in cases {
      let panel = SimulatedPanel(truth: CalibrationKeys(flipsX: true, matrix: matrix))
      let fit = try PanelFit(panel.presses(on: SimulatedPanel.crosses, &random), panel.panel())
      #expect(fit.keys == CalibrationKeys(flipsX: true, matrix: expected))
    }
  }

  @Test("Errors are in millimetres of the screen, else of the panel, which may be turned, else in points")
  func measures() throws {
    var random = SplitMix(seed: 5)
    let panel = SimulatedPanel(truth: CalibrationKeys(rotation: .quarter))
    let presses = panel.presses(on: SimulatedPanel.crosses, &random)
    func before(_ size: ScreenMeasure.Source) throws -> String {
      let fit = try PanelFit(presses, panel.panel(size: size))
      return fit.measure.words(fit.before.worst)
    }
    // A corner cross of a screen of 300 × 200 mm is 0.8 of its height or width off.
    #expect(try before(.screen(Size(width: 300, height: 200))) == "240 mm")
    #expect(try before(.panel(Size(width: 200, height: 300))) == "240 mm")
    #expect(try before(.points(Size(width: 1280, height: 800))) == "1024 points")
    #expect(try before(.unknown) == "80%")
    #expect(try PanelFit(presses, panel.panel()).beforeWords.hasPrefix("turned a quarter counterclockwise, "))
  }

  @Test("udev's matrix that is right needs no lines; one that is wrong is left out by the layout's own")
  func udev() throws {
    var random = SplitMix(seed: 7)
    let panel = SimulatedPanel(truth: CalibrationKeys(flipsX: true))
    let presses = panel.presses(on: SimulatedPanel.crosses, noise: 0.002, &random)
    let right = try PanelFit(
      presses, panel.panel(keys: CalibrationKeys(flipsX: true), udev: [-1, 0, 1, 0, 1, 0]))
    #expect(right.keys.lines == [])
    #expect(right.orientationBefore == .mirroredLeftToRight)
    #expect(right.after.mean < 5)
    let wrong = try PanelFit(presses, panel.panel(udev: [0, 1, 0, 1, 0, 0]))
    #expect(wrong.keys.lines == ["flip: [x]", "calibration: [1, 0, 0, 0, 1, 0]"])
    #expect(wrong.after.mean < 5)
    #expect(try PanelFit(presses, panel.panel(udev: [1, 0, 0, 0, 1, 0])).keys.lines == ["flip: [x]"])
  }

  @Test("Lines that explain the presses stay as they are; others are replaced by the simplest")
  func present() throws {
    var random = SplitMix(seed: 11)
    let exact = CalibrationKeys(
      rotation: .threeQuarters, flipsX: true, matrix: [1.02, 0.01, -0.01, 0, 0.99, 0.005])
    let panel = SimulatedPanel(truth: exact)
    let presses = panel.presses(on: SimulatedPanel.crosses, noise: 0.01, &random)
    func keys(_ former: CalibrationKeys) throws -> CalibrationKeys {
      try PanelFit(presses, panel.panel(keys: former), noise: 0.05, maySkew: false).keys
    }
    #expect(try keys(exact) == exact)
    #expect(try keys(CalibrationKeys(flipsY: true)).lines == ["rotate: 90", "flip: [y]"])
  }

  @Test("Two wild presses of nine are refused; nine that are wild, too")
  func wild() throws {
    var refused = 0
    for seed in UInt64(0)..<50 {
      var random = SplitMix(seed: seed)
      let panel = SimulatedPanel(truth: CalibrationKeys(rotation: .threeQuarters))
      var presses = panel.presses(on: SimulatedPanel.crosses, noise: 0.01, &random)
      presses[2] = PressedTarget(target: presses[2].target, press: presses[6].press)
      presses[5] = PressedTarget(target: presses[5].target, press: presses[0].press)
      let fit = try PanelFit(presses, panel.panel())
      #expect(fit.refused.contains(2) && fit.refused.contains(5), "seed \(seed)")
      #expect(fit.orientation == .turnedCounterclockwise, "seed \(seed)")
      let places = SimulatedPanel.crosses.map { _ in
        Point(x: random.number(in: 0...1), y: random.number(in: 0...1))
      }
      let anywhere = zip(presses, places).map { PressedTarget(target: $0.target, press: panel.press(at: $1)) }
      refused += (try? PanelFit(anywhere, panel.panel())) == nil ? 1 : 0
    }
    #expect(refused >= 45, "\(refused)")
  }

  @Test("Presses that say nothing of a panel are refused")
  func failures() throws {
    let panel = SimulatedPanel(truth: CalibrationKeys())
    func failure(_ presses: [(Point, Point)]) -> PanelFitFailure? {
      let presses = presses.map { PressedTarget(target: $0.0, press: panel.press(at: $0.1)) }
      do {
        _ = try PanelFit(presses, panel.panel())
        return nil
      } catch { return error }
    }
    let (a, b, c) = (Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1))
    #expect(failure([(a, a), (b, b)]) == .tooFew(2))
    #expect(failure(Array(repeating: (a, a), count: 17)) == .tooMany(17))
    #expect(failure([(a, a), (b, a), (c, a)]) == .inOneLine)
    #expect(failure([(a, a), (b, Point(x: 0.5, y: 0.5)), (c, c)]) == .inOneLine)
    #expect(failure([(a, a), (b, Point(x: 0.05, y: 0)), (c, Point(x: 0.05, y: 0.05))]) == .implausible)
    #expect(failure([(a, a), (b, Point(x: 0.2, y: 0)), (c, Point(x: 0.2, y: 0.2))]) == nil)
    #expect(failure([(a, a), (b, b), (c, c)]) == nil)
  }

  @Test("Numbers of a matrix have no exponent, and read back as they are")
  func decimals() {
    let rows: [(Double, String)] = [
      (1, "1"), (-1, "-1"), (0, "0"), (-0.0000001, "0"), (0.00001, "0.00001"), (1.05, "1.05"),
      (-0.123456789, "-0.12346"), (12.5, "12.5"), (0.1 + 0.2, "0.3"), (1_000_000, "1000000"),
    ]
    for (number, text) in rows {
      #expect(decimal(number) == text)
      #expect(Double(text) == roundedToDecimal(number))
    }
  }
}
