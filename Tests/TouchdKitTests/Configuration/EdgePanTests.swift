import TestTables
import YAML

@testable import TouchdKit

/// Filters that keep a pan from an edge from beginning: a warning at the filter, or a note once the panel says how
/// large a millimetre is.
@Suite("Edge pans behind filters")
struct EdgePanTests {
  struct Row: TableRow {
    var what = ""
    /// Of `screen`.
    var size = "size: [1000, 500], size_mm: [200, 100]"
    let filter: String
    var edges = "left"
    /// Of the window.
    var frame = "full"
    var rest = ""
    /// What `check` says, without the place; `nil` for nothing.
    var warning: String?
    /// Whether it is said of a panel of 200 by 100 millimetres.
    var isNoted = false
  }

  private static let band =
    "with this filter no finger lands within 13 points of the edge, where \"window.edge_pan\" must begin"

  static let rows: Table<Row> = [
    "3 mm are 15 points, more than 13": Row(filter: "edge: 3mm", warning: band),
    "a band of 13 points ends where the pan may begin": Row(filter: "edge: 13"),
    "a little more leaves no place": Row(filter: "edge: 13.1", warning: band),
    "along the other axis a millimetre is fewer points": Row(
      size: "size: [1000, 500], size_mm: [200, 200]", filter: "edge: 3mm", edges: "top"),
    "one of two edges is out of reach": Row(
      size: "size: [1000, 500], size_mm: [200, 200]", filter: "edge: 3mm", edges: "[top, right]",
      warning: band),
    "a window that begins inside the band's end": Row(filter: "edge: 3mm", frame: "[5, 0, 100, 100]"),
    "a wider threshold reaches over the band": Row(
      filter: "edge: 3mm", rest: "thresholds: { edge_pan: { edge_distance: 20 } }"),
    "other filters do not matter": Row(filter: "hysteresis: 3mm"),
    "the last samples do not matter": Row(filter: "skip: { last: 2 }"),
    "a skipped begin may be too late": Row(
      filter: "skip: { first: 2 }",
      warning:
        "with this filter a touch begins 2 reports after the finger landed: a quick one is then further than 13 "
        + "points from the edge, where \"window.edge_pan\" must begin"),
    "a layout that allows for it knows how quick its users are": Row(
      filter: "skip: { first: 2 }", rest: "thresholds: { edge_pan: { edge_distance: 40 } }"),
    "a narrower place is too late all the more": Row(
      filter: "skip: { first: 1 }", rest: "thresholds: { edge_pan: { edge_distance: 5 } }",
      warning:
        "with this filter a touch begins 1 report after the finger landed: a quick one is then further than 5 "
        + "points from the edge, where \"window.edge_pan\" must begin"),
    "without the size of the screen, only the panel knows": Row(
      size: "size: [1000, 500]", filter: "edge: 3mm", isNoted: true),
    "and it may know that all is well": Row(size: "size: [1000, 500]", filter: "edge: 2mm"),
    "what `check` has said is not said again": Row(
      size: "size: [1000, 500]", filter: "edge: 20", warning: band),
  ]

  @Test("said by `check`, or of the panel", arguments: rows)
  func filters(row: Row) throws {
    let text = """
      version: 1
      screen: { \(row.size), touchscreen: { filters: [{ \(row.filter) }] } }
      windows:
        - id: window
          frame: \(row.frame)
          views: []
          gestures: [{ edge_pan: { edge: \(row.edges) } }]
      \(row.rest)
      """
    let (layout, problems) = LayoutReader().read(Array(text.utf8), file: "f")
    let said = problems.filter { $0.message.hasPrefix("with this filter") }
    #expect(said.map(\.message) == [row.warning].compactMap(\.self))
    #expect(said.allSatisfy { $0.severity == .warning && $0.mark.line == 2 })
    let notes = EdgePanCheck(try #require(layout, "\(problems)"), pointsPerMillimetre: (5, 5)).notesOfPanel
    #expect(notes.count == (row.isNoted ? 1 : 0))
    if row.isNoted {
      #expect(notes.first?.hasPrefix("f:2:") == true && notes.first?.contains(Self.band) == true)
    }
  }
}
