import TestTables

/// Properties of the filter `smooth` that hold for any finger.
@Suite("Smooth, for any finger") struct SmoothProperties {
  private static func anyFilter(_ random: inout SplitMix) -> ContactFilter {
    .smooth(
      cutoff: [0.001, 0.3, 1, 7, 1000].randomElement(using: &random) ?? 1,
      beta: [0, 0.001, 0.01, 0.1, 1000].randomElement(using: &random) ?? 0)
  }

  private static func anyPoint(_ random: inout SplitMix) -> Point {
    Point(x: Double.random(in: 0...1000, using: &random), y: Double.random(in: 0...1000, using: &random))
  }

  @Test("Any places at any times: as the paper's pseudo code", arguments: 0..<20)
  func model(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let cutoff = Double.random(in: 0.1...20, using: &random)
    let beta = Double.random(in: 0...0.1, using: &random)
    let rig = SmoothRig(.smooth(cutoff: cutoff, beta: beta))
    var model = SmoothModel(mincutoff: cutoff, beta: beta)
    var point = SmoothRig.rounded(Self.anyPoint(&random))
    var distance = rig.land(point).distance(to: model.filter(point, rate: 1))
    for _ in 0..<500 {
      let step = Double.random(in: 0...30, using: &random)
      point.x += Double.random(in: -step...step, using: &random)
      point.y += Double.random(in: -step...step, using: &random)
      point = SmoothRig.rounded(point)
      let isPause = Int.random(in: 0..<50, using: &random) == 0
      let interval = Interval(
        microseconds: Int64.random(in: 1...(isPause ? 5_000_000 : 40_000), using: &random))
      let expected = model.filter(point, rate: 1 / interval.seconds)
      distance = max(distance, rig.move(point, after: interval).distance(to: expected))
    }
    // Both round each of the 500 results to the 16th digit.
    #expect(distance < 1e-9, "seed \(seed), cutoff \(cutoff), beta \(beta)")
  }

  @Test("A finger that rests stays exactly where it landed", arguments: 0..<20)
  func constant(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let rig = SmoothRig(Self.anyFilter(&random))
    let point = Self.anyPoint(&random)
    let landing = rig.land(point)
    for _ in 0..<200 {
      let place = rig.move(point, after: Self.anyInterval(&random))
      #expect(place == landing, "seed \(seed)")
    }
  }

  @Test("On each axis the touch is never beyond where the finger has been", arguments: 0..<20)
  func hull(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let rig = SmoothRig(Self.anyFilter(&random))
    let unfiltered = SmoothRig(.median(1))
    let landing = Self.anyPoint(&random)
    var (low, high) = (unfiltered.land(landing), rig.land(landing))
    for _ in 0..<300 {
      let (point, interval) = (Self.anyPoint(&random), Self.anyInterval(&random))
      let raw = unfiltered.move(point, after: interval)
      low = Point(x: min(low.x, raw.x), y: min(low.y, raw.y))
      high = Point(x: max(high.x, raw.x), y: max(high.y, raw.y))
      let place = rig.move(point, after: interval)
      let isInside = (low.x...high.x).contains(place.x) && (low.y...high.y).contains(place.y)
      #expect(isInside, "seed \(seed)")
    }
  }

  /// Also none, one backwards, and the longest that there is.
  private static func anyInterval(_ random: inout SplitMix) -> Interval {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: Interval(microseconds: 0)
    case 1: Interval(microseconds: -5_000_000)
    case 2: Interval(microseconds: .max)
    case 3: Interval(microseconds: 1)
    default: Interval(microseconds: Int64.random(in: 1000...50_000, using: &random))
    }
  }
}

/// The 1 € filter as the paper's appendix writes it, for each axis by itself and with a rate instead of times; but for
/// the two points that `SmoothStage` names: the raw place before, and one speed for both axes.
struct SmoothModel {
  private struct LowPass {
    private var hatx: Double?

    mutating func filter(_ x: Double, _ alpha: Double) -> Double {
      let result = hatx.map { alpha * x + (1 - alpha) * $0 } ?? x
      hatx = result
      return result
    }
  }

  let mincutoff: Double
  let beta: Double
  private let dcutoff = 1.0
  private var (xfilt, yfilt) = (LowPass(), LowPass())
  private var (dxfilt, dyfilt) = (LowPass(), LowPass())
  private var last: Point?

  init(mincutoff: Double, beta: Double) { (self.mincutoff, self.beta) = (mincutoff, beta) }

  private static func alpha(_ rate: Double, _ cutoff: Double) -> Double {
    let tau = 1 / (2 * Double.pi * cutoff)
    let te = 1 / rate
    return 1 / (1 + tau / te)
  }

  mutating func filter(_ point: Point, rate: Double) -> Point {
    let dx = last.map { (point.x - $0.x) * rate } ?? 0
    let dy = last.map { (point.y - $0.y) * rate } ?? 0
    last = point
    let edx = dxfilt.filter(dx, Self.alpha(rate, dcutoff))
    let edy = dyfilt.filter(dy, Self.alpha(rate, dcutoff))
    let cutoff = mincutoff + beta * (edx * edx + edy * edy).squareRoot()
    return Point(
      x: xfilt.filter(point.x, Self.alpha(rate, cutoff)), y: yfilt.filter(point.y, Self.alpha(rate, cutoff)))
  }
}
