import TestTables
import YAML

@testable import TouchdKit

/// What the layouts of a configuration may ask for together: how much, and what is said of the first part too many.
@Suite("The budget of layouts")
struct BudgetTests {
  private static let limit = LayoutBudget.partLimit

  /// A layout of a line for each of some parts, from line 4 on.
  private static func text(_ key: String, _ item: String, _ count: Int, _ rest: String = "") -> String {
    "version: 1\nscreen: { size: [9, 9] }\n\(key):\n" + String(repeating: item + "\n", count: count) + rest
  }

  /// Given files, of which `d.yaml` is read; then the errors, or none.
  struct Row: TableRow {
    var what = ""
    let files: [String: String]
    var errors: [String] = []

    init(_ layouts: String..., errors: String...) {
      self.errors = errors
      let named = layouts.enumerated().map { ("l\($0).yaml", $1) }
      let daemon = "version: 1\nlayouts: [\(named.map(\.0).joined(separator: ", "))]\n"
      files = Dictionary(named + [("d.yaml", daemon)], uniquingKeysWith: { first, _ in first })
    }
  }

  private static func tooLarge(_ place: String, _ part: String) -> String {
    "\(place): error: too large: with this \(part), all layouts together have more than \(limit) parts"
  }

  static let rows: Table<Row> = [
    "as many views as there may be": Row(text("views", "- {}", limit)),
    "one view more": Row(
      text("views", "- {}", limit + 1), errors: tooLarge("l0.yaml:\(limit + 4):3", "view")),
    "two layouts that are too much together": Row(
      text("views", "- {}", limit - 10), text("views", "- {}", 11), errors: tooLarge("l1.yaml:14:3", "view")),
    "a layout that is too much alone does not take the room of the next": Row(
      text("views", "- {}", limit + 1), text("views", "- {}", 1),
      errors: tooLarge("l0.yaml:\(limit + 4):3", "view"), tooLarge("l1.yaml:4:3", "view")),
    "children count": Row(
      text("views", "- { children: [{}, {}] }", limit / 3 + 1),
      errors: tooLarge("l0.yaml:\(limit / 3 + 4):16", "view")),
    "gestures count": Row(
      text("views", "- { gestures: [{ tap: }] }", limit / 2 + 1),
      errors: tooLarge("l0.yaml:\(limit / 2 + 4):3", "view")),
    "a scroll view counts three times, for its recognizers": Row(
      text("views", "- { type: scroll }", limit / 3 + 1),
      errors: tooLarge("l0.yaml:\(limit / 3 + 4):3", "scroll view")),
    "controllers count": Row(
      text("views", "- { controller: {} }", limit / 2 + 1),
      errors: tooLarge("l0.yaml:\(limit / 2 + 4):3", "view")),
    "windows count": Row(
      text("windows", "- { views: [] }", limit + 1), errors: tooLarge("l0.yaml:\(limit + 4):3", "window")),
    "responders count": Row(
      "version: 1\nscreen: { size: [9, 9] }\nviews: []\nresponders:\n"
        + (0...limit).map { "  r\($0): { plugin: log }\n" }.joined(),
      errors: tooLarge("l0.yaml:\(limit + 5):3", "responder")),
    "YAML values of all files together": Row(
      text("views", "- { alpha: 1, hidden: false }", 20_000) + "\n" + String(repeating: " ", count: 9),
      text("views", "- { frame: [1, 2, 3, 4], transform: { translate: [0, 0] }, alpha: 1 }", 19_000),
      text("views", "- { frame: [1, 2, 3, 4], transform: { translate: [0, 0] }, alpha: 1 }", 900),
      text("views", "- { frame: [1, 2, 3, 4], transform: { translate: [0, 0] }, alpha: 1 }", 90_000 / 13),
      errors: "l3.yaml:"),
    "bytes of all files together": Row(
      text("views", "- {}", 1, "#" + String(repeating: "x", count: 4_000_000)),
      text("views", "- {}", 1, "#" + String(repeating: "x", count: 4_000_000)),
      text("views", "- {}", 1, "#" + String(repeating: "x", count: 4_000_000)),
      text("views", "- {}", 1, "#" + String(repeating: "x", count: 4_000_000)),
      text("views", "- {}", 1, "#" + String(repeating: "x", count: 1_000_000)),
      errors: "l4.yaml:1:1: error: too long: at most 776"),
  ]

  @Test("the first part too many is an error at its place", arguments: rows)
  func reads(row: Row) {
    let folder = TemporaryFolder(row.files)
    let reading = ConfigurationReading(folder["d.yaml"], LayoutReader())
    let errors = reading.files.flatMap(\.problems).filter { $0.severity == .error }.map(\.description)
    let shown = errors.map { $0.replacing(folder.path + "/", with: "") }
    #expect(shown.count == row.errors.count)
    for (error, wanted) in zip(shown, row.errors) { #expect(error.hasPrefix(wanted), "\(error.prefix(300))") }
    #expect((reading.configuration != nil) == row.errors.isEmpty)
  }

  @Test("names are as long as a file's name may be, no longer: what is below is named after them")
  func names() throws {
    let longest = String(repeating: "ä", count: 255)
    let layout = try layout(layoutOfView("children: [{ id: \(longest), children: [{}] }]"))
    #expect(layout.allViews.map(\.id.value).last == longest + "/0")
    check(
      "children: [{ id: \(longest)n }]", .inView("6:22: error: `id` must not have more than 255 characters"))
    check(
      "touchscreen: { match: { name: \(longest)n } }",
      .inScreen("2:55: error: `name` must not have more than 255 characters"))
  }
}
