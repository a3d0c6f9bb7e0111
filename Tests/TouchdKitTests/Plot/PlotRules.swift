import Dispatcher
import LinuxInput
import TestSupport
import TestTables
import Testing

@testable import TouchdKit

/// What is in a plot of a recording. The panel has 1000 × 1000 units, which are points; a column of a recording of one
/// second is a millisecond.
@Suite("Plot of a recording") struct PlotRules {
  struct Row: TableRow {
    let what: String
    /// Lines of fingers: `SECONDS down SLOT X,Y`, `SECONDS move SLOT X,Y`, `SECONDS up SLOT`, `SECONDS lost`.
    let fingers: String
    /// The views of a layout; `nil` for none.
    var views: String?
    let has: [String]
    var hasNot: [String] = []
  }

  static let rows = [
    Row(
      what: "a finger: its place from down to up, and the ranges of the device",
      fingers: "0 down 0 100,200; 0.5 move 0 300,200; 1 up 0",
      has: [
        #"<g class="lane" data-slot="0" data-axis="x">"#, #"<g class="lane" data-slot="0" data-axis="y">"#,
        ">slot 0</text>",
        "M200.5 185h.1L700.5 177H1199.5", ">999</text>", ">1 s</text>",
        #"<path class="touch f0" d="M200 134h1000v10h-1000z"/>"#,
      ], hasNot: ["data-axis=\"pressure\"", "Gestures", "Deliveries", "SYN_DROPPED", "cancels"]),
    Row(
      what: "two slots have lanes of their own",
      fingers: "0 down 0 100,200; 0.2 down 1 700,700; 0.5 up 0; 1 up 1",
      has: [#"data-slot="0" data-axis="x""#, #"data-slot="1" data-axis="x""#, ">slot 1</text>"]),
    Row(
      what: "lost events stand out", fingers: "0 down 0 100,200; 0.5 lost; 1 up 0",
      has: [
        ">SYN_DROPPED</text>", #"<path class="drop alarm-line" d="M700.5 "#, "events were lost once",
      ]),
    Row(
      what: "a finger that is down at the end is cancelled", fingers: "0 down 0 100,200; 1 move 0 300,200",
      has: ["cancels", "<title>cancelled</title>"]),
    Row(
      what: "a gesture is recognized, another fails: why is beside it and in the list",
      fingers:
        "0 down 0 100,200; 0.1 up 0; 0.4 down 0 100,200; 0.5 move 0 150,200; 0.6 move 0 200,200; 2 up 0",
      views: "[{ id: a, gestures: [{ tap: {}, name: knock, to: log }] }]",
      has: [
        #"<g class="gesture" data-gesture="knock" data-view="a">"#,
        #"<g class="attempt" data-outcome="recognized">"#,
        #"<g class="attempt" data-outcome="failed">"#, "<title>failed: too far</title>", ">too far</text>",
        ">knock: 1 recognized, 1 failed (1 × too far)</text>",
      ]),
    Row(
      what: "a gesture that goes on has a part before it began", fingers: "0 down 0 100,200; 1 up 0",
      views: "[{ id: a, gestures: [{ long_press: { minimum: 500ms }, name: hold, to: log }] }]",
      has: [#"<path class="possible f2" d="M200 "#, #"<path class="recognized f2" d="M700 "#]),
    Row(
      what: "the calls of each responder, the taken ones cancelled", fingers: "0 down 0 100,200; 1 up 0",
      views: "[{ id: a, gestures: [{ long_press: { minimum: 500ms }, to: log }] }]",
      has: [
        #"<g class="delivery" data-responder="a">"#, #"<path class="tick alarm-line cancels" d="M700.5 "#,
        #"data-responder="window""#,
      ]),
    Row(
      what: "deadlines, reached and withdrawn",
      fingers: "0 down 0 100,200; 0.6 up 0; 0.7 down 0 100,200; 1 up 0",
      views: "[{ id: a, gestures: [{ long_press: { minimum: 500ms }, to: log }] }]",
      has: ["1 reached, 1 withdrawn", #"<g class="deadlines">"#]),
    Row(
      what: "touches on a sensitive view are left out",
      fingers: "0 down 0 100,200; 0.1 move 0 110,210; 0.4 up 0; 0.6 down 1 800,800; 1 up 1",
      views: "[{ id: pin, frame: [0, 0, 400, 400], sensitive: true }]",
      has: [#"data-slot="1" data-axis="x""#, ">1 touches on sensitive views</text>"],
      hasNot: [#"data-slot="0""#, ">slot 0</text>"]),
    Row(what: "no events", fingers: "", has: ["0.001 s; 0 events", "The recording has no frame"]),
    Row(
      what: "a responder whose name would end its attribute", fingers: "0 down 0 100,200; 1 up 0",
      views: #"[{ id: "<&\"'>" }]"#, has: [#"data-responder="&lt;&amp;&quot;&#39;&gt;""#], hasNot: ["<&"]),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
    let text = try PlotRig.plot(fingers: row.fingers, views: row.views)
    for words in row.has { #expect(text.contains(words), "no \(words) in:\n\(text)") }
    for words in row.hasNot { #expect(!text.contains(words), "\(words) in:\n\(text)") }
  }

  @Test("The recordings of other tests, with and without a layout", arguments: PlotRig.recordings)
  func recordings(path: String) throws {
    let recording = try Recording(contentsOf: SourceFile.packageRoot + "/" + path)
    for views in [nil, "[{ id: a, gestures: [{ tap: {}, to: log }, { pan: {}, to: log }] }]"] {
      let text = try PlotRig.plot(recording, views: views)
      #expect(text.contains("data-axis=\"x\"") && text.hasSuffix("</svg>\n"), "\(text)")
    }
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

/// Plots recordings that are written by hand.
enum PlotRig {
  static let recordings = [
    "Sources/TouchdKit/Demo/demo.evemu", "Tests/TouchdKitTests/Fixtures/recordings/packets.evemu",
    "Tests/TouchdKitTests/Fixtures/recordings/pen.evemu",
    "Tests/TouchdKitTests/Fixtures/recordings/slots.evemu",
    "Tests/LinuxInputTests/Fixtures/two-panels.yml", "Tests/LinuxInputTests/Fixtures/two-fingers.evemu.gz",
  ]

  static func plot(fingers: String, views: String?) throws -> String {
    try plot(Recording(parsing: Array(recording(of: fingers).utf8), file: "panel.evemu"), views: views)
  }

  static func plot(_ recording: Recording, views: String?) throws -> String {
    let layout = try views.map { views in
      let text =
        "version: 1\nscreen: { size: [1000, 1000] }\nresponders: { log: { plugin: log } }\nviews: \(views)\n"
      let (layout, problems) = LayoutReader().read(Array(text.utf8), file: "layout.yaml")
      return try #require(layout, "\(problems)")
    }
    return try RecordingPlot(of: recording, path: "panel.evemu", on: layout, Progress("test", isShown: false))
      .text
  }

  /// Evemu text.
  private static func recording(of fingers: String) -> String {
    var lines = [
      "# EVEMU 1.3", "N: panel", "I: 0003 1234 5678 0100", "P: 02 00 00 00 00 00 00 00",
      "B: 03 00 00 00 00 00 80 60 02", "A: 2f 0 9 0 0", "A: 35 0 999 0 0", "A: 36 0 999 0 0",
      "A: 39 0 65535 0 0",
    ]
    for (index, step) in fingers.split(separator: "; ").enumerated() {
      let parts = step.split(separator: " ")
      let place = (parts.count > 3 ? parts[3] : "").split(separator: ",")
      let slot = parts.count > 2 ? parts[2] : "0"
      var events: [String] = []
      switch parts[1] {
      case "lost": events = ["0000 0003 0"]
      case "down": events = ["0003 002f \(slot)", "0003 0039 \(index + 1)"]
      case "up": events = ["0003 002f \(slot)", "0003 0039 -1"]
      default: events = ["0003 002f \(slot)"]
      }
      for (code, value) in zip(["0035", "0036"], place) { events.append("0003 \(code) \(value)") }
      let time = Timestamp(seconds: 1 + (Double(parts[0]) ?? 0)).microseconds
      let fraction = String(String(time % 1_000_000 + 1_000_000).dropFirst())
      lines += (events + ["0000 0000 0"]).map { "E: \(time / 1_000_000).\(fraction) \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
