import YAML

/// Looks for gestures that wait for each other to fail in a circle, so that none of them could be recognized first.
///
/// Walks along the requirements from each gesture, and over each of them once; one that leads back to where the walk
/// came by closes a circle.
struct RequirementCheck {
  /// A gesture's requirement: which gesture must fail, and where the layout says so.
  private struct Requirement {
    let gesture: Int
    let mark: Mark
  }

  /// A gesture on the way of the walk, and how many of its requirements were followed.
  private struct Step {
    let gesture: Int
    var followed = 0
  }

  /// The most gestures of a circle that a message names.
  private static let longest = 20

  /// In the file's order.
  private let names: [String]
  /// By gesture, none twice.
  private let requirements: [[Requirement]]
  private let findings: Findings

  init(_ layout: Layout, _ findings: Findings) {
    let gestures = layout.allGestures.sorted { $0.name.mark < $1.name.mark }
    let indices = Dictionary(
      gestures.enumerated().map { ($1.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    names = gestures.map(\.name.value)
    requirements = gestures.enumerated().map { own, gesture in
      var seen: Set<Int> = [own]
      return gesture.requiresFailureOf.compactMap { name in
        guard let index = indices[name.value], seen.insert(index).inserted else { return nil }
        return Requirement(gesture: index, mark: name.mark)
      }
    }
    self.findings = findings
  }

  func run() {
    var walked = [Bool](repeating: false, count: names.count)
    for start in names.indices where !walked[start] { walk(from: start, &walked) }
  }

  /// A loop and not a recursion: a file may have a chain of as many gestures as it has lines.
  private func walk(from start: Int, _ walked: inout [Bool]) {
    var way = [Step(gesture: start)]
    /// By gesture on the way: its place there.
    var places = [start: 0]
    walked[start] = true
    while let last = way.indices.last {
      let step = way[last]
      guard step.followed < requirements[step.gesture].count else {
        places[step.gesture] = nil
        way.removeLast()
        continue
      }
      way[last].followed += 1
      let next = requirements[step.gesture][step.followed].gesture
      if let place = places[next] {
        report(way[place...], at: requirements[step.gesture][step.followed].mark)
      } else if !walked[next] {
        walked[next] = true
        places[next] = way.count
        way.append(Step(gesture: next))
      }
    }
  }

  private func report(_ circle: ArraySlice<Step>, at mark: Mark) {
    findings.error(
      "these gestures wait for each other to fail: \(words(for: circle))", at: mark,
      help: "leave out one of the requirements")
  }

  /// `a -> b -> a`; of a very long one, the begin and the end.
  private func words(for circle: ArraySlice<Step>) -> String {
    let half = RequirementCheck.longest / 2
    let isLong = circle.count > RequirementCheck.longest
    let all = circle.map { name($0.gesture) }
    let shown = isLong ? all.prefix(half) + ["…"] + all.suffix(half) : all[...]
    return (shown + all.prefix(1)).joined(separator: " -> ")
  }

  private func name(_ gesture: Int) -> String { unquoted(names[gesture]) }
}
