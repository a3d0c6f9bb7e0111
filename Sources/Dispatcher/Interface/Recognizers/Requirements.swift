/// The recognizers that ``GestureRecognizer/require(toFail:)`` named; they are not kept.
struct Requirements {
  private var references: [Weak<GestureRecognizer>] = []

  /// The named ones that are still there, in the order of their naming.
  var named: some Sequence<GestureRecognizer> { references.lazy.compactMap(\.object) }

  /// Names a recognizer. O(named).
  mutating func name(_ other: GestureRecognizer) {
    references.removeAll { $0.object == nil }
    if !names(other) { references.append(Weak(other)) }
  }

  /// Whether a recognizer was named. O(named).
  func names(_ other: GestureRecognizer) -> Bool { references.contains { $0.object === other } }
}

/// Attempts that wait for each other, and for no other: without help none of them would ever proceed.
enum WaitingCircle {
  /// The first attempt, in the order of the rules, that waits for itself along a circle of others.
  ///
  /// O(attempts) while none of them waits in a circle: each that waits knows one that it waits for, and mostly this
  /// way leads to one that does not wait. Otherwise each pair is compared, which may ask their delegates.
  static func first(among attempts: ContiguousArray<Attempt>) -> Attempt? {
    guard attempts.contains(where: \.phase.isWaiting) else { return nil }
    // By place, the places of those that an attempt waits for.
    var edges: [Int: [Int]] = [:]
    for place in endless(among: attempts) {
      edges[place] = attempts.indices.filter { attempts[place].waits(for: attempts[$0]) }
    }
    // One that waits for an attempt outside the circle, or for none, is no part of it; nor are those that wait for it.
    while let loose = edges.first(where: { $1.isEmpty || $1.contains { edges[$0] == nil } }) {
      edges[loose.key] = nil
    }
    return edges.keys.sorted().first { comesBack(to: $0, along: edges) }.map { attempts[$0] }
  }

  /// The places of the attempts from which the way, along one obstacle each, never ends.
  private static func endless(among attempts: ContiguousArray<Attempt>) -> [Int] {
    /// By place: whether the way ends; `nil` where it has not been followed yet.
    var ends = [Bool?](repeating: nil, count: attempts.count)
    for start in attempts.indices where attempts[start].phase.isWaiting && ends[start] == nil {
      var way: [Int] = []
      var place: Int? = start
      while let current = place, ends[current] == nil, attempts[current].phase.isWaiting {
        // An attempt that is reached again before the way has ended is in a circle.
        ends[current] = false
        way.append(current)
        place = attempts[current].obstacle.flatMap { obstacle in
          attempts.indices.contains(obstacle.place) ? obstacle.place : nil
        }
      }
      let isEnd = place.map { ends[$0] ?? true } ?? true
      for step in way { ends[step] = isEnd }
    }
    return attempts.indices.filter { ends[$0] == false }
  }

  /// Whether an attempt waits for itself, through those that it waits for.
  private static func comesBack(to start: Int, along edges: [Int: [Int]]) -> Bool {
    var (reached, rest): (Set<Int>, [Int]) = ([start], [start])
    while let place = rest.popLast() {
      for other in edges[place] ?? [] {
        if other == start { return true }
        if reached.insert(other).inserted { rest.append(other) }
      }
    }
    return false
  }
}
