import LinuxInput
import TestTables

@testable import TouchdKit

/// Promises of a layout of 1000 × 1000 points, and what is said of one that is broken.
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
      layout: starting, promise: "when: tap v, then: { starts: show --mode=fast }"),
    "and may not be others": Row(
      layout: starting, promise: "when: tap v, then: { starts: show --mode=slow }",
      difference: "starts, line 1: expected \"show --mode=slow\", got \"show --mode=fast now\""),
  ]

  private static let starting = """
    responders: { a: { plugin: exec, run: [show, --mode=fast, now] } }
    views: [{ id: v, on_touch: { to: a } }]
    """

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

  @Test("The command that draws a promise has all of its acts, without comments, and names of files as words")
  func picture() throws {
    let text = """
      version: 1
      screen: { size: [9, 9] }
      views: []
      promises:
      - name: p
        when: |
          # Two taps.
          tap 1,1 # one
          tap 2,2
        then: { starts: [] }

      """
    let file = try PromisesOfFile("my 'f'.yaml", Array(text.utf8))
    let pictures = try file.results(on: RunLoop(servesMainQueue: false)).map(\.picture)
    let words = "'my '\\''f'\\''.yaml' --fingers 'tap 1,1 ; tap 2,2' -o promise.svg"
    #expect(pictures == ["touchd picture \(words)"])
  }

  @Test("Lines are left out of a file with the line ends of another system, and the others keep their numbers")
  func without() throws {
    let text = """
      version: 1
      screen: { size: [9, 9] }
      views:
      - { id: v, frame: [0, 0, 9, 9] }
      - { id: w }
      promises:
      - name: p
        given: { without: "- { id: w }" }
        when: tap v
        then: { shown: v }

      """
    func result(_ text: String) throws -> [String?] {
      let file = try PromisesOfFile("f.yaml", Array(text.utf8))
      return try file.results(on: RunLoop(servesMainQueue: false)).map { $0.difference?.words }
    }
    #expect(try result(text.replacing("\n", with: "\r\n")) == [nil])
    #expect(try result(text.replacing("shown: v", with: "shown: w")) == ["there is no view \"w\""])
  }

  private static func layout(_ view: String) -> String {
    "version: 1\nscreen: { size: [100, 100] }\nviews: [{ id: \(view) }]\n"
  }

  /// The differences of promises that stand in a file beside `day.yaml`, whose view is `d`, and `night.yaml`, of `n`.
  private func differences(_ promises: String, in folder: String = "") throws -> [String?] {
    let files = TemporaryFolder([
      "\(folder)day.yaml": Self.layout("d"), "\(folder)night.yaml": Self.layout("n"),
    ])
    let text = "version: 1\npromises:\n\(promises)\n"
    let file = try PromisesOfFile(files["\(folder)day.test.yaml"], Array(text.utf8))
    return try file.results(on: RunLoop(servesMainQueue: false)).map { $0.difference?.words }
  }

  @Test("Views of a layout that takes the place of another may be shown at the end")
  func reloaded() throws {
    let promise = "- { name: p, when: [tap d, reload night.yaml, wait 1s], then: { shown: n } }"
    #expect(try differences(promise) == [nil])
  }

  @Test("The layout beside a file of promises is found in a folder of any name")
  func beside() throws {
    let promise = "- { name: p, when: tap d, then: { shown: d } }"
    #expect(try differences(promise, in: "kiosk.test.d/") == [nil])
  }
}
