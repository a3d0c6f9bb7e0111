import TestTables

/// The rows of the golden traces, from bytes of a panel to the log.
@Suite("Golden traces") struct GoldenTraces {
  /// Every id of the list of golden traces.
  static let ids = [
    ["G1", "G2", "G3", "G5", "G7", "G8a", "G8b", "G9"],
    ["H1", "H2", "H4", "H5", "H6", "H7", "H9", "H10", "H12", "H14", "H15", "H16"],
    ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R10"],
    ["T1", "T2", "T3", "T4", "T6", "T7"],
    ["Q1", "Q2", "Q3", "Q4", "Q7", "Q8"],
    ["V1", "V4", "V5", "V6", "V7"],
  ].flatMap(\.self)

  @Test("Rows", arguments: GoldenRow.all)
  func row(_ row: GoldenRow) {
    let scene = row.makeScene()
    scene.play(row.fingers)
    #expect(difference(row.selected(of: scene.log.lines), from: row.log) == nil)
  }

  @Test("The same without a trace of hit tests: the calls do not change", arguments: GoldenRow.all)
  func untraced(_ row: GoldenRow) {
    let scene = row.makeScene()
    scene.application.tracesHitTests = false
    scene.play(row.fingers)
    #expect(
      difference(row.selected(of: scene.log.lines), from: row.expected(without: ["hit", "enter", "leave"]))
        == nil)
  }

  @Test("Every golden trace has a row, and no row stands twice")
  func complete() {
    #expect(Set(GoldenRow.all.map(\.id)).sorted() == Self.ids.sorted())
    #expect(Set(GoldenRow.all.map(\.description)).count == GoldenRow.all.count)
  }
}
