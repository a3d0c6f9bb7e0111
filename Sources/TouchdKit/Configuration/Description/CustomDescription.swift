import YAML

/// One `custom`: a view or a recognizer of the program's own.
struct CustomDescription: Equatable, Sendable {
  /// The name under which the program registered its factory.
  var name: Located<String>
  /// Options for the factory: every other key, as a node, since only the factory knows its meaning.
  var options: [String: OptionValue]
}

extension Setting {
  /// `custom`: under the key that its table requires, the name of a factory; every other key is an option for it.
  func custom(_ table: KeyTable) -> CustomDescription? {
    guard let key = table.required.first, let pairs = node.mapping else {
      mismatch("a mapping such as { \(table.required.joined()): NAME }")
      return nil
    }
    guard let name = required(key, in: table.subject)?.label() else { return nil }
    let options = Fields(pairs, at: mark, table, findings).settings.filter { $0.key != key }
    return CustomDescription(
      name: name,
      options: Dictionary(options.map { ($0.key, .node($0.node)) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The value of a key without which there is no telling what else of a mapping is right; an error if it is missing.
  func required(_ required: String, in subject: String) -> Setting? {
    if let value = node[required] {
      return Setting(
        key: required, name: "`\(required)`", node: value, keyMark: value.mark, findings: findings)
    }
    let keys = node.mapping?.map(\.key) ?? []
    let meant = keys.first { Suggestion.nearest(to: $0.scalar?.text ?? "", among: [required]) != nil }
    if let meant {
      findings.error(
        "unknown key \(quoted(meant.scalar?.text ?? "")) in \(subject)", at: meant.mark,
        help: "did you mean \(quoted(required))?")
    } else {
      let isBare = keys.contains { $0.scalar?.text.hasPrefix("\(required):") ?? false }
      error(
        "\(subject) must have `\(required)`",
        help: isBare ? "a blank is missing behind `\(required):`" : nil)
    }
    return nil
  }
}

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
