import CAllocationCounter
import TestTables

/// A device may send anything: nothing traps, and what began ends.
@Suite("Random events") struct RandomEvents {
  /// Ten million in all, over both protocols; fewer where the build is not optimised.
  static let eventsPerSeed = Build.isOptimised ? 1_250_000 : 300_000

  @Test(
    "Random events: no trap, every began ends once, memory stays flat",
    arguments: 1...8 as ClosedRange<UInt64>)
  func anything(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let run = RandomRun([.alone(seed % 4 == 0 ? .singleTouch(button: EventCode.btnTouch) : .slots(count: 10))]
    )
    var before: Int64 = 0
    for batch in 0..<(Self.eventsPerSeed / 500) {
      run.feed((0..<500).map { _ in run.randomEvent(&random) })
      if batch == 500 { before = allocated_bytes() }
    }
    let growth = allocated_bytes() - before
    run.end()
    #expect(run.violations.isEmpty, "seed \(seed): \(run.violations.prefix(3))")
    #expect(run.balance.began > 1000, "seed \(seed): the events must mean something")
    // A leak of one byte in a hundred events would be more.
    #expect(growth < 10_000, "seed \(seed): \(growth) bytes more")
    print("random events, seed \(seed): \(growth) bytes more after a million")
  }
}

extension RandomEvents {
  static let bursts = Build.isOptimised ? 5000 : 500

  @Test(
    "Events of panels and a pen, with filters, silences, sleeps and replugging: the same, also late",
    arguments: Array(1...8) + [31, 32] as [UInt64])
  func panels(seed: UInt64) {
    var random = SplitMix(seed: seed)
    // Late, only the views see it.
    let isLate = seed > 8
    let other = isLate ? [RandomPanel.alone(.slots(count: 10))] : RandomPanel.slotsAndPen
    let run = RandomRun(seed % 2 == 0 ? RandomPanel.packetsAndPen : other, isLate: isLate)
    for _ in 0..<Self.bursts {
      let panel = Int(random.next() % UInt64(run.panels.count))
      run.feed((0..<100).map { _ in run.randomEvent(&random, of: panel) }, from: panel)
      run.disturb(panel, &random)
    }
    run.end()
    #expect(run.violations.isEmpty, "seed \(seed): \(run.violations.prefix(3))")
    if isLate {
      return #expect(seed == 32 || run.coalesced > Self.bursts / 250, "seed \(seed): none is late")
    }
    #expect(run.balance.began > Self.bursts / 10, "seed \(seed): the events must mean something")
    #expect(run.hoverBalance.began > Self.bursts / 50, "seed \(seed): and something must hover")
  }
}
