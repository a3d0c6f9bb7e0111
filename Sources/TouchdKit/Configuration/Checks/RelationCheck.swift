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
