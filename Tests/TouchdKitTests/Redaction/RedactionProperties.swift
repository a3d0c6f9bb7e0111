import TestTables

@testable import TouchdKit

/// Random layouts with one sensitive view, random fingers: no place on it is in any output, and what is beside it is
/// there.
@Suite("Redaction, properties") struct RedactionProperties {
  static let seedsPerBatch = Build.isOptimised ? 20 : 10

  @Test("On panels with slots, without, and of one contact", arguments: RedactionRules.protocols, 0..<5)
  func places(touchProtocol: TouchProtocol, batch: Int) throws {
    var withheld = 0
    for seed in UInt64(batch * Self.seedsPerBatch)..<UInt64((batch + 1) * Self.seedsPerBatch) {
      let layout = RandomPrivateLayout(seed: seed)
      let run = try RedactionRun(layout.text, seed: seed, touchProtocol)
      try run.play()
      withheld += run.withheld
      guard run.violations.isEmpty else {
        let found = run.violations.prefix(3).joined(separator: "\n")
        return #expect(Bool(false), "seed \(seed):\n\(found)\n\(layout.text)")
      }
    }
    #expect(withheld > Self.seedsPerBatch, "the fingers must be on sensitive views: \(withheld)")
  }

  static let eventsPerSeed = 30_000

  @Test(
    "Events of all kinds, with values at and beyond their limits", arguments: 1...6 as ClosedRange<UInt64>)
  func anything(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let touchProtocol = RedactionRules.protocols[Int(seed % 3)]
    let text = RedactionRules.layout("[{ id: pin, frame: [200, 200, 500, 500], sensitive: true }]")
    let rig = try PrivateRig(text, touchProtocol)
    rig.attach()
    var (frames, seen) = (0, 0)
    for batch in 0..<(Self.eventsPerSeed / 50) {
      rig.receive((0..<50).map { _ in Self.event(at: Timestamp(microseconds: Int64(batch) * 1000), &random) })
      for contact in rig.reader.contacts {
        seen += 1
        let isOn = 200..<700 ~= contact.x && 200..<700 ~= contact.y
        #expect(!isOn, "seed \(seed), batch \(batch): \(contact)")
      }
      frames = rig.frames.count
    }
    rig.end()
    #expect(frames > 500 && seen > 100, "the events must mean something: \(frames) frames, \(seen) contacts")
  }

  static func event(at time: Timestamp, _ random: inout SplitMix) -> RawEvent {
    let types: [UInt16] = [3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 1, 4]
    let type = types[Int(random.next() % UInt64(types.count))]
    let axes: [UInt16] = [
      0x2f, 0x39, 0x39, 0x35, 0x36, 0x35, 0x36, 0x37, 0x3a, 0x3b, 0x3c, 0x3d, 0x00, 0x01, 0x00, 0x01, 0x18,
    ]
    var code = axes[Int(random.next() % UInt64(axes.count))]
    if type == EventType.syn {
      code = [0, 0, 0, 2, 2, 2, 2, random.next() % 40 == 0 ? 3 : 0][Int(random.next() % 8)]
    }
    if type == EventType.key { code = random.next() % 3 == 0 ? EventCode.btnToolPen : EventCode.btnTouch }
    let small = Int32(random.next() % 8) - 1
    let isPlace = [0x35, 0x36, 0x00, 0x01].contains(code)
    let value = isPlace && type == EventType.abs ? Int32(random.next() % 1000) : small
    let isWild = random.next() % 200 == 0
    return RawEvent(
      time: time, type: type, code: code, value: isWild ? Int32(truncatingIfNeeded: random.next()) : value)
  }
}
