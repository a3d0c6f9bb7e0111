import TestTables

/// Whatever happens to a held panel, to its layouts and to touchd: each contact that the page's device begins it ends,
/// once, before the device goes; and the page gets each finger that lands on a held panel.
@Suite("A held panel, at random") struct PageProperties {
  static let scripts = Build.isOptimised ? 1000 : 50

  @Test("Random scripts", arguments: 0..<5)
  func scripts(batch: Int) throws {
    var landings = 0
    for seed in (batch * 1000)..<(batch * 1000 + Self.scripts) {
      let script = RandomPageScript(seed: UInt64(seed))
      if let problem = try script.problem(&landings) {
        Issue.record("seed \(seed): \(problem)\n\(script.steps.joined(separator: "; "))")
        return
      }
    }
    #expect(landings > Self.scripts)
  }
}

/// Steps of ``PageKiosk`` that can follow one another.
private struct RandomPageScript {
  private(set) var steps: [String] = []
  private var random: SplitMix
  private var isPlugged = false
  private var isBusy = false
  private var slots: Set<Int> = []
  private var hasKeyDown = false

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    steps = ["plug", "udev"]
    isPlugged = true
    while steps.count < 60 { if let step = next() { steps.append(step) } }
  }

  private mutating func next() -> String? {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return plugOrUnplug()
    case 1...3: return "wait \([0.05, 0.1, 0.5, 1, 2][Int.random(in: 0..<5, using: &random)])"
    case 4: return "reload \(["filter", "observe", "edge", "hdmi"][Int.random(in: 0..<4, using: &random)])"
    case 5: return grabOrFree()
    case 6...10: return land()
    case 11: return press()
    case 12...15: return slots.sorted().randomElement(using: &random).map { "move \($0) \(place())" }
    default:
      guard let slot = slots.sorted().first(where: { _ in Bool.random(using: &random) }) else { return nil }
      slots.remove(slot)
      return "up \(slot)"
    }
  }

  private mutating func plugOrUnplug() -> String {
    isPlugged.toggle()
    slots = []
    hasKeyDown = false
    isBusy = false
    return isPlugged ? "plug" : "unplug"
  }

  private mutating func grabOrFree() -> String? {
    guard isPlugged else { return nil }
    isBusy.toggle()
    return isBusy ? "busy" : "free"
  }

  private mutating func land() -> String? {
    let slot = Int.random(in: 0..<10, using: &random)
    guard isPlugged, slots.insert(slot).inserted else { return nil }
    return "down \(slot) \(place())"
  }

  private mutating func press() -> String? {
    guard isPlugged else { return nil }
    hasKeyDown.toggle()
    return "home \(hasKeyDown ? 1 : 0)"
  }

  private mutating func place() -> String {
    "\(Int.random(in: 0..<1000, using: &random)) \(Int.random(in: 0..<500, using: &random))"
  }

  /// What was wrong, in words; `nil` if nothing was.
  ///
  /// - Parameter landings: counts on with the fingers that the page got.
  func problem(_ landings: inout Int) throws -> String? {
    let kiosk = try PageKiosk()
    var expected = 0
    for step in steps {
      let isPassed = step.hasPrefix("down") && kiosk.isHeld
      let lines = try kiosk.play(step)
      if let fault = lines.first(where: { $0.contains("under") || $0.contains("twice") }) { return fault }
      if isPassed { expected += 1 }
      if kiosk.landings != expected { return "after \(step): \(kiosk.landings) landings, not \(expected)" }
    }
    landings += expected
    for line in try kiosk.play("stop; wait 1") where line.contains("under") { return line }
    return kiosk.contacts + kiosk.keys == 0 ? nil : "\(kiosk.contacts) contacts and \(kiosk.keys) keys stay"
  }
}
