import TestSupport

/// A random tree with recognizers, what fingers do on it, and what a program does meanwhile; as text, so that what
/// went wrong can be read and played again.
struct RandomScript: CustomStringConvertible {
  enum Step: CustomStringConvertible {
    case fingers(String)
    case disable(String)
    case enable(String)
    case remove(String)

    var description: String {
      switch self {
      case .fingers(let text): text
      case .disable(let name): "[disable \(name)]"
      case .enable(let name): "[enable \(name)]"
      case .remove(let name): "[remove \(name)]"
      }
    }
  }

  var tree = ""
  private(set) var relations = ""
  private(set) var steps: [Step] = []
  /// Done in the middle of a call, after so many of them.
  private(set) var deedInCall: (call: Int, step: Step)?
  /// Whether the panel goes away at the end, else the fingers lift.
  private(set) var unplugs = false
  /// Whether every touch is the business of its view: neither single-touch nor exclusive views keep any from it.
  let isOpen: Bool
  private(set) var end = 0.0

  private var random: SplitMix
  private var views: [String] = []
  private var recognizers: [String] = []

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    isOpen = seed % 2 == 0
    tree = "window(0,0,1000,1000)" + traits() + children(of: 1000, 1000, depth: 0)
    relations = makeRelations()
    makeSteps()
  }

  /// Whether fingers alone do something: no program interrupts recognizers.
  var isUndisturbed: Bool {
    deedInCall == nil && steps.allSatisfy { if case .fingers = $0 { true } else { false } }
  }

  /// Whether a recognizer requires another to fail.
  func makesWait(_ recognizer: String) -> Bool {
    [" requires ", " delegate-requires "].contains { " \(relations)".contains(" \(recognizer)\($0)") }
  }

  var description: String {
    let call = deedInCall.map { "\nin call \($0.call): \($0.step)" } ?? ""
    let text = steps.map(\.description).joined(separator: " ") + (unplugs ? " [unplug]" : "")
    return "\n\(tree)\n\(relations)\n\(text)\(call)"
  }

  private mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }
  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  // MARK: - The tree

  private mutating func children(of width: Int, _ height: Int, depth: Int) -> String {
    guard depth < 4 else { return "" }
    let views = (0..<number(0...2)).map { _ -> String in
      let (w, h) = (number(width / 3...width), number(height / 3...height))
      let name = "V\(self.views.count + 1)"
      self.views.append(name)
      let head = "\(name)(\(number(0...max(0, width - w))),\(number(0...max(0, height - h))),\(w),\(h))"
      return head + traits() + children(of: w, h, depth: depth + 1)
    }
    return views.isEmpty ? "" : "[" + views.joined(separator: ",") + "]"
  }

  private mutating func traits() -> String {
    var traits: [String] = []
    if isOpen || chance(50) { traits.append("multi") }
    if !isOpen, chance(10) { traits.append("exclusive") }
    if chance(5) { traits.append("off") }
    if chance(10) { traits.append("reaches") }
    for _ in 0..<number(0...2) {
      let kind = Self.kinds[number(0...Self.kinds.count - 1)]
      recognizers.append("R\(recognizers.count + 1)")
      traits.append((kind == "whim" ? "whim=\(random.next() % 1000)" : kind) + ":R\(recognizers.count)")
    }
    return traits.isEmpty ? "" : "<" + traits.joined(separator: ",") + ">"
  }

  private static let kinds = [
    "tap", "tap=2", "tap=1|touches(2)", "tap=1|hold(0.1)", "press", "press=taps(1)", "press=progress(0.05)",
    "press=touches(2)|progress(0.2)", "pan", "pan=2", "pan=max(1)", "pan=horizontal", "pinch", "rotation",
    "swipe=left|right|up|down", "edge=left|right|top|bottom", "whim", "whim", "whim", "balance",
  ]

  private mutating func makeRelations() -> String {
    guard recognizers.count > 1 else { return "" }
    var sentences: [String] = []
    for name in recognizers {
      let other = recognizers[number(0...recognizers.count - 1)]
      if chance(10) { sentences.append("\(name) keeps touches") }
      if chance(10) { sentences.append("\(name) delays began") }
      if chance(10) { sentences.append("\(name) ends at once") }
      if chance(4) { sentences.append("\(name) may not begin") }
      if chance(4) { sentences.append("\(name) gets no touch") }
      if other != name, chance(15) { sentences.append("\(name) requires \(other)") }
      if other != name, chance(10) { sentences.append("\(name) with \(other)") }
      if other != name, chance(5) { sentences.append("\(name) delegate-requires \(other)") }
    }
    return sentences.joined(separator: "; ")
  }

  // MARK: - The steps

  private enum Finger { case up, down, palm }

  private mutating func makeSteps() {
    var fingers = [Finger](repeating: .up, count: number(1...10))
    for _ in 0..<number(5...40) {
      end += Double(chance(10) ? number(100...900) : number(1...20)) / 1000
      let frame = fingers.indices.compactMap { index in chance(40) ? act(&fingers[index], index + 1) : nil }
      if !frame.isEmpty { steps.append(.fingers(frame.joined(separator: " "))) }
      if chance(3) { steps.append(deed()) }
    }
    if chance(20) { deedInCall = (number(1...20), deed()) }
    unplugs = chance(20)
    guard !unplugs else { return }
    let lifts = fingers.indices.filter { fingers[$0] != .up }.map { "up#\($0 + 1)@\(end + 0.01)" }
    if !lifts.isEmpty { steps.append(.fingers(lifts.joined(separator: " "))) }
  }

  private mutating func act(_ finger: inout Finger, _ number: Int) -> String {
    let place = "(\(Double(self.number(0...4000)) / 4),\(Double(self.number(0...4000)) / 4))"
    switch finger {
    case .up:
      finger = .down
      // Often where the others tapped, so that taps repeat.
      return "dn#\(number)\(chance(50) ? "(500,500)" : place)@\(end)"
    case .palm:
      finger = .up
      return "up#\(number)@\(end)"
    case .down:
      let what = self.number(0...9)
      if what < 4 { finger = .up }
      if what == 9 { finger = .palm }
      return what < 4
        ? "up#\(number)@\(end)"
        : what == 9
          ? "palm#\(number)@\(end)" : what == 8 ? "fr#\(number)@\(end)" : "mv#\(number)\(place)@\(end)"
    }
  }

  private mutating func deed() -> Step {
    let recognizer = recognizers.isEmpty ? nil : recognizers[number(0...recognizers.count - 1)]
    if let recognizer, chance(70) { return chance(60) ? .disable(recognizer) : .enable(recognizer) }
    return views.isEmpty ? .fingers("") : .remove(views[number(0...views.count - 1)])
  }
}
