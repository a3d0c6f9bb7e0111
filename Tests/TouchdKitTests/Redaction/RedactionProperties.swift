import Dispatcher
import TestSupport
import Testing

@testable import TouchdKit

/// Random layouts with one sensitive view, random fingers: no place on it is in any output, and what is beside it is
/// there.
@Suite("Redaction, properties") struct RedactionProperties {
  static let seedsPerBatch = 20

  @Test("On a panel with slots", arguments: 0..<6)
  func slots(batch: Int) throws { try check(batch, .slots(count: KernelPanel.slotCount)) }

  @Test("On a panel without slots", arguments: 0..<4)
  func packets(batch: Int) throws { try check(batch, .packets) }

  @Test("On a panel of one contact", arguments: 0..<4)
  func singleTouch(batch: Int) throws { try check(batch, .singleTouch(button: EventCode.btnTouch)) }

  private func check(_ batch: Int, _ touchProtocol: TouchProtocol) throws {
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
}
