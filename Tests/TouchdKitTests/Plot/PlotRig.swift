import LinuxInput
import TestTables

@testable import TouchdKit

/// Draws recordings that are written by hand.
enum PlotRig {
  static let recordings = [
    "Sources/TouchdKit/Demo/demo.evemu", "Tests/TouchdKitTests/Fixtures/recordings/packets.evemu",
    "Tests/TouchdKitTests/Fixtures/recordings/pen.evemu",
    "Tests/TouchdKitTests/Fixtures/recordings/slots.evemu", "Tests/LinuxInputTests/Fixtures/two-panels.yml",
    "Tests/LinuxInputTests/Fixtures/two-fingers.evemu.gz",
  ]

  static func plot(fingers: String, views: String?) throws -> String {
    try plot(recording(of: fingers), views: views)
  }

  static func plot(_ recording: Recording, views: String?) throws -> String {
    let layout = try views.map(layout)
    return try RecordingPlot(
      of: recording, path: "panel.evemu", on: layout, Progress("test", isShown: false)
    ).text
  }

  /// The fingers of a recording on a layout.
  static func picture(fingers: String, views: String) throws -> String {
    let layout = try layout(views)
    var picture = LayoutPicture(of: try layout.makeStillApplication(), title: "desk")
    let replay = try WatchedReplay(layout, recording(of: fingers), path: "panel.evemu")
    let trails = FingerTrails(fineness: picture.fineness)
    replay.run(for: trails)
    picture.trails = trails
    return picture.text
  }

  private static func layout(_ views: String) throws -> Layout {
    let text =
      "version: 1\nscreen: { size: [1000, 1000] }\nresponders: { log: { plugin: log } }\nviews: \(views)\n"
    return try TouchdKitTests.layout(text)
  }

  /// A panel of 1000 × 1000 units; ``PlotRules/Row/fingers`` has the words.
  private static func recording(of fingers: String) throws -> Recording {
    var lines = [
      "# EVEMU 1.3", "N: panel", "I: 0003 1234 5678 0100", "P: 02 00 00 00 00 00 00 00",
      "B: 03 00 00 00 00 00 80 60 02", "A: 2f 0 9 0 0", "A: 35 0 999 0 0", "A: 36 0 999 0 0",
      "A: 39 0 65535 0 0",
    ]
    for (index, step) in fingers.split(separator: "; ").enumerated() {
      let parts = step.split(separator: " ")
      let place = (parts.count > 3 ? parts[3] : "").split(separator: ",")
      let slot = parts.count > 2 ? parts[2] : "0"
      var events: [String]
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
    return try Recording(parsing: Array((lines.joined(separator: "\n") + "\n").utf8), file: "panel.evemu")
  }
}
