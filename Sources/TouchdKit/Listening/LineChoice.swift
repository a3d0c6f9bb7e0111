/// Which of the lines that a program hears it is shown.
struct LineChoice {
  /// The kinds that were asked for, as lines have them.
  private let kinds: Set<String>
  /// Whether it is shown the state, and how a connection begins and ends.
  private let showsState: Bool
  private var isState = false

  init(_ kinds: [EventKind], showsState: Bool) {
    // A gesture that has failed is a line of the kind `gesture`.
    self.kinds = Set(kinds.map { $0 == .failed ? EventKind.gesture.rawValue : $0.rawValue })
    self.showsState = showsState
  }

  mutating func takes(_ line: HeardLine) -> Bool {
    guard let kind = line["kind"] else { return false }
    let marks = ["hello", "state", "state_end"]
    if marks.contains(kind) { isState = kind == "state" }
    return showsState || kinds.contains(kind) && !isState
  }
}
