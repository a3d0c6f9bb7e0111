internal import CBaselines
import Dispatcher

/// The hit test against the plain recursion, on the same trees and the same points.
struct HitTests {
  let options: Options
  let results: Results

  static let counts = [1000, 10_000]
  /// How long the points of one round take at least; shorter ones say nothing.
  private static let shortest = 20_000_000.0

  static func name(_ shape: HitScene.Shape, _ views: Int) -> String { "hit/\(shape)/\(views)" }

  /// All rounds of all trees: a tree is built once, and its answers are compared once.
  func measure() {
    for views in options.isQuick ? [100, 1000] : Self.counts {
      for shape in HitScene.Shape.allCases where options.includes(Self.name(shape, views)) {
        measure(shape, views)
      }
    }
  }

  private func measure(_ shape: HitScene.Shape, _ views: Int) {
    let name = Self.name(shape, views)
    let scene = HitScene(shape, views: views, points: options.isQuick ? 1000 : HitScene.pointCount)
    let differences = scene.points.count { scene.fast($0) !== scene.plain($0) }
    results.add("\(name)/differences", Double(differences), "points")
    if differences > 0 {
      results.fail("\(name): \(differences) of \(scene.points.count) points have another answer")
    }
    let limit = options.isQuick ? 0 : Self.shortest
    for round in 0..<options.rounds {
      let bodies: [(String, (Point) -> View?)] = [("fast", scene.fast), ("plain", scene.plain)]
      for (subject, body) in round % 2 == 0 ? bodies : bodies.reversed() {
        results.add("\(name)/\(subject)", scene.cost(atLeast: limit, body), "ns")
      }
    }
  }
}

extension HitScene {
  /// Nanoseconds a point, over at least a hundred points and so many nanoseconds, in the order of the points.
  fileprivate func cost(atLeast limit: Double, _ body: (Point) -> View?) -> Double {
    var (count, hits, index) = (0, 0, 0)
    let start = bench_now()
    var now = start
    repeat {
      for _ in 0..<100 {
        if body(points[index]) != nil { hits += 1 }
        index = index + 1 < points.count ? index + 1 : 0
      }
      count += 100
      now = bench_now()
    } while Double(now - start) < limit
    precondition(hits > 0, "no point hits anything")
    return Double(now - start) / Double(count)
  }
}
