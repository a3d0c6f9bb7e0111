import YAML

/// Looks for names used twice, and for names that nothing bears.
struct NameCheck {
  private let layout: Layout
  /// Whether ``Layout/responders`` can be relied on, or was no good itself.
  private let respondersAreKnown: Bool
  private let findings: Findings

  init(_ layout: Layout, respondersAreKnown: Bool, _ findings: Findings) {
    self.layout = layout
    self.respondersAreKnown = respondersAreKnown
    self.findings = findings
  }

  func run() {
    let controllers = layout.ofViews(\.controller)
    let gestures = layout.allGestures
    let targets = layout.windows.map(\.id) + layout.ofViews(\.id)
    reportDuplicates("id", targets + controllers.map(\.id))
    reportDuplicates("gesture name", gestures.map(\.name))
    // An empty name was no good, which has been reported.
    reportDuplicates("idle name", layout.idle.map(\.name).filter { !$0.value.isEmpty })
    checkResponders(used: layout.usedResponders)
    checkRedirects(to: targets.map(\.value))
    checkOptions()
    PresentationCheck(layout, findings).run(controllers.map(\.id.value))
    RelationCheck(layout, findings).run()
    RequirementCheck(layout, findings).run()
  }

  private func reportDuplicates(_ what: String, _ names: [Located<String>]) {
    var first: [String: Mark] = [:]
    for name in names.sorted(by: { $0.mark < $1.mark }) {
      guard let mark = first[name.value] else {
        first[name.value] = name.mark
        continue
      }
      findings.error(
        "duplicate \(what) \(quoted(name.value))", at: name.mark,
        help: "it stands in line \(mark.line) already")
    }
  }

  private func checkResponders(used: [Located<String>]) {
    guard respondersAreKnown else { return }
    let names = layout.responders.map(\.name.value)
    let known = Set(names)
    for name in used where !known.contains(name.value) {
      findings.error(
        "there is no responder \(quoted(name.value))", at: name.mark,
        help: Suggestion.question(name.value, among: names)
          ?? (name.value.contains(",")
            ? "the `to` of a gesture takes several as a list: `[\(name.value)]`"
            : "define it under `responders`"))
    }
  }

  /// The ids in the options of plugins.
  private func checkOptions() {
    let windows = Targets("window", layout.windows.map(\.id.value))
    let views = Targets("view", layout.ofViews(\.id.value))
    for option in layout.responders.flatMap(\.options.values) {
      switch option {
      case .view(let id): check(id, among: views, rather: windows)
      case .window(let id): check(id, among: windows, rather: views)
      case .string, .words, .flag, .number, .duration, .variables, .keys, .unit, .node: break
      }
    }
  }

  /// Names that an option may have.
  private struct Targets {
    let what: String
    let ids: [String]
    let known: Set<String>

    init(_ what: String, _ ids: [String]) { (self.what, self.ids, known) = (what, ids, Set(ids)) }
  }

  private func check(_ id: Located<String>, among targets: Targets, rather others: Targets) {
    guard !targets.known.contains(id.value) else { return }
    findings.error(
      "there is no \(targets.what) \(quoted(id.value))", at: id.mark,
      help: others.known.contains(id.value)
        ? "it is a \(others.what): write `\(others.what): \(id.value)`"
        : Suggestion.question(id.value, among: targets.ids))
  }

  private func checkRedirects(to targets: [String]) {
    let known = Set(targets)
    layout.forEachView { view in
      guard case .redirect(let target) = view.hit else { return }
      if target.value == view.id.value {
        findings.error("a view cannot redirect hits to itself", at: target.mark)
      } else if !known.contains(target.value) {
        findings.error(
          "there is no view \(quoted(target.value))", at: target.mark,
          help: Suggestion.question(target.value, among: targets))
      }
    }
  }
}
