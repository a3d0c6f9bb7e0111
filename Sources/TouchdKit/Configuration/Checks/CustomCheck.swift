import YAML

/// Looks for views and recognizers of the program's own that it does not have.
struct CustomCheck {
  private let layout: Layout
  private let registry: CustomRegistry
  private let findings: Findings

  init(_ layout: Layout, _ registry: CustomRegistry, _ findings: Findings) {
    self.layout = layout
    self.registry = registry
    self.findings = findings
  }

  func run() {
    check(layout.ofViews(\.custom), "view", among: registry.viewNames)
    let recognizers = layout.allGestures.compactMap { gesture in
      if case .custom(let description) = gesture.kind { description } else { nil }
    }
    check(recognizers, "recognizer", among: registry.recognizerNames)
  }

  private func check(_ used: [CustomDescription], _ what: String, among names: [String]) {
    let known = Set(names)
    for name in used.map(\.name) where !known.contains(name.value) {
      findings.error(
        "there is no custom \(what) \(quoted(name.value))", at: name.mark,
        help: Suggestion.question(name.value, among: names)
          ?? (names.isEmpty
            ? "this program registers none; run the one that does"
            : "this program registers \(names.joined(separator: ", "))"))
    }
  }
}
