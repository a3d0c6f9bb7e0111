import Dispatcher
import TestSupport
import YAML

@testable import TouchdKit

/// Reads the lines that `touchd replay --json` writes, and says the same in the notation of the rows.
struct GoldenTrace {
  private let responders: [String: Responder]
  private(set) var lines: [String] = []
  /// The line of the chain that a call of `touchesBegan` is going along.
  private var chain: Int?

  /// - Parameter responders: those of the row's scene, by the layout's ids.
  init(_ trace: [String], _ responders: [String: Responder]) {
    self.responders = responders
    for line in trace {
      let document = Document(parsing: Array(line.utf8), file: "trace", limits: Limits())
      guard let fact = document.root, let kind = fact["kind"]?.string else {
        preconditionFailure("no JSON: \(line)")
      }
      add(fact, kind)
    }
  }

  private mutating func add(_ fact: Node, _ kind: String) {
    switch kind {
    case "hit": lines.append(hit(fact))
    case "deliver", "forward": addCall(fact, isForwarded: kind == "forward")
    case "gesture":
      let (gesture, state) = (text(fact, "gesture"), text(fact, "state"))
      lines.append("state \(gesture).\(state.capitalized)@\(name(fact, "view"))")
      if state == "failed" { lines.append("fail \(gesture): \(text(fact, "reason"))") }
    case "event":
      lines.append("act \(text(fact, "name")).\(text(fact, "state").capitalized)@\(name(fact, "view"))")
    default: break
    }
  }

  private func hit(_ fact: Node) -> String {
    let view = name(fact, "view")
    guard text(fact, "step") == "leave" else { return "hit \(view)>\(name(fact, "next"))" }
    guard let result = responder(fact, "result") as? View else { return "leave \(view)(nil)" }
    if result === responder(fact, "view") { return "leave \(view)(=\(view))" }
    let isBelow = (responder(fact, "view") as? View).map(result.isDescendant) ?? false
    return "leave \(view)" + (isBelow ? "" : "(=\(result.identifier))")
  }

  private mutating func addCall(_ fact: Node, isForwarded: Bool) {
    let phase = Self.phases[text(fact, "call")] ?? .stationary
    let (to, count) = (name(fact, "to"), fact["touches"]?.sequence?.count ?? 0)
    lines.append((isForwarded ? "fwd " : "") + "\(phase) \(to){\(count)}")
    addOwnCode(fact, phase)
    if phase == .began { addToChain(to, isForwarded: isForwarded) } else { chain = nil }
  }

  /// A plugin hears all phases; it stands for the methods that the row overrides.
  private mutating func addOwnCode(_ fact: Node, _ phase: TouchPhase) {
    guard fact["plugin"] != nil, let view = responder(fact, "to") as? SceneView, view.handling[phase] != nil
    else { return }
    lines.append("own \(view.identifier).\(phase)")
  }

  private mutating func addToChain(_ name: String, isForwarded: Bool) {
    if isForwarded, let chain {
      lines[chain] += " --> \(name)"
    } else if !isForwarded {
      chain = lines.count
      lines.append("chain \(name)")
    }
  }

  private static let phases: [String: TouchPhase] = [
    "touchesBegan": .began, "touchesMoved": .moved, "touchesEnded": .ended, "touchesCancelled": .cancelled,
  ]

  private func text(_ fact: Node, _ key: String) -> String { fact[key]?.string ?? "" }

  private func responder(_ fact: Node, _ key: String) -> Responder? {
    fact[key]?.string.flatMap { responders[$0] }
  }

  /// The row's name of a responder; `?` and the layout's id for one that the row does not have.
  private func name(_ fact: Node, _ key: String) -> String {
    responder(fact, key)?.identifier ?? "?\(text(fact, key))"
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
