import YAML

/// Looks for more gestures than a finger may have, and for gestures that name more of them than they may.
///
/// What a finger costs grows with the gestures of its view and of those around it, at worst with each pair of them;
/// they are all asked when it lands and when it lifts. A tap on a view of the largest layout that passes takes a few
/// milliseconds.
struct GestureLimitCheck {
  /// How many gestures a view may have together with the views around it and its window, and how many others a gesture
  /// may name for one purpose. Far more than a person can tell apart. (O)
  static let limit = 128

  private let layout: Layout
  private let findings: Findings

  init(_ layout: Layout, _ findings: Findings) {
    self.layout = layout
    self.findings = findings
  }

  func run() {
    for window in layout.windows {
      guard let count = count(window.gestures, on: window.id.value, besides: 0) else { continue }
      for view in window.views { check(view, besides: count) }
    }
    for gesture in layout.allGestures {
      check(gesture.requiresFailureOf, of: gesture, "requires_failure_of")
      check(gesture.simultaneousWith, of: gesture, "simultaneous_with")
    }
  }

  private func check(_ view: ViewDescription, besides others: Int) {
    // A scroll view brings its pan along.
    let others = view.ownPan == nil ? others : others + 1
    guard let count = count(view.gestures, on: view.id.value, besides: others) else { return }
    for child in view.children { check(child, besides: count) }
  }

  /// How many gestures a finger on a view has; `nil`, with everything below unknown too, if they are too many.
  private func count(_ gestures: [GestureDescription], on view: String, besides others: Int) -> Int? {
    let room = max(GestureLimitCheck.limit - others, 0)
    guard gestures.count > room else { return others + gestures.count }
    let around = others > 0 ? ", \(others) of them of what is around it" : ""
    findings.error(
      "a finger on \(quoted(view)) would have \(others + gestures.count) gestures\(around); at most "
        + "\(GestureLimitCheck.limit) are allowed", at: gestures[room].name.mark,
      help: "give them to several views, beside each other")
    return nil
  }

  private func check(_ names: [Located<String>], of gesture: GestureDescription, _ key: String) {
    guard names.count > GestureLimitCheck.limit else { return }
    findings.error(
      "\(quoted(gesture.name.value)) names \(names.count) gestures in `\(key)`; at most \(GestureLimitCheck.limit) are "
        + "allowed", at: names[GestureLimitCheck.limit].mark)
  }
}
