import YAML

/// Looks at the gestures and controllers that others of them name.
struct RelationCheck {
  let layout: Layout
  let findings: Findings

  /// A gesture that is named must be there, be another one, and be named for one purpose.
  func checkGestures() {
    let gestures = layout.allGestures
    let ownPans = Set(layout.ofViews(\.ownPan))
    let names = gestures.map(\.name.value) + ownPans.sorted()
    let known = Set(names)
    for gesture in gestures {
      let own = gesture.name
      if ownPans.contains(own.value) {
        findings.error(
          "duplicate gesture name \(quoted(own.value))", at: own.mark,
          help: "it is that of the scroll view's own pan")
      }
      for name in gesture.requiresFailureOf where name.value == own.value {
        findings.error("a gesture cannot wait for its own failure", at: name.mark)
      }
      for name in gesture.simultaneousWith where name.value == own.value {
        findings.error("a gesture cannot be simultaneous with itself", at: name.mark)
      }
    }
    for name in gestures.flatMap({ $0.requiresFailureOf + $0.simultaneousWith })
    where !known.contains(name.value) {
      findings.unknown(
        "gesture", name, among: names,
        help: "a gesture's name is its `name`, or its view and its kind, as in \"corner.tap\"")
    }
    reportContradictions(gestures, among: known)
    reportCircles(gestures.sorted { $0.name.mark < $1.name.mark })
  }

  /// A gesture that must have failed is not there to be recognized at the same time, whichever of the two says so.
  private func reportContradictions(_ gestures: [GestureDescription], among known: Set<String>) {
    func pair(_ gesture: GestureDescription, _ name: Located<String>) -> [String] {
      [gesture.name.value, name.value].sorted()
    }
    let required = Set(gestures.flatMap { gesture in gesture.requiresFailureOf.map { pair(gesture, $0) } })
    for gesture in gestures {
      for name in gesture.simultaneousWith where required.contains(pair(gesture, name)) {
        // What is wrong with such names has been reported.
        guard known.contains(name.value), name.value != gesture.name.value else { continue }
        findings.error(
          "\(quoted(gesture.name.value)) and \(quoted(name.value)) cannot be recognized at the same time: "
            + "one of them waits until the other has failed", at: name.mark,
          help: "leave out either `requires_failure_of` or `simultaneous_with`")
      }
    }
  }

  /// The most gestures of a circle that a message names.
  private static let longestCircle = 20

  /// Gestures that wait for each other to fail in a circle: none of them could be recognized first.
  ///
  /// - Parameter gestures: in the file's order.
  private func reportCircles(_ gestures: [GestureDescription]) {
    let indices = Dictionary(
      gestures.enumerated().map { ($1.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    // By gesture, none twice.
    let required = gestures.enumerated().map { own, gesture in
      var seen: Set<Int> = [own]
      return gesture.requiresFailureOf.compactMap { name -> (gesture: Int, mark: Mark)? in
        guard let index = indices[name.value], seen.insert(index).inserted else { return nil }
        return (index, name.mark)
      }
    }
    forEachCircle(from: gestures.indices, along: { required[$0].map(\.gesture) }) { circle, edge in
      let names = circle.map { unquoted(gestures[$0].name.value) }
      findings.error(
        "these gestures wait for each other to fail: \(Self.words(for: names))",
        at: required[circle[circle.count - 1]][edge].mark, help: "leave out one of the requirements")
    }
  }

  /// `a -> b -> a`; of a very long one, the begin and the end.
  private static func words(for circle: [String]) -> String {
    let shown =
      circle.count > longestCircle
      ? circle.prefix(longestCircle / 2) + ["…"] + circle.suffix(longestCircle / 2) : circle[...]
    return (shown + circle.prefix(1)).joined(separator: " -> ")
  }

  /// Presentation must not lead a responder chain in a circle.
  func check(_ controllers: [ControllerDescription]) {
    let ids = controllers.map(\.id.value)
    let known = Set(ids)
    var next: [String: String] = [:]
    for window in layout.windows { for view in window.views { follow(view, below: nil, &next) } }
    var inCircles: Set<String> = []
    forEachCircle(from: ids, along: { next[$0].map { [$0] } ?? [] }) { circle, _ in
      inCircles.formUnion(circle)
    }
    var busy: [String: String] = [:]
    for controller in controllers {
      guard let presenting = controller.presenting else { continue }
      let id = controller.id.value
      if !known.contains(presenting.value) {
        findings.unknown("controller", presenting, among: ids)
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

  /// Notes each controller's way up the responder chain: to the one that presents it, else to the one around its view.
  private func follow(_ view: ViewDescription, below enclosing: String?, _ next: inout [String: String]) {
    if let controller = view.controller {
      next[controller.id.value] = controller.presenting?.value ?? enclosing
    }
    for child in view.children { follow(child, below: view.controller?.id.value ?? enclosing, &next) }
  }
}

/// Finds the circles of a graph: walks along the edges from each node, and over each of them once; one that leads back
/// to where the walk came by closes a circle.
///
/// A loop and not a recursion: a file may have a chain of as many gestures as it has lines.
///
/// - Parameter report: receives the nodes of a circle, and which edge of the last of them closes it.
private func forEachCircle<Node: Hashable>(
  from starts: some Sequence<Node>, along edges: (Node) -> [Node], _ report: ([Node], _ edge: Int) -> Void
) {
  var walked: Set<Node> = []
  for start in starts where walked.insert(start).inserted {
    var way = [(node: start, next: edges(start), followed: 0)]
    /// By node on the way: its place there.
    var places = [start: 0]
    while let step = way.last {
      guard step.followed < step.next.count else {
        places[step.node] = nil
        way.removeLast()
        continue
      }
      way[way.count - 1].followed += 1
      let next = step.next[step.followed]
      if let place = places[next] {
        report(way[place...].map(\.node), step.followed)
      } else if walked.insert(next).inserted {
        places[next] = way.count
        way.append((next, edges(next), 0))
      }
    }
  }
}
