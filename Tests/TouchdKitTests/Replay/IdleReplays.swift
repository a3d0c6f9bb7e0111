import LinuxInput
import Logging
import TestTables
import YAML

@testable import TouchdKit

/// Idle times in a replay, whose time is virtual: the trace's lines of kind `event`, and what plugins write.
@Suite("Idle times, replayed") struct IdleReplays {
  @Test("They are counted from the first event")
  func begin() throws {
    let (trace, _) = try replay(
      "{ after: 3s, name: restart, to: audit }", "hov(10,10)@0 away@0.5 dn(10,10)@4 up@4.1")
    #expect(trace.first?.hasPrefix(#"{"t":3000000,"kind":"event","name":"restart","#) == true)
  }

  @Test("A line of the trace, and one of the log")
  func lines() throws {
    let (trace, log) = try replay(
      "{ after: 3s, name: restart, to: [audit, notes] }", "dn(900,10)@1 up@1.1 dn(900,10)@5 up@5.1")
    #expect(
      trace == [
        #"{"t":3100000,"kind":"event","name":"restart","view":null,"state":"ended","responders":["audit","notes"],"at":null}"#,
        #"{"t":4000000,"kind":"event","name":"active","view":null,"state":"ended","responders":["audit","notes"],"at":null}"#,
      ])
    #expect(
      log.filter { $0.contains("layout") } == [
        "plugin \"audit\": layout restart", "plugin \"notes\": layout restart",
        "plugin \"audit\": layout active", "plugin \"notes\": layout active",
      ])
  }

  @Test(
    "The touch afterwards goes to what can tell it from the idle time, and to what the layout has act at `ended`",
    arguments: [
      ("log", true), ("socket", true), ("exec, run: [/bin/true]", false), ("unit, restart: a.service", false),
      ("keys, press: KEY_F5", false), ("show, view: a", false),
      ("exec, run: [/bin/true], states: ended", true),
      ("unit, restart: a.service, states: [began, ended]", true),
      ("keys, press: KEY_F5, states: ended", true),
      ("show, view: a, hidden: toggle, states: ended", true),
      ("exec, run: [/bin/true], states: began", false),
    ])
  func active(plugin: String, acts: Bool) throws {
    let trace = try replay(
      "{ after: 3s, name: restart, to: audit }", "dn(900,10)@1 up@1.1 dn(900,10)@5 up@5.1",
      "{ audit: { plugin: \(plugin) } }"
    ).trace
    #expect(trace.count == 2)
    #expect(trace.last?.contains(acts ? #""responders":["audit"]"# : #""responders":[]"#) == true)
  }

  private func replay(
    _ idle: String, _ fingers: String,
    _ responders: String = "{ audit: { plugin: log }, notes: { plugin: log } }"
  ) throws -> (trace: [String], log: [String]) {
    let layout = try layout(
      """
      version: 1
      screen: { size: [4096, 4096] }
      idle: [\(idle)]
      responders: \(responders)
      views: [{ id: a, frame: [0, 0, 100, 100], gestures: [{ tap: {}, name: tap }] }]
      """)
    let recording = try Recording(parsing: Array(evemu(of: fingers).utf8), file: "row.evemu")
    let journal = Words()
    journal.logLevel = .trace
    let replay = try ReplayedLines(recording, layout, [.event], log: journal, since: nil)
    replay.run()
    return (replay.lines, journal.lines)
  }
}
