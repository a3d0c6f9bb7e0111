import YAML

/// Looks for classes of the program's own that it does not have.
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
    check(layout.ofViews(\.custom), among: registry.views)
    check(layout.windows.compactMap(\.custom), among: registry.windows)
    check(layout.ofViews { $0.controller?.custom }, among: registry.controllers)
    check([layout.application.custom].compactMap(\.self), among: registry.applications)
    let recognizers = layout.allGestures.compactMap { gesture in
      if case .custom(let description) = gesture.kind { description } else { nil }
    }
    check(recognizers, among: registry.recognizers)
  }

  private func check<Factory>(_ used: [CustomDescription], among factories: Factories<Factory>) {
    let names = factories.names
    let known = Set(names)
    for name in used.map(\.name) where !known.contains(name.value) {
      findings.error(
        "there is no custom \(factories.kind) \(quoted(name.value))", at: name.mark,
        help: Suggestion.question(name.value, among: names)
          ?? (names.isEmpty
            ? "this program registers none; run the one that does"
            : "this program registers \(names.joined(separator: ", "))"))
    }
  }
}
