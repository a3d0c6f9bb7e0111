import TestTables

@testable import TouchdKit

/// Panels that lie anyhow, touched at nine crosses with noise and one wild press.
@Suite("Fits of random panels") struct RandomPanelFits {
  /// Width of the noise, as a fraction of the screen: of a bounded one at most, of a normal one as its deviation.
  static let noise = 0.02

  @Test(
    "Of 200 panels, the right words, the wild press refused, and as little error as noise",
    arguments: [true, false])
  func random(isBounded: Bool) throws {
    var refusedOthers = 0
    for seed in UInt64(0)..<200 {
      let random = RandomPanel(seed: seed) { Self.noise * (isBounded ? $0.number(in: -1...1) : $0.normal()) }
      let fit = try random.fit()
      #expect(fit.orientation == random.orientation, "seed \(seed)")
      #expect(fit.refused.contains(random.wild), "seed \(seed)")
      refusedOthers += fit.refused.count - 1
      // A map that is stretched and not skewed is taken where it is as good within the noise.
      let most = isBounded ? Self.noise : 1.5 * random.noise(besides: fit.refused)
      #expect(random.residual(of: fit) < most, "seed \(seed)")
      // With the lines that a layout gets, touches without noise are right over the whole screen.
      if isBounded { #expect(random.panel.error(of: fit.keys) < 0.05 * SimulatedPanel.screen.width) }
    }
    if isBounded { #expect(refusedOthers <= 10) }
  }
}

/// A panel that lies anyhow, and what it reports of touches at nine crosses.
private struct RandomPanel {
  let orientation: PanelOrientation
  let panel: SimulatedPanel
  /// The index of the press that went elsewhere.
  let wild: Int
  private var presses: [PressedTarget]
  /// How far each touch was off, as a fraction of the screen.
  private let offsets: [Point]

  /// - Parameter noise: how far a touch is off along an axis, as a fraction of the screen.
  init(seed: UInt64, noise: (inout SplitMix) -> Double) {
    var random = SplitMix(seed: seed)
    orientation = PanelOrientation.allCases[Int(seed % 8)]
    panel = SimulatedPanel(truth: Self.keys(orientation, &random))
    wild = Int.random(in: 0..<9, using: &random)
    var offsets: [Point] = []
    for _ in 0..<9 { offsets.append(Point(x: noise(&random), y: noise(&random))) }
    self.offsets = offsets
    presses = []
    for (index, target) in SimulatedPanel.crosses.enumerated() {
      let touched = index == wild ? Self.place(farFrom: target, &random) : target + offsets[index]
      presses.append(PressedTarget(target: target, press: panel.press(at: touched)))
    }
  }

  /// An orientation, stretched by up to a quarter, moved by up to a tenth, and skewed by up to three degrees.
  private static func keys(_ orientation: PanelOrientation, _ random: inout SplitMix) -> CalibrationKeys {
    var keys = orientation.keys
    keys.matrix = [
      random.number(in: 0.8...1.25), random.number(in: -0.05...0.05), random.number(in: -0.1...0.1),
      random.number(in: -0.05...0.05), random.number(in: 0.8...1.25), random.number(in: -0.1...0.1),
    ]
    return keys
  }

  private static func place(farFrom target: Point, _ random: inout SplitMix) -> Point {
    while true {
      let place = Point(x: random.number(in: 0...1), y: random.number(in: 0...1))
      if place.distance(to: target) > 0.2 { return place }
    }
  }

  func fit() throws -> PanelFit { try PanelFit(presses, panel.panel(size: .unknown)) }

  /// The root of the mean squared error of the presses that a fit keeps, along an axis, as a fraction of the screen.
  func residual(of fit: PanelFit) -> Double {
    let kept = presses.indices.filter { !fit.refused.contains($0) }
    let calibration = panel.calibration(fit.keys)
    let errors = kept.map { index -> Double in
      let point = calibration.transform.apply(to: presses[index].press)
      let (width, height) = (SimulatedPanel.screen.width, SimulatedPanel.screen.height)
      let (x, y) = (point.x / width - presses[index].target.x, point.y / height - presses[index].target.y)
      return x * x + y * y
    }
    return (errors.reduce(0, +) / Double(2 * kept.count)).squareRoot()
  }

  /// The same of the noise itself.
  func noise(besides refused: [Int]) -> Double {
    let kept = offsets.indices.filter { !refused.contains($0) }.map { offsets[$0] }
    return (kept.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y } / Double(2 * kept.count)).squareRoot()
  }
}
