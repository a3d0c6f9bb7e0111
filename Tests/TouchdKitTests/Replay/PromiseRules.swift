import LinuxInput
import TestTables

@testable import TouchdKit

/// Promises of a layout of 1000 × 1000 points, and what is said of those that are broken.
@Suite("Promises") struct PromiseRules {
  struct Row: TableRow {
    var what = ""
    /// In `screen`, behind the size.
    var screen = ""
    /// From the third line of the layout on.
    let layout: String
    /// What stands behind its name.
    let promise: String
    /// `nil` for a promise that is kept.
    var difference: String?
  }

  private static let start = """
    responders: { a: { plugin: exec, run: [show, --mode=fast, now] } }
    views: [{ id: v, on_touch: { to: a } }]
    """

  static let rows: Table<Row> = [
    "what a person wants of an element in a sensitive view stays in the process": Row(
      screen: ", delivery: filter",
      layout: """
        explore: { headphones: true }
        responders: { a: { plugin: log }, b: { plugin: exec, run: [ring] } }
        views:
        - id: pin
          sensitive: true
          children: [{ id: k1, frame: [0, 0, 99, 99], accessible: { label: One, on: { magic: [a, b] } } }]
        """,
      promise: """
        when: [headset in, hold k1, "2 fingers: double tap 600,600", wait 1s], then: { starts: ring, not_told: k1, \
        not_logged: k1 }
        """),
    "the last words of a start are left out, behind one that has a `=`": Row(
      layout: start, promise: "when: tap v, then: { starts: show --mode=fast }"),
    "and may not be others": Row(
      layout: start, promise: "when: tap v, then: { starts: show --mode=slow }",
      difference: "starts, line 1: expected \"show --mode=slow\", got \"show --mode=fast now\""),
    "a line is left out that ends as on another system": Row(
      layout: "views:\r\n- { id: v }\r\n- { id: w }\r",
      promise: "given: { without: '- { id: w }' }, when: tap v, then: { shown: w }",
      difference: "there is no view \"w\""),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
    let text = """
      version: 1
      screen: { size: [1000, 1000]\(row.screen) }
      \(row.layout)
      promises: [{ name: p, \(row.promise) }]

      """
    let results = try PromisesOfFile("f.yaml", Array(text.utf8)).results(on: RunLoop(servesMainQueue: false))
    #expect(results.map { $0.difference?.words } == [row.difference])
  }
}
