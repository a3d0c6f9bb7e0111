/// Looks for gestures that nothing hears, and for responders that nothing calls.
struct UseReview {
  private let layout: Layout
  private let findings: Findings

  init(_ layout: Layout, _ findings: Findings) { (self.layout, self.findings) = (layout, findings) }

  func run() {
    let gestures = layout.allGestures
    let named = Set(gestures.flatMap { $0.requiresFailureOf + $0.simultaneousWith }.map(\.value))
    for gesture in gestures where !gesture.isOfUse && !named.contains(gesture.name.value) {
      findings.warning(
        "nothing hears the gesture \(quoted(gesture.name.value)): it has no `to`", at: gesture.name.mark,
        help:
          "write `to: NAME` with a name of `responders`; or give it a `name`, if a program on the events socket "
          + "hears it")
    }
    let used = Set(layout.usedResponders.map(\.value))
    // What a plugin of the program's own does without being called is not known.
    for responder in layout.responders where responder.isBuiltIn && !used.contains(responder.name.value) {
      findings.warning(
        "nothing uses the responder \(quoted(responder.name.value))", at: responder.name.mark,
        help: "name it in the `to` of a gesture or of an `on_touch`, or leave it out")
    }
  }
}

extension GestureDescription {
  /// Whether it does something by itself, or may be meant to: a program may listen for a name, a flag keeps touches
  /// from the view or from the page, and a recognizer of the program's own may call what it likes.
  fileprivate var isOfUse: Bool {
    if case .custom = kind { return true }
    return !to.isEmpty || isNamed || cancelsTouches != nil || delaysBegan != nil || delaysEnded != nil
  }
}

extension ResponderBinding {
  /// Whether its plugin is one of touchd's own.
  var isBuiltIn: Bool { PluginDeclaration.builtIn.contains { $0.name == plugin.value } }
}
