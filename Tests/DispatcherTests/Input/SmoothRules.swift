import CAllocationCounter
import TestTables

/// Reports that ``FilterProperties`` does not have, which has `smooth` on several fingers, on palms and behind other
/// filters: it has a cutoff at which a report counts for a half after 10 ms.
@Suite("Smooth") struct SmoothRules {
  /// 1 ÷ (2π · 10 ms), in hertz.
  private static let filters = [ContactFilter.smooth(cutoff: 50 / Double.pi, beta: 0)]

  static let rows: Table<FilterRow> = [
    "While no time passes it stays": FilterRow(
      filters: filters, given: "id 1; x 100; @10\nx 201; @10\nx 203; @20",
      told: "0 began 100,0\n\n0 moved 151,0"),
    "A clock that goes backwards is one that stands still, and goes on from there": FilterRow(
      filters: filters, given: "id 1; x 100; @5000\nx 201; @10\nx 203; @20",
      told: "0 began 100,0\n\n0 moved 151,0"),
    "After a long pause the finger is where it is": FilterRow(
      filters: filters, given: "id 1; x 100; @0\nx 201; @10\nx 300; @9000000000000",
      told: "0 began 100,0\n0 moved 150,0\n0 moved 299,0"),
    "A report of something else than the place moves it on": FilterRow(
      filters: filters, given: "id 1; x 100; pressure 5; @0\nx 201; @10\npressure 6; @20",
      told: "0 began 100,0\n0 moved 150,0\n0 moved 175,0"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: FilterRow) { row.check() }

  @Test("A moved frame in steady state allocates nothing", .optimised)
  func movedFrame() {
    let rig = SmoothRig(.smooth(cutoff: 1, beta: 0.01), isTraced: false)
    rig.land(Point(x: 500, y: 500))
    Self.move(rig, frames: 50)
    let before = allocation_count()
    Self.move(rig, frames: 1000)
    let count = allocation_count() - before
    #expect(count == 0, "\(count) allocations in 1,000 frames")
  }

  private static func move(_ rig: SmoothRig, frames: Int) {
    for frame in 0..<frames { rig.move(Point(x: 500 + Double(frame % 16), y: 500), after: .milliseconds(10)) }
  }
}
