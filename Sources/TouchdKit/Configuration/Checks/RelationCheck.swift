import YAML

/// Looks at the gestures that gestures name: each must be there, be another one, and be named for one purpose.
struct RelationCheck {
  private let gestures: [GestureDescription]
  /// The pans of scroll views.
  private let ownPans: Set<String>
  private let findings: Findings

  init(_ layout: Layout, _ findings: Findings) {
    gestures = layout.allGestures
    ownPans = Set(layout.ofViews(\.ownPan))
    self.findings = findings
  }

  func run() {
    let names = gestures.map(\.name.value) + ownPans.sorted()
    let known = Set(names)
    reportTakenNames()
    reportItself()
    reportUnknown(known) { Suggestion.question($0, among: names) }
    reportContradictions(among: known)
  }

  private func reportTakenNames() {
    for gesture in gestures where ownPans.contains(gesture.name.value) {
      findings.error(
        "duplicate gesture name \(quoted(gesture.name.value))", at: gesture.name.mark,
        help: "it is that of the scroll view's own pan")
    }
  }

  private func reportItself() {
    for gesture in gestures {
      for name in gesture.requiresFailureOf where name.value == gesture.name.value {
        findings.error("a gesture cannot wait for its own failure", at: name.mark)
      }
      for name in gesture.simultaneousWith where name.value == gesture.name.value {
        findings.error("a gesture cannot be simultaneous with itself", at: name.mark)
      }
    }
  }

  private func reportUnknown(_ known: Set<String>, question: (String) -> String?) {
    let used = gestures.flatMap { $0.requiresFailureOf + $0.simultaneousWith }
    for name in used where !known.contains(name.value) {
      findings.error(
        "there is no gesture \(quoted(name.value))", at: name.mark,
        help: question(name.value)
          ?? "a gesture's name is its `name`, or its view and its kind, as in \"corner.tap\"")
    }
  }

  /// A gesture that must have failed is not there to be recognized at the same time, whichever of the two says so.
  private func reportContradictions(among known: Set<String>) {
    let required = Set(gestures.flatMap { gesture in gesture.requiresFailureOf.map { Pair(gesture, $0) } })
    for gesture in gestures {
      for name in gesture.simultaneousWith where required.contains(Pair(gesture, name)) {
        // What is wrong with such names has been reported.
        guard known.contains(name.value), name.value != gesture.name.value else { continue }
        findings.error(
          "\(quoted(gesture.name.value)) and \(quoted(name.value)) cannot be recognized at the same time: "
            + "one of them waits until the other has failed", at: name.mark,
          help: "leave out either `requires_failure_of` or `simultaneous_with`")
      }
    }
  }

  /// Two gestures, in either order.
  private struct Pair: Hashable {
    let first: String
    let second: String

    init(_ gesture: GestureDescription, _ name: Located<String>) {
      (first, second) = (min(gesture.name.value, name.value), max(gesture.name.value, name.value))
    }
  }
}

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

/// Checks which controller presents which: presentation must not lead a responder chain in a circle.
struct PresentationCheck {
  private let layout: Layout
  private let findings: Findings
  /// By controller: the next controller up the responder chain.
  private var next: [String: String] = [:]
  private var presented: [(id: String, by: Located<String>)] = []

  init(_ layout: Layout, _ findings: Findings) {
    self.layout = layout
    self.findings = findings
    for window in layout.windows { for view in window.views { follow(view, below: nil) } }
  }

  /// Notes each controller's way up: to the one that presents it, else to the one around its view.
  private mutating func follow(_ view: ViewDescription, below enclosing: String?) {
    if let controller = view.controller {
      next[controller.id.value] = controller.presenting?.value ?? enclosing
      if let presenting = controller.presenting { presented.append((controller.id.value, presenting)) }
    }
    for child in view.children { follow(child, below: view.controller?.id.value ?? enclosing) }
  }

  func run(_ controllers: [String]) {
    let known = Set(controllers)
    let inCircles = controllersInCircles()
    var busy: [String: String] = [:]
    for (id, presenting) in presented {
      if !known.contains(presenting.value) {
        findings.error(
          "there is no controller \(quoted(presenting.value))", at: presenting.mark,
          help: Suggestion.question(presenting.value, among: controllers))
      } else if inCircles.contains(id) {
        findings.error(
          "the responder chain of \(quoted(id)) would come back to it: "
            + "\(quoted(presenting.value)) cannot present it", at: presenting.mark)
      } else if let other = busy.updateValue(id, forKey: presenting.value) {
        findings.error(
          "\(quoted(presenting.value)) presents \(quoted(other)) already; a controller presents one at a time",
          at: presenting.mark)
      }
    }
  }

  /// Those whose way up comes back to them. Each controller is walked over once.
  private func controllersInCircles() -> Set<String> {
    var walks: [String: Int] = [:]
    var inCircles: Set<String> = []
    for (walk, start) in presented.enumerated() {
      var current: String? = start.id
      while let id = current, walks[id] == nil {
        walks[id] = walk
        current = next[id]
      }
      // Only a walk that meets itself has gone in a circle; it begins where they meet.
      guard let meeting = current, walks[meeting] == walk else { continue }
      var member: String? = meeting
      while let id = member, inCircles.insert(id).inserted { member = next[id] }
    }
    return inCircles
  }
}
