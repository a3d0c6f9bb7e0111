import YAML

/// Checks which controller presents which: presentation must not lead a responder chain in a circle.
struct PresentationCheck {
  private let layout: Layout
  private let findings: Findings
  /// By controller: the next controller up the responder chain.
  private var next: [String: String] = [:]
  private var presented: [(id: String, by: Located<String>)] = []

  init(_ layout: Layout, _ findings: Findings) {
    self.layout = layout
    self.findings = findings
    for window in layout.windows {
      for view in window.views { follow(view, below: nil) }
    }
  }

  /// Notes each controller's way up: to the one that presents it, else to the one around its view.
  private mutating func follow(_ view: ViewDescription, below enclosing: String?) {
    if let controller = view.controller {
      next[controller.id.value] = controller.presenting?.value ?? enclosing
      if let presenting = controller.presenting { presented.append((controller.id.value, presenting)) }
    }
    for child in view.children { follow(child, below: view.controller?.id.value ?? enclosing) }
  }

  func run(_ controllers: [String]) {
    let known = Set(controllers)
    let inCircles = controllersInCircles()
    var busy: [String: String] = [:]
    for (id, presenting) in presented {
      if !known.contains(presenting.value) {
        findings.error(
          "there is no controller \(quoted(presenting.value))", at: presenting.mark,
          help: Suggestion.question(presenting.value, among: controllers))
      } else if inCircles.contains(id) {
        findings.error(
          "the responder chain of \(quoted(id)) would come back to it: "
            + "\(quoted(presenting.value)) cannot present it", at: presenting.mark)
      } else if let other = busy.updateValue(id, forKey: presenting.value) {
        findings.error(
          "\(quoted(presenting.value)) presents \(quoted(other)) already; a controller presents one at a time",
          at: presenting.mark)
      }
    }
  }

  /// Those whose way up comes back to them. Each controller is walked over once.
  private func controllersInCircles() -> Set<String> {
    var walks: [String: Int] = [:]
    var inCircles: Set<String> = []
    for (walk, start) in presented.enumerated() {
      var current: String? = start.id
      while let id = current, walks[id] == nil {
        walks[id] = walk
        current = next[id]
      }
      // Only a walk that meets itself has gone in a circle; it begins where they meet.
      guard let meeting = current, walks[meeting] == walk else { continue }
      var member: String? = meeting
      while let id = member, inCircles.insert(id).inserted { member = next[id] }
    }
    return inCircles
  }
}
