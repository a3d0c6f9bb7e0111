/// The recognizers that ``GestureRecognizer/require(toFail:)`` named.
struct Requirements {
  /// In the order of naming; they are not kept.
  private var named: [Weak<GestureRecognizer>] = []
  /// Index of each of them.
  private var places: [ObjectIdentifier: Int] = [:]

  /// Names a recognizer.
  mutating func name(_ other: GestureRecognizer) {
    guard !names(other) else { return }
    // Those that have gone are let go now and then, so that a name costs O(1) on average.
    if named.count >= 8, named.count.nonzeroBitCount == 1 { forgetGone() }
    places[ObjectIdentifier(other)] = named.count
    named.append(Weak(other))
  }

  /// Whether a recognizer was named. O(1).
  func names(_ other: GestureRecognizer) -> Bool {
    guard !named.isEmpty, let place = places[ObjectIdentifier(other)] else { return false }
    return named[place].object === other
  }

  /// The first of the named ones for which a condition holds. O(named).
  func firstNamed(where condition: (GestureRecognizer) -> Bool) -> GestureRecognizer? {
    for weak in named {
      if let other = weak.object, condition(other) { return other }
    }
    return nil
  }

  /// The named ones that are still there, in the order of their naming. O(named).
  var allNamed: [GestureRecognizer] { named.compactMap(\.object) }

  private mutating func forgetGone() {
    named.removeAll { $0.object == nil }
    places = [:]
    for (place, weak) in named.enumerated() {
      if let other = weak.object { places[ObjectIdentifier(other)] = place }
    }
  }
}

/// Attempts that wait for each other, and for no other: without help none of them would ever proceed.
struct WaitingCircle {
  /// The attempts that each attempt waits for, by their places; `nil` for one that waits for an attempt outside the
  /// circle, or not at all.
  private var edges: [[Int]?]

  /// The first attempt, in the order of the rules, that waits for itself along a circle of others.
  ///
  /// O(attempts) while none of them waits in a circle: each that waits knows one that it waits for, and mostly this
  /// way leads to one that does not wait. Otherwise each pair is compared, which may ask their delegates.
  static func first(among attempts: ContiguousArray<Attempt>) -> Attempt? {
    guard attempts.contains(where: \.phase.isWaiting) else { return nil }
    let candidates = endless(among: attempts)
    guard !candidates.isEmpty else { return nil }
    var circle = WaitingCircle(candidates, among: attempts)
    circle.removeLoose()
    return circle.first.map { attempts[$0] }
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

  private init(_ candidates: [Int], among attempts: ContiguousArray<Attempt>) {
    edges = Array(repeating: nil, count: attempts.count)
    for place in candidates {
      edges[place] = attempts.indices.filter { attempts[place].waits(for: attempts[$0]) }
    }
  }

  /// Removes all that wait for an attempt outside the circle, and those that wait for them.
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

  /// The first attempt that waits for itself, through those that it waits for.
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
