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
    guard let phase = TouchPhase(word: node["phase"]?.scalar?.text ?? "") else {
      throw CaseProblem(node, "the phase is began, moved, ended or cancelled")
    }
    guard let step = node["f"]?.int, let slot = node["slot"]?.int else {
      throw CaseProblem(node, "an expectation has a frame, f, and a slot")
    }
    self.init(step: step, phase: phase, slot: slot, attributes: attributes)
  }
}

extension Attribute {
  init(_ name: String, _ node: Node) throws {
    guard SeenTouch.attributes.contains(name) else {
      throw CaseProblem(node, "the attribute “\(name)” is not known")
    }
    if let number = node.double {
      self.init(name: name, value: .number(number))
    } else if let word = node.string {
      self.init(name: name, value: .word(word))
    } else {
      throw CaseProblem(node, "the attribute “\(name)” is a number or a word")
    }
  }
}

extension CaseAssertion {
  init(_ node: Node) throws {
    let pairs = try node.pairs("an assertion")
    guard pairs.count == 1, let (kind, value) = pairs.first, let text = value.scalar?.text else {
      throw CaseProblem(node, "an assertion is one key and a condition")
    }
    let (left, comparison, right) = try Self.condition(text, value)
    switch kind {
    case "count":
      guard let phase = TouchPhase(word: left), let count = Int(right) else {
        throw CaseProblem(value, "a count is a phase, a sign and a number")
      }
      self = .count(phase, comparison, count)
    case "spread_x_out", "spread_y_out":
      let axis = kind == "spread_x_out" ? "x" : "y"
      guard Double(right) != nil || right == "spread_\(axis)_in" else {
        throw CaseProblem(value, "a spread is compared with a number or with spread_\(axis)_in")
      }
      self = .spread(axis: axis, comparison, Double(right))
    default:
      guard let quantifier = Quantifier(rawValue: kind) else {
        throw CaseProblem(value, "the assertion “\(kind)” is not known")
      }
      guard let number = Double(right), SeenTouch.attributes.contains(left) else {
        throw CaseProblem(value, "a condition is an attribute, a sign and a number")
      }
      self = .touches(quantifier, attribute: left, comparison, number)
    }
  }

  /// `x<=200` in its three parts.
  private static func condition(
    _ text: String, _ node: Node
  ) throws -> (left: String, Comparison, right: String) {
    let text = text.filter { $0 != " " }
    for comparison in Comparison.allCases {
      guard let range = text.firstRange(of: comparison.rawValue) else { continue }
      return (String(text[..<range.lowerBound]), comparison, String(text[range.upperBound...]))
    }
    throw CaseProblem(node, "“\(text)” compares nothing")
  }
}

extension TouchPhase {
  fileprivate init?(word: String) {
    let phases: [TouchPhase] = [.began, .moved, .ended, .cancelled]
    guard let phase = phases.first(where: { "\($0)" == word }) else { return nil }
    self = phase
  }
}
