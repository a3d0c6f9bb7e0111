import TestTables
import TouchdKit

@testable import TouchdBroker

/// What a kiosk is, by the lines of its daemon.
@Suite("The state of a kiosk") struct KioskStateRules {
  struct Row: TableRow {
    var what = ""
    /// Lines, each without its `t`.
    let lines: [String]
    /// What is different after the last line.
    let changes: Set<KioskState.Change>
  }

  static let start = [
    #"{"kind":"hello","protocol":1,"touchd":"0.1.0","pid":1}"#, #"{"kind":"state"}"#,
    #"{"kind":"layout","layout":"lobby","file":"lobby.yaml","commands":["show"]}"#,
    #"{"kind":"view","layout":"lobby","id":"page","hidden":false,"gestures":["service"]}"#,
    #"{"kind":"view","layout":"lobby","id":"menu","hidden":true,"gestures":["close","service"]}"#,
    #"{"kind":"device","name":"Panel","path":"/dev/input/event1","change":"added"}"#,
    #"{"kind":"state_end"}"#,
  ]
  static let finger = #"{"kind":"touch","touch":1,"phase":"began"}"#

  @Test(
    "Each line says what is different",
    arguments: [
      "a state, at its end": Row(lines: start, changes: [.state, .touched, .panels, .tree]),
      "nothing within a state": Row(lines: Array(start.dropLast()), changes: []),
      "not the second": Row(
        lines: start + [finger, #"{"kind":"touch","touch":2,"phase":"began"}"#], changes: []),
      "not a move": Row(
        lines: start + [finger, #"{"kind":"touch","touch":1,"phase":"moved"}"#], changes: []),
      "a cancellation": Row(
        lines: start + [finger, #"{"kind":"touch","touch":1,"phase":"cancelled"}"#], changes: [.touched]),
      "a panel that goes": Row(
        lines: start + [#"{"kind":"device","name":"Panel","path":"/dev/input/event1","change":"removed"}"#],
        changes: [.panels]),
      "a new panel": Row(
        lines: start + [#"{"kind":"device","name":"Pen","path":"/dev/input/event2","change":"added"}"#],
        changes: [.panels, .tree]),
      "a device that is not used": Row(
        lines: start + [#"{"kind":"device","name":"Mouse","path":"/dev/input/event3","change":"refused"}"#],
        changes: []),
      "not what is not known": Row(lines: start + [#"{"kind":"new","x":1}"#], changes: []),
    ] as Table<Row>)
  func changes(row: Row) throws {
    let (_, changes) = try Self.kiosk(row.lines)
    #expect(changes == row.changes)
  }

  @Test("It has the layouts with their gestures, each once, and the pages that are hidden")
  func contents() throws {
    let (kiosk, _) = try Self.kiosk(Self.start)
    #expect(
      kiosk.layouts == [
        KioskState.Layout(name: "lobby", commands: ["show"], gestures: ["service", "close"], pages: ["menu"])
      ])
    #expect(kiosk.version == "0.1.0")
    #expect(kiosk.isListening)
  }

  @Test("A panel keeps its name over an unplug; two of the same name have numbers")
  func panels() {
    var panels = PanelNames()
    panels.connect("A", at: "1")
    panels.connect("A", at: "2")
    panels.disconnect(at: "1")
    for path in ["7", "7"] { panels.connect("A", at: path) }
    panels.connect("A 2", at: "3")
    #expect(panels.states.map(\.id) == ["A", "A 2", "A 2 2"])
    #expect(panels.states.map(\.isConnected) == [true, true, true])
    for number in 0..<100 { panels.connect("\(number)", at: "path \(number)") }
    #expect(panels.states.count == PanelNames.limit)
  }

  static func kiosk(_ lines: [String]) throws -> (KioskState, Set<KioskState.Change>) {
    var kiosk = KioskState()
    var changes: Set<KioskState.Change> = []
    for line in lines { changes = kiosk.take(try #require(HeardLine(Array(line.utf8)))) }
    return (kiosk, changes)
  }
}
