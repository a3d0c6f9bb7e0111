import TestTables
import YAML

@testable import TouchdKit

@Suite("The daemon's status") struct StatusTests {
  @Test("is aligned text for people")
  func text() {
    let expected = """
      touchd 0.2.0, process 812, started 3 d 4 h ago
      configuration: last good copy since 2026-11-22T10:41:05Z, because /etc/touchd/lobby.yaml:7:5: error: unknown key "onTouch" in a view
      layouts
        /etc/touchd/lobby.yaml  "lobby"  loaded 2 h 5 min ago  1 panel, held; the page has "touchd eGalax Inc. USB TouchController", /dev/input/event7, dark (output HDMI-A-1)
      devices
        /dev/input/event3  used     "eGalax Inc. USB TouchController"  by /etc/touchd/lobby.yaml, muted by the pen "eGalax Inc. USB TouchController Pen"
        /dev/input/event1  refused  "Logitech USB Optical Mouse"       it has no absolute position
        /dev/input/event4  denied                                      open /dev/input/event4: Permission denied (EACCES)
      since the start
        frames      15554
        touches     412  409 ended, 3 cancelled
        dropped     1    times the kernel lost events (SYN_DROPPED)
        late        1    frames delivered after more than 16 ms
        coalesced   4    samples that were delivered together with later ones
        last event  2 s ago
        latency     half within 0.25 ms, 99 % within 0.25 ms, all within 32 ms
        reloads     2 done, 1 failed: /etc/touchd/lobby.yaml:7:5: error: unknown key "onTouch" in a view
        refused     0    clients of the sockets
        recorder    the last 300 s
        incidents   3    the last, 17, 2 h 5 min ago: a contact was stuck

      """
    #expect(DaemonStatus.sample.text(.text) == expected)
  }

  @Test("says so where there is nothing")
  func nothing() {
    let text = DaemonStatus.empty.text(.text)
    for part in [
      "configuration: as the files say\nlayouts\n  none\ndevices\n  none\n", "  last event  none\n",
      "  latency     no frame yet\n", "  reloads     0 done, 0 failed\n", "  recorder    off\n",
      "  incidents   0\n",
    ] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test("is the object that docs/reference.md shows")
  func json() throws {
    let reference = try #require(Page.all.first { $0.path == "docs/reference.md" })
    let block = try #require(
      reference.blocks.first { $0.language == "json" && $0.text.contains("clients_refused") })
    #expect(try JSON(parsing: Array(block.text.utf8)).text == DaemonStatus.sample.json.text)
    #expect(DaemonCounter.allCases.allSatisfy { reference.text.contains("`\($0.rawValue)`") })
  }

  @Test("is null where nothing is known")
  func nulls() {
    let text = DaemonStatus.empty.text(.json)
    #expect(text.contains(#""last_event_age_s":null"#))
    #expect(text.contains(#""last_failure":null"#))
    #expect(text.hasSuffix("}\n"))
  }

  typealias Row = (microseconds: Int64, bound: Int64?, isLate: Bool)

  static let rows: [Row] = [
    (.min, 125, false), (-1, 125, false), (0, 125, false), (1, 125, false), (125, 125, false),
    (126, 250, false), (250, 250, false), (251, 500, false), (1000, 1000, false), (1001, 2000, false),
    (8001, 16_000, false), (16_000, 16_000, false), (16_001, 32_000, true), (64_001, 128_000, true),
    (128_000, 128_000, true), (128_001, nil, true), (3_600_000_000, nil, true), (.max, nil, true),
  ]

  @Test("has each latency at the first bound that it does not exceed", arguments: rows)
  func bound(row: Row) {
    var histogram = LatencyHistogram()
    histogram.record(Interval(microseconds: row.microseconds))
    #expect(histogram.bound(ofShare: 1)?.microseconds == row.bound)
    #expect(histogram.count == 1)
    #expect(histogram.late == (row.isLate ? 1 : 0))
    #expect(histogram.sum == min(max(row.microseconds, 0), 3_600_000_000))
  }
}
