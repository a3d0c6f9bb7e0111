import LinuxInput
import TestTables

@testable import TouchdKit

/// Contents of a plot of a recording, and the fingers of one in a picture. The panel has 1000 × 1000 units, which are
/// points; a column of a recording of one second is a millisecond.
@Suite("Drawings of a recording") struct PlotRules {
  struct Row: TableRow {
    var what = ""
    /// Lines of fingers: `SECONDS down SLOT X,Y`, `SECONDS move SLOT X,Y`, `SECONDS up SLOT`, `SECONDS lost`.
    let fingers: String
    /// The views of a layout; `nil` for none, in a picture for one in its upper left quarter.
    var views: String?
    let has: [String]
    var hasNot: [String] = []

    func check(_ text: String) {
      for words in has { #expect(text.contains(words), "no \(words) in:\n\(text)") }
      for words in hasNot { #expect(!text.contains(words), "\(words) in:\n\(text)") }
    }
  }

  static let rows: Table<Row> = [
    "a finger: its place from down to up, and the ranges of the device": Row(
      fingers: "0 down 0 100,200; 0.5 move 0 300,200; 1 up 0",
      has: [
        #"<g class="lane" data-slot="0" data-axis="x">"#, #"<g class="lane" data-slot="0" data-axis="y">"#,
        ">slot 0</text>",
        "M200.5 185h.1L700.5 177H1199.5", ">999</text>", ">1 s</text>",
        #"<path class="touch f0" d="M200 134h1000v10h-1000z"/>"#,
      ], hasNot: ["data-axis=\"pressure\"", "Gestures", "Deliveries", "SYN_DROPPED", "cancels"]),
    "two slots have lanes of their own": Row(
      fingers: "0 down 0 100,200; 0.2 down 1 700,700; 0.5 up 0; 1 up 1",
      has: [#"data-slot="0" data-axis="x""#, #"data-slot="1" data-axis="x""#, ">slot 1</text>"]),
    "lost events stand out": Row(
      fingers: "0 down 0 100,200; 0.5 lost; 1 up 0",
      has: [
        ">SYN_DROPPED</text>", #"<path class="drop alarm-line" d="M700.5 "#, "events were lost once",
      ]),
    "a finger that is down at the end is cancelled": Row(
      fingers: "0 down 0 100,200; 1 move 0 300,200", has: ["cancels", "<title>cancelled</title>"]),
    "a gesture is recognized, another fails: why is beside it and in the list": Row(
      fingers:
        "0 down 0 100,200; 0.1 up 0; 0.4 down 0 100,200; 0.5 move 0 150,200; 0.6 move 0 200,200; 2 up 0",
      views: "[{ id: a, gestures: [{ tap: {}, name: knock, to: log }] }]",
      has: [
        #"<g class="gesture" data-gesture="knock" data-view="a">"#,
        #"<g class="attempt" data-outcome="recognized">"#,
        #"<g class="attempt" data-outcome="failed">"#, "<title>failed: too far</title>", ">too far</text>",
        ">knock: 1 recognized, 1 failed (1 × too far)</text>",
      ]),
    "a gesture that goes on has a part before it began": Row(
      fingers: "0 down 0 100,200; 1 up 0",
      views: "[{ id: a, gestures: [{ long_press: { minimum: 500ms }, name: hold, to: log }] }]",
      has: [#"<path class="possible f2" d="M200 "#, #"<path class="recognized f2" d="M700 "#]),
    "the calls of each responder, the taken ones cancelled": Row(
      fingers: "0 down 0 100,200; 1 up 0",
      views: "[{ id: a, gestures: [{ long_press: { minimum: 500ms }, to: log }] }]",
      has: [
        #"<g class="delivery" data-responder="a">"#, #"<path class="tick alarm-line cancels" d="M700.5 "#,
        #"data-responder="window""#,
      ]),
    "deadlines, reached and withdrawn": Row(
      fingers: "0 down 0 100,200; 0.6 up 0; 0.7 down 0 100,200; 1 up 0",
      views: "[{ id: a, gestures: [{ long_press: { minimum: 500ms }, to: log }] }]",
      has: ["1 reached, 1 withdrawn", #"<g class="deadlines">"#]),
    "touches on a sensitive view are left out": Row(
      fingers: "0 down 0 100,200; 0.1 move 0 110,210; 0.4 up 0; 0.6 down 1 800,800; 1 up 1",
      views: "[{ id: pin, frame: [0, 0, 400, 400], sensitive: true }]",
      has: [#"data-slot="1" data-axis="x""#, ">1 touches on sensitive views</text>"],
      hasNot: [#"data-slot="0""#, ">slot 0</text>"]),
    "no events": Row(fingers: "", has: ["0.001 s; 0 events", "The recording has no frame"]),
    "a responder whose name would end its attribute": Row(
      fingers: "0 down 0 100,200; 1 up 0", views: #"[{ id: "<&\"'>" }]"#,
      has: [#"data-responder="&lt;&amp;&quot;&#39;&gt;""#], hasNot: ["<&"]),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws { row.check(try PlotRig.plot(fingers: row.fingers, views: row.views)) }

  /// In a picture of a layout. A point of the screen is 0.72 units of the drawing, from 24, 68 on.
  static let trails: Table<Row> = [
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

  @Test("Fingers in a picture", arguments: trails)
  func trail(_ row: Row) throws {
    row.check(
      try PlotRig.picture(fingers: row.fingers, views: row.views ?? "[{ id: a, frame: [0, 0, 500, 500] }]"))
  }

  @Test("Of more fingers than are drawn, the number is there")
  func many() throws {
    let taps = (0..<FingerTrails.mostTrails + 3).map { "\($0) down 0 \($0 % 900),9; \($0).1 up 0" }
    let text = try PlotRig.picture(fingers: taps.joined(separator: "; "), views: "[{ id: a }]")
    #expect(text.contains(">not drawn, being too many: 3 touches, 0 gestures</text>"))
    #expect(text.split(separator: "data-touch=").count - 1 == FingerTrails.mostTrails)
  }

  @Test("The recordings of other tests, with and without a layout", arguments: PlotRig.recordings)
  func recordings(path: String) throws {
    let recording = try Recording(contentsOf: SourceFile.packageRoot + "/" + path)
    for views in [nil, "[{ id: a, gestures: [{ tap: {}, to: log }, { pan: {}, to: log }] }]"] {
      let text = try PlotRig.plot(recording, views: views)
      #expect(text.contains("data-axis=\"x\"") && text.hasSuffix("</svg>\n"), "\(text)")
    }
  }

  @Test("A touch that explore by touch makes has no slot")
  func made() throws {
    let layout = try layout(
      "version: 1\nscreen: { size: [1000, 1000], delivery: filter }\nexplore: { headphones: true }\n"
        + "views: [{ id: a, accessible: { label: A } }]\n")
    let fingers = try recording(of: "headset in; hold 50,50; double tap 9,9; wait 1s", on: layout)
    let plot = try RecordingPlot(of: fingers, path: "a", on: layout, Progress("test", isShown: false))
    #expect(plot.lanes.panels.map { $0.slots.keys.sorted() } == [[0]])
  }

  @Test("A long recording makes no longer a plot")
  func long() throws {
    var random = SplitMix(seed: 7)
    var events: [String] = []
    for step in 0..<4_000 {
      let (slot, time) = (step % 10, Double(step) * 0.004)
      let place = "\(Int.random(in: 0...999, using: &random)),\(Int.random(in: 0...999, using: &random))"
      events.append("\(time) \(step / 10 % 7 == 0 ? "down" : "move") \(slot) \(place)")
      if step / 10 % 7 == 6 { events.append("\(time) up \(slot)") }
      if step % 900 == 899 { events.append("\(time) lost") }
    }
    let views = "[{ id: a, gestures: [{ tap: {}, to: log }, { pan: {}, to: log }, { pinch: {}, to: log }] }]"
    let short = try PlotRig.plot(fingers: events.prefix(2_000).joined(separator: "; "), views: views)
    let long = try PlotRig.plot(fingers: events.joined(separator: "; "), views: views)
    #expect(long.utf8.count < 1_500_000, "\(long.utf8.count) bytes")
    #expect(
      Double(long.utf8.count) < Double(short.utf8.count) * 1.5,
      "\(short.utf8.count), \(long.utf8.count) bytes")
  }
}
