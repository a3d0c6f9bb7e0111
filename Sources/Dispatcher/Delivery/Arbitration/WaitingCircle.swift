/// Recognizers that wait for each other, and for no other recognizer: without help none of them would ever proceed.
struct WaitingCircle {
  /// The recognizers that each recognizer waits for, both by their places among those with an attempt; `nil` for one
  /// that waits for a recognizer outside the circle, or not at all.
  private var edges: [[Int]?]

  /// The first recognizer, in the order of the rules, that waits for itself along a circle of others.
  ///
  /// O(recognizers) while no recognizer waits in a circle: each that waits knows one that it waits for, and mostly this
  /// way leads to a recognizer that does not wait. Otherwise each pair is compared, which may ask their delegates.
  static func first(among attempting: ContiguousArray<GestureRecognizer>) -> GestureRecognizer? {
    guard attempting.contains(where: \.isWaiting) else { return nil }
    let candidates = endless(among: attempting)
    guard !candidates.isEmpty else { return nil }
    var circle = WaitingCircle(candidates, among: attempting)
    circle.removeLoose()
    return circle.first.map { attempting[$0] }
  }

  /// The places of the recognizers from which the way, along one obstacle each, never ends.
  private static func endless(among attempting: ContiguousArray<GestureRecognizer>) -> [Int] {
    /// By place: whether the way ends; `nil` where it has not been followed yet.
    var ends = [Bool?](repeating: nil, count: attempting.count)
    for start in attempting.indices where attempting[start].isWaiting && ends[start] == nil {
      var way: [Int] = []
      var place: Int? = start
      while let current = place, ends[current] == nil, attempting[current].isWaiting {
        // A recognizer that is reached again before the way has ended is in a circle.
        ends[current] = false
        way.append(current)
        place = attempting[current].requirements.obstacle.flatMap { obstacle in
          attempting.indices.contains(obstacle.place) ? obstacle.place : nil
        }
      }
      let isEnd = place.map { ends[$0] ?? true } ?? true
      for step in way { ends[step] = isEnd }
    }
    return attempting.indices.filter { ends[$0] == false }
  }

  private init(_ candidates: [Int], among attempting: ContiguousArray<GestureRecognizer>) {
    edges = Array(repeating: nil, count: attempting.count)
    for place in candidates {
      edges[place] = attempting.indices.filter { attempting[place].waits(for: attempting[$0]) }
    }
  }

  /// Removes all that wait for a recognizer outside the circle, and those that wait for them.
  private mutating func removeLoose() {
    var waiting = [[Int]](repeating: [], count: edges.count)
    var loose: [Int] = []
    for (place, others) in edges.enumerated() {
      for other in others ?? [] { waiting[other].append(place) }
      if others?.isEmpty ?? true { loose.append(place) }
    }
    for place in loose { edges[place] = nil }
    while let place = loose.popLast() {
      for other in waiting[place] where edges[other] != nil {
        edges[other] = nil
        loose.append(other)
      }
    }
  }

  /// The first recognizer that waits for itself, through those that it waits for.
  private var first: Int? {
    edges.indices.first { edges[$0] != nil && comesBack(to: $0) }
  }

  private func comesBack(to start: Int) -> Bool {
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
