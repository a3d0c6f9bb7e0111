import YAML

/// The names of the classes of a program's own, each list in alphabetical order.
struct CustomNames: Sendable {
  var views: [String] = []
  var recognizers: [String] = []
  var windows: [String] = []
  var controllers: [String] = []
  var applications: [String] = []
}

/// Looks for classes of the program's own that it does not have.
struct CustomCheck {
  private let layout: Layout
  private let known: CustomNames
  private let findings: Findings

  init(_ layout: Layout, _ known: CustomNames, _ findings: Findings) {
    self.layout = layout
    self.known = known
    self.findings = findings
  }

  func run() {
    check(layout.ofViews(\.custom), "view", among: known.views)
    check(layout.windows.compactMap(\.custom), "window", among: known.windows)
    check(layout.ofViews { $0.controller?.custom }, "controller", among: known.controllers)
    check([layout.application.custom].compactMap(\.self), "application", among: known.applications)
    let recognizers = layout.allGestures.compactMap { gesture in
      if case .custom(let description) = gesture.kind { description } else { nil }
    }
    check(recognizers, "recognizer", among: known.recognizers)
  }

  private func check(_ used: [CustomDescription], _ kind: String, among names: [String]) {
    let known = Set(names)
    for name in used.map(\.name) where !known.contains(name.value) {
      findings.error(
        "there is no custom \(kind) \(quoted(name.value))", at: name.mark,
        help: Suggestion.question(name.value, among: names)
          ?? (names.isEmpty
            ? "this program registers none; run the one that does"
            : "this program registers \(names.joined(separator: ", "))"))
    }
  }
}
