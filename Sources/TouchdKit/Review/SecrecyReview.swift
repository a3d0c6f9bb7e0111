import Dispatcher
import YAML

/// Looks for secrets that are not kept: gestures that the page sees all the same, and bindings in a sensitive view that
/// show which view in it was touched.
struct SecrecyReview {
  private let layout: Layout
  private let findings: Findings
  /// The plugins of the responders that are touchd's own, by the responders' names.
  private let plugins: [String: String]

  init(_ layout: Layout, _ findings: Findings) {
    (self.layout, self.findings) = (layout, findings)
    plugins = Dictionary(
      layout.responders.filter(\.isBuiltIn).map { ($0.name.value, $0.plugin.value) },
      uniquingKeysWith: { a, _ in a })
  }

  func run() {
    let outer = [layout.application.onTouch, layout.application.delegate?.onTouch].contains(where: listens)
    for window in layout.windows {
      let isHeard = outer || listens(window.onTouch) || window.custom != nil
      checkDelays(window.gestures, isHeard: isHeard || window.views.contains(where: hears))
      for view in window.views {
        checkDelays(view, isHeard: isHeard)
        checkSecrets(view, in: window.isSensitive ? window.id.value : nil)
      }
    }
  }

  // MARK: Gestures that hold touches back from nothing

  /// - Parameter isHeard: whether something above the view acts on touches.
  private func checkDelays(_ view: ViewDescription, isHeard: Bool) {
    let isHeard = isHeard || hearsItself(view)
    checkDelays(view.gestures, isHeard: isHeard || view.children.contains(where: hears))
    for child in view.children { checkDelays(child, isHeard: isHeard) }
  }

  private func checkDelays(_ gestures: [GestureDescription], isHeard: Bool) {
    guard layout.screen.page == nil, !isHeard else { return }
    for gesture in gestures where gesture.delaysBegan == true && !gesture.to.isEmpty {
      findings.warning(
        "\(quoted(gesture.name.value)) holds nothing back: with `delivery: observe` the page gets each touch itself",
        at: gesture.name.mark,
        help: "write `delivery: filter` in `screen`, or leave `delays_began` out")
    }
  }

  /// Whether a view, or one in it, acts on touches.
  private func hears(_ view: ViewDescription) -> Bool {
    hearsItself(view) || view.children.contains(where: hears)
  }

  private func hearsItself(_ view: ViewDescription) -> Bool {
    view.kind == .control || view.kind == .scroll || view.custom != nil || view.controller?.custom != nil
      || listens(view.onTouch) || listens(view.controller?.onTouch)
  }

  /// Whether a plugin acts on touches: a log only writes them down.
  private func listens(_ binding: TouchBinding?) -> Bool {
    binding.map { plugins[$0.to.value] != "log" } ?? false
  }

  // MARK: Bindings in sensitive views

  /// - Parameter sensitive: the outermost sensitive view that it is in.
  private func checkSecrets(_ view: ViewDescription, in sensitive: String?) {
    if let sensitive { report(view, in: sensitive) }
    for child in view.children {
      checkSecrets(child, in: sensitive ?? (view.isSensitive ? view.id.value : nil))
    }
  }

  private func report(_ view: ViewDescription, in sensitive: String) {
    var used = [view.onTouch?.to, view.controller?.onTouch?.to].compactMap(\.self)
    used += view.gestures.flatMap(\.to) + (view.control?.events.values.flatMap(\.self) ?? [])
    // One for each responder of a view says it.
    var said: Set<String> = []
    for name in used where said.insert(name.value).inserted {
      switch plugins[name.value] {
      case "log":
        findings.warning(
          "\(quoted(name.value)) logs nothing of \(quoted(view.id.value)): which view in the sensitive "
            + "\(quoted(sensitive)) is touched stays in the process", at: name.mark,
          help: "a plugin of your own, or a program that answers for `plugin: socket`, is sent it")
      case "exec", "unit", "keys", "show":
        findings.warning(
          "what \(quoted(name.value)) does shows that \(quoted(view.id.value)) was touched, in the sensitive "
            + quoted(sensitive), at: name.mark,
          help: "bind the views in it to a plugin of your own, or to `plugin: socket`")
      default: break
      }
    }
    for gesture in view.gestures where gesture.to.isEmpty && gesture.isNamed {
      findings.warning(
        "nothing hears \(quoted(gesture.name.value)): what happens in the sensitive \(quoted(sensitive)) stays in the "
          + "process", at: gesture.name.mark, help: "write `to: NAME` with a name of `responders`")
    }
  }
}
