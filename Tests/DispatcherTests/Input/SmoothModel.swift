import Dispatcher

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

  static func alpha(_ rate: Double, _ cutoff: Double) -> Double {
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
