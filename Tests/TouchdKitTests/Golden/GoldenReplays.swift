import Dispatcher
import LinuxInput
import Logging
import TestSupport
import Testing

@testable import TouchdKit

/// The rows of the golden traces by way of files: a layout, a recording, and the trace of `touchd replay`.
@Suite("Golden traces, replayed") struct GoldenReplays {
  static let rows = GoldenRow.all.filter { $0.layout == .yes }
  static let kinds: Set<LineKind> = [.hit, .deliver, .forward, .gesture, .failed, .event]

  @Test("Rows", arguments: rows)
  func row(_ row: GoldenRow) throws {
    let scene = row.makeScene()
    let layout = GoldenLayout(of: row, scene)
    let trace = GoldenTrace(try replay(row.recording, layout.text), layout.responders)
    let expected = row.expected(without: ["tell", "flags"])
    #expect(difference(row.selected(of: trace.lines), from: expected) == nil, "\(layout.text)")
  }

  @Test("As many rows as a layout can express")
  func count() {
    #expect(Self.rows.count == 57)
    let others = Set(GoldenRow.all.map(\.id)).subtracting(Self.rows.map(\.id))
    #expect(others.sorted() == ["G8b", "H10", "H12", "H9", "Q1", "Q8", "R10", "R5", "V7"])
  }

  @Test("The layout of a row")
  func layoutText() throws {
    let row = try #require(GoldenRow.all.first { $0.relations == "OuterTap with Tap" })
    #expect(GoldenLayout(of: row, row.makeScene()).text == Self.layoutOfTwoTaps)
  }

  private static let layoutOfTwoTaps = """
    version: 1
    screen: { size: [4096.0, 4096.0] }
    responders: { audit: { plugin: log, level: trace } }
    windows:
      - id: "window"
        frame: [0.0, 0.0, 400.0, 400.0]
        views:
          - id: "Outer"
            frame: [0.0, 0.0, 400.0, 400.0]
            gestures:
              - { tap: { count: 1, touches: 1 }, name: "OuterTap", simultaneous_with: ["Tap"] }
            children:
              - id: "V"
                frame: [0.0, 0.0, 200.0, 200.0]
                gestures:
                  - { tap: { count: 1, touches: 1 }, name: "Tap" }
    application:
      hit_test_passes: 1

    """

  /// The lines of the trace, as JSON.
  private func replay(_ recording: String, _ text: String) throws -> [String] {
    let recording = try Recording(parsing: Array(recording.utf8), file: "row.evemu")
    let replay = try ReplayedLines(recording, layout(text), Self.kinds)
    replay.run()
    return replay.lines
  }
}
