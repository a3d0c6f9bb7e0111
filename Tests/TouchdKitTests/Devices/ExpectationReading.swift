import Dispatcher
import YAML

// From the text of a file to what is expected.
extension Expectation {
  init(_ node: Node) throws {
    var attributes: [Attribute] = []
    for (name, value) in try node.pairs("an expectation") {
      // Other phases that a looser program may give: touchd gives the first.
      if ["f", "phase", "slot", "accept"].contains(name) || value.isNull { continue }
      attributes.append(try Attribute(name, value))
    }
    self.init(
      step: try node.required(node["f"]?.int, "a frame, f"),
      phase: try node.required(TouchPhase(word: node["phase"]?.word ?? ""), "a phase"),
      slot: try node.required(node["slot"]?.int, "a slot"), attributes: attributes)
  }
}

extension Attribute {
  init(_ name: String, _ node: Node) throws {
    guard SeenTouch.attributes.contains(name) else {
      throw CaseProblem(node, "the attribute “\(name)” is not known")
    }
    if let number = node.double {
      self.init(name: name, value: .number(number))
    } else {
      self.init(name: name, value: .word(try node.required(node.string, "“\(name)”, a number or a word")))
    }
  }
}

extension CaseAssertion {
  init(_ node: Node) throws {
    let pairs = try node.pairs("an assertion")
    guard pairs.count == 1, let (kind, value) = pairs.first else {
      throw CaseProblem(node, "an assertion is one key and a condition")
    }
    let text = value.word.filter { $0 != " " }
    let sign = try value.required(Self.signs.first { text.contains($0.key) }, "a comparison, not “\(text)”")
    let parts = text.split(separator: sign.key, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let (left, number) = (parts[0], Double(parts[1]))
    let isKnown =
      switch kind {
      case "count": TouchPhase(word: left) != nil && number != nil
      case "spread_x_out", "spread_y_out": number != nil || parts[1] == "\(kind.dropLast(4))_in"
      default: ["all", "any", "none"].contains(kind) && SeenTouch.attributes.contains(left) && number != nil
      }
    guard isKnown else { throw CaseProblem(value, "the assertion “\(kind): \(text)” is not known") }
    self.init(kind: kind, text: text, left: left, compare: sign.value, number: number)
  }
}

extension TouchPhase {
  fileprivate init?(word: String) {
    let phases: [TouchPhase] = [.began, .moved, .ended, .cancelled]
    guard let phase = phases.first(where: { "\($0)" == word }) else { return nil }
    self = phase
  }
}
