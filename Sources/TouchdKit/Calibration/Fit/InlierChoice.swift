import Dispatcher

/// Which of some presses belong together: one that went to a wrong place must not bend the map.
///
/// The least trimmed squares, exactly: of all ways to leave out as many presses as may be wrong, the one whose map fits
/// the rest best. What was left out and fits that map as well as the rest do is taken in again.
struct InlierChoice {
  /// The indices of those that belong together, in their order.
  let inliers: [Int]

  /// `nil` if the places lie in one line.
  ///
  /// O(2^n · n) for n pairs, of which there are at most ``PanelFit/pressLimit``.
  ///
  /// - Parameter noise: how exact a press is at best, in the units of the targets.
  init?(_ pairs: [PointPair], noise: Double) {
    let all = Array(pairs.indices)
    guard var (chosen, map) = Self.best(of: pairs, leavingOut: Self.suspects(among: pairs.count)) else {
      return nil
    }
    var spread = Self.spread(of: pairs.at(chosen), map, noise)
    while chosen.count < all.count {
      let errors = pairs.squaredErrors(of: map)
      let rest = all.filter { !chosen.contains($0) }
      guard let next = rest.min(by: { errors[$0] < errors[$1] }),
        errors[next] <= Self.limit * Self.limit * spread
      else { break }
      chosen.append(next)
      guard let refined = LeastSquares.affine(pairs.at(chosen)) else { break }
      map = refined
      spread = max(spread, Self.spread(of: pairs.at(chosen), map, noise))
    }
    inliers = chosen.sorted()
  }

  /// How far a press that was left out may be from the map, in standard deviations of the rest. It took no part in the
  /// map, so it is further off than those that did, and these are those that fit best. Of 1,600 presses with noise
  /// alone, 4.5 refuses 36, and 7 refuses 5. (O)
  private static let limit = 7.0

  /// How many presses may be wrong: half of those beyond the five that find one wrong press, and never more than three.
  private static func suspects(among count: Int) -> Int { min(3, max(0, (count - 5) / 2)) }

  /// The variance of a coordinate, but for the six numbers of the map.
  private static func spread(of pairs: [PointPair], _ map: AffineTransform, _ noise: Double) -> Double {
    let free = 2 * pairs.count - 6
    return max(noise * noise, free > 0 ? pairs.squaredError(of: map) / Double(free) : 0)
  }

  private static func best(
    of pairs: [PointPair], leavingOut count: Int
  ) -> (chosen: [Int], map: AffineTransform)? {
    var best: (chosen: [Int], map: AffineTransform)?
    var least = Double.infinity
    for left in 0..<(1 << pairs.count) where left.nonzeroBitCount == count {
      let chosen = pairs.indices.filter { left & (1 << $0) == 0 }
      guard let map = LeastSquares.affine(pairs.at(chosen)) else { continue }
      let error = pairs.at(chosen).squaredError(of: map)
      if error < least { (least, best) = (error, (chosen, map)) }
    }
    return best
  }
}

extension [PointPair] {
  /// Those of some indices.
  func at(_ indices: [Int]) -> [PointPair] { indices.map { self[$0] } }
}
