import TestTables

@testable import TouchdKit

/// The fingers of a recording in a picture. A point of the screen is 0.72 units of the drawing, from 24, 68 on.
@Suite("Fingers in a picture") struct FingerTrailRules {
  struct Row: TableRow {
    var what = ""
    /// As ``PlotRules/Row/fingers``.
    let fingers: String
    var views = "[{ id: a, frame: [0, 0, 500, 500] }]"
    let has: [String]
    var hasNot: [String] = []
  }

  static let rows: Table<Row> = [
    "a tap is a ring and a dot": Row(
      fingers: "0 down 0 100,200; 0.1 up 0",
      has: [
        #"<g class="finger" data-touch="1">"#, #"<circle class="begin ground s0" cx="96" cy="212" r="4"/>"#,
        #"<circle class="end f0" cx="96" cy="212" r="2.5"/>"#, ">1 touch, 0 gestures</text>", ">1</text>",
      ], hasNot: ["trail s0\" d=\"M96", "class=\"cancelled"]),
    "a drag is a line": Row(
      fingers: "0 down 0 100,200; 0.1 move 0 200,200; 0.2 move 0 200,300; 0.3 up 0",
      has: [#"<path class="trail s0" d="M96 212L168 212L168 284"/>"#]),
    "steps that are not seen are left out": Row(
      fingers:
        "0 down 0 100,200; 0.1 move 0 100,201; 0.2 move 0 101,201; 0.3 move 0 200,201; 0.4 up 0",
      has: [#"d="M96 212L96 212.7L96.7 212.7L168 212.7"/>"#]),
    "a finger that is down at the end is cancelled": Row(
      fingers: "0 down 0 100,200; 0.1 move 0 200,200",
      has: [#"<path class="cancelled alarm-line begin" d="M164 208"#]),
    "a gesture is where it was recognized": Row(
      fingers: "0 down 0 100,200; 0.1 up 0",
      views: "[{ id: a, gestures: [{ tap: {}, name: knock, to: log }] }]",
      has: [#"<g class="gesture" data-gesture="knock">"#, ">knock</text>", ">1 touch, 1 gesture</text>"]),
    "nothing is drawn of a finger that belongs to a sensitive view": Row(
      fingers: "0 down 0 100,200; 0.1 move 0 700,700; 0.2 up 0",
      views: "[{ id: a, frame: [0, 0, 500, 500], sensitive: true, gestures: [{ tap: {}, to: log }] }]",
      has: [">not drawn, being on sensitive views: 1 touch, 0 gestures</text>"], hasNot: ["data-touch"]),
    "a finger that passes over a sensitive view has a gap there": Row(
      fingers:
        "0 down 0 100,800; 0.1 move 0 100,700; 0.2 move 0 100,300; 0.3 move 0 700,300; 0.4 move 0 800,300; 0.5 up 0",
      views: "[{ id: a, frame: [0, 0, 500, 500], sensitive: true }]",
      has: [#"<path class="trail s0" d="M96 644L96 572M528 284L600 284"/>"#], hasNot: ["96 284"]),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
    let text = try PlotRig.picture(fingers: row.fingers, views: row.views)
    for words in row.has { #expect(text.contains(words), "no \(words) in:\n\(text)") }
    for words in row.hasNot { #expect(!text.contains(words), "\(words) in:\n\(text)") }
  }

  @Test("Of more fingers than are drawn, the number is there")
  func many() throws {
    let taps = (0..<FingerTrails.mostTrails + 3).map { "\($0) down 0 \($0 % 900),9; \($0).1 up 0" }
    let text = try PlotRig.picture(fingers: taps.joined(separator: "; "), views: "[{ id: a }]")
    #expect(text.contains(">not drawn, being too many: 3 touches, 0 gestures</text>"))
    #expect(text.split(separator: "data-touch=").count - 1 == FingerTrails.mostTrails)
  }
}
