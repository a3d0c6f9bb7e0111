import TestTables

/// The rows of the golden traces, from bytes of a panel to the log.
@Suite("Golden traces") struct GoldenTraces {
  /// Every id of the list of golden traces. G1 to G7, R1 and R2 are the logs of real runs, H1 and H2 orders that were
  /// described in words; the others follow from rules of the model.
  static let ids = [
    ["G1", "G2", "G3", "G5", "G7", "G8a", "G8b", "G9"],
    ["H1", "H2", "H4", "H5", "H6", "H7", "H9", "H10", "H12", "H14", "H15", "H16"],
    ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R10"],
    ["T1", "T2", "T3", "T4", "T6", "T7"],
    ["Q1", "Q2", "Q3", "Q4", "Q7", "Q8"],
    ["V1", "V4", "V5", "V6", "V7"],
  ].flatMap(\.self)

  /// Every row, under its id and what it shows; a section more is a list more here, and its ids above.
  static let rows = mainScene + hitTests + responderChain + identity + recognizers + scrollView

  /// The kinds of line that every log has.
  static let calls = SceneRow.calls

  /// Hit tests run twice.
  static let twice: @Sendable (Scene) -> Void = { $0.application.hitTestPasses = 2 }

  @Test("Rows; without a trace of hit tests the calls do not change", arguments: rows, [true, false])
  func row(_ row: SceneRow, tracesHits: Bool) {
    #expect(row.difference(in: Self.calls, tracesHits: tracesHits) == nil)
  }

  @Test("Every golden trace has a row, and no row stands twice")
  func complete() {
    #expect(Set(Self.rows.map { String($0.what.prefix { $0 != ":" }) }).sorted() == Self.ids.sorted())
    #expect(Set(Self.rows.map(\.what)).count == Self.rows.count)
  }
}
