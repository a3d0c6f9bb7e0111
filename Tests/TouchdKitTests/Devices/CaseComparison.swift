import Dispatcher

// What a run says against what its case says.
extension DeviceCase {
  /// Everything that is not as it must be, in words; empty if all is.
  func differences(from result: CaseResult) -> [String] {
    let wrong = assertions.map { $0.filter { !$0.holds(of: result) }.map { "not so: \($0)" } }
    return (wrong ?? missingOrExcess(result.touches)) + wrongExtras(result.touches)
  }

  /// Compares the touches of each step and slot, where their order counts; among slots it does not.
  private func missingOrExcess(_ touches: [SeenTouch]) -> [String] {
    let wanted = Dictionary(grouping: expected) { Place(step: $0.step, slot: $0.slot) }
    let found = Dictionary(grouping: touches) { Place(step: $0.step, slot: $0.slot) }
    return Set(wanted.keys).union(found.keys).sorted().compactMap { place in
      let wanted = Self.endsFirst(wanted[place] ?? [])
      let found = found[place] ?? []
      let isEqual = wanted.count == found.count && zip(wanted, found).allSatisfy { $0.describes($1) }
      guard !isEqual else { return nil }
      let list = zip(found.indices, found).map { index, touch in
        touch.description(of: index < wanted.count ? wanted[index].attributes : [])
      }
      return "frame \(place.step): expected \(Self.words(wanted.map(\.description))), got \(Self.words(list))"
    }
  }

  /// What ends in a slot does so before the next contact begins there.
  private static func endsFirst(_ expected: [Expectation]) -> [Expectation] {
    func isEnd(_ one: Expectation) -> Bool { one.phase == .ended || one.phase == .cancelled }
    guard let began = expected.firstIndex(where: { $0.phase == .began }),
      let end = expected.lastIndex(where: isEnd), began < end, expected.count == 2
    else { return expected }
    return expected.reversed()
  }

  private func wrongExtras(_ touches: [SeenTouch]) -> [String] {
    extras.compactMap { step, attributes in
      let candidates = touches.filter { $0.step == step }
      guard !candidates.contains(where: { attributes.allSatisfy($0.has) }) else { return nil }
      let found = candidates.map { $0.description(of: attributes) }
      return "frame \(step): expected a touch of \(Self.words(attributes.map(\.description))), "
        + "got \(Self.words(found))"
    }
  }

  private static func words(_ parts: [String]) -> String {
    parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
  }

  /// A slot in a step.
  private struct Place: Hashable, Comparable {
    let step: Int
    let slot: Int

    static func < (a: Place, b: Place) -> Bool { (a.step, a.slot) < (b.step, b.slot) }
  }
}

extension Expectation: CustomStringConvertible {
  func describes(_ touch: SeenTouch) -> Bool {
    phase == touch.phase && slot == touch.slot && attributes.allSatisfy(touch.has)
  }

  var description: String {
    (["\(phase) slot \(slot)"] + attributes.map(\.description)).joined(separator: " ")
  }
}

extension CaseAssertion: CustomStringConvertible {
  func holds(of result: CaseResult) -> Bool {
    let answers = result.touches.map { $0.number(left).map { compare($0, number ?? 0) } ?? false }
    switch kind {
    case "all": return !answers.contains(false)
    case "any": return answers.contains(true)
    case "none": return !answers.contains(true)
    case "count": return compare(Double(result.touches.count { "\($0.phase)" == left }), number ?? 0)
    default:
      let axis = kind == "spread_x_out" ? "x" : "y"
      let sent = result.sent.map { Double(axis == "x" ? $0.x : $0.y) }
      return compare(Self.spread(result.touches.compactMap { $0.number(axis) }), number ?? Self.spread(sent))
    }
  }

  private static func spread(_ numbers: [Double]) -> Double { (numbers.max() ?? 0) - (numbers.min() ?? 0) }

  var description: String { "\(kind) \(text)" }
}
