import TestTables
import TouchdKit

@testable import TouchdBroker

/// What the bridge publishes of what it hears, and asks of what it is sent.
@Suite("The bridge") struct BridgeRules {
  struct Row: TableRow {
    var what = ""
    let lines: [String]
    let published: [String]
  }

  static let tap =
    #"{"t":5,"kind":"event","layout":"lobby","name":"service","view":"page","state":"ended","#
    + #""responders":["a"],"at":[1,2],"tapCount":2}"#

  @Test(
    "Lines become messages",
    arguments: [
      "a gesture": Row(
        lines: [tap],
        published: [
          #"k/event/service {"event_type":"ended","id":"r1-1","time":"2026-01-01T00:00:00Z","layout":"lobby","#
            + #""name":"service","view":"page","at":[1,2],"tapCount":2}"#
        ]),
      "not what a finger does in between": Row(
        lines: [#"{"kind":"event","name":"pan","view":"page","state":"changed"}"#], published: []),
      "a finger": Row(
        lines: [KioskStateRules.finger, #"{"kind":"touch","touch":1,"phase":"ended"}"#],
        published: ["k/touched (retained) ON", "k/touched (retained) OFF"]),
      "a panel that goes": Row(
        lines: [#"{"kind":"device","name":"Panel","path":"/dev/input/event1","change":"removed"}"#],
        published: ["k/panel/Panel (retained) OFF"]),
      "a dark screen": Row(
        lines: [#"{"kind":"change","layout":"lobby","what":"display","id":"HDMI-A-1","dark":true}"#],
        published: [
          #"k/state (retained) {"daemon":"online","touchd":"0.1.0","layouts":["lobby"],"dark":["HDMI-A-1"],"#
            + #""dropped_events":0}"#
        ]),
      "counters, once a minute": Row(
        lines: [
          #"{"t":5,"kind":"counters","touches":3}"#, #"{"t":6,"kind":"counters","touches":4}"#,
        ], published: [#"k/counters (retained) {"touches":3}"#]),
      "an incident, at once": Row(
        lines: [
          #"{"t":5,"kind":"counters","touches":3,"incidents":0,"last_incident":null}"#,
          #"{"t":6,"kind":"counters","touches":3,"incidents":1,"last_incident":"a contact was stuck"}"#,
        ],
        published: [
          #"k/counters (retained) {"touches":3}"#, #"k/incidents (retained) {"count":0,"reason":null}"#,
          #"k/incidents (retained) {"count":1,"reason":"a contact was stuck"}"#,
        ]),
      "what visitors did": Row(
        lines: [#"{"t":5,"kind":"statistics","layout":"the lobby/2","sessions":7,"touches":31}"#],
        published: [#"k/statistics/the lobby%2F2 (retained) {"sessions":7,"touches":31}"#]),
    ] as Table<Row>)
  func messages(row: Row) throws {
    var rig = try BridgeRig.running()
    try rig.hear(row.lines)
    #expect(rig.published == row.published)
  }

  @Test("With each connection all that is retained is said again")
  func connection() throws {
    var rig = BridgeRig()
    try rig.hear(KioskStateRules.start + [#"{"kind":"counters","touches":3}"#])
    #expect(rig.published.isEmpty)
    rig.connect()
    let all = [
      "k/availability (retained) online",
      #"k/state (retained) {"daemon":"online","touchd":"0.1.0","layouts":["lobby"],"dark":[],"dropped_events":0}"#,
      "k/touched (retained) OFF", "k/panel/Panel (retained) ON", #"k/counters (retained) {"touches":3}"#,
    ]
    #expect(rig.published == all)
    rig.disconnect()
    rig.clear()
    rig.connect()
    #expect(rig.published == all)
  }

  @Test("Events of a time without a broker come when it is back, and stale ones never")
  func absence() throws {
    var rig = try BridgeRig.running(publish: [.events])
    rig.disconnect()
    try rig.hear([Self.tap])
    rig.wait(59)
    try rig.hear([Self.tap])
    rig.wait(2)
    rig.connect()
    let events = rig.published.filter { $0.hasPrefix("k/event") }
    #expect(events.count == 1)
    #expect(events.first?.contains(#""id":"r1-2""#) == true)
    #expect(rig.bridge.queue.dropped == 1)
  }

  @Test("Counters that come too early are said a minute after the last, as they are then")
  func lateCounters() throws {
    var rig = try BridgeRig.running(publish: [.counters])
    for touches in 1...3 { try rig.hear([#"{"kind":"counters","touches":\#(touches)}"#]) }
    rig.wait(59)
    #expect(rig.published.count == 1)
    rig.wait(1)
    #expect(rig.published.last == #"k/counters (retained) {"touches":3}"#)
    rig.wait(60)
    #expect(rig.published.count == 2)
  }

  @Test("Without a daemon the state says so")
  func loss() throws {
    var rig = try BridgeRig.running()
    try rig.hear([KioskStateRules.finger])
    rig.clear()
    rig.loseDaemon()
    #expect(rig.published.first?.hasPrefix(#"k/state (retained) {"daemon":"offline""#) == true)
    #expect(rig.published.dropFirst() == ["k/touched (retained) OFF", "k/panel/Panel (retained) OFF"])
  }

  @Test("Only what is to be published is listened to")
  func kinds() {
    #expect(BridgeRig(publish: [.state]).bridge.kinds == [.change])
    #expect(BridgeRig(publish: [.events, .touched]).bridge.kinds == [.change, .event, .touch])
  }
}

/// Commands from the broker.
@Suite("Commands from the broker") struct BrokerCommandRules {
  struct Row: TableRow {
    var what = ""
    let topic: String
    let payload: String
    /// What the daemon is asked; `nil` if nothing.
    var request: String?
    /// What is answered at once.
    var answer: String?
  }

  @Test(
    "A command becomes a request",
    arguments: [
      "show": Row(topic: "k/command/show", payload: "menu", request: #"{"id":"command-1","show":"menu"}"#),
      "of a layout": Row(
        topic: "k/command/hide", payload: #"{"id":"menu","layout":"lobby"}"#,
        request: #"{"id":"command-1","hide":"menu","layout":"lobby"}"#),
      "cancel": Row(topic: "k/command/cancel", payload: "", request: #"{"id":"command-1","cancel":true}"#),
      "a button's cancel": Row(
        topic: "k/command/cancel", payload: #"{"layout":"lobby"}"#,
        request: #"{"id":"command-1","cancel":true,"layout":"lobby"}"#),
      "screen": Row(
        topic: "k/command/screen", payload: "dark", request: #"{"id":"command-1","screen":"dark"}"#),
      "no id": Row(
        topic: "k/command/show", payload: "",
        answer: #"{"command":"show","ok":false,"message":"the payload must be the id of a view or window"}"#),
      "an unknown one": Row(
        topic: "k/command/reboot", payload: "now",
        answer:
          #"{"command":"reboot","ok":false,"message":"there is no command \"reboot\": there is show, hide, "#
          + #"cancel and screen"}"#),
      "an unknown key": Row(
        topic: "k/command/show", payload: #"{"view":"menu"}"#,
        answer:
          #"{"command":"show","ok":false,"message":"the payload may have `id` and `layout`, which are strings"}"#
      ),
      "another kiosk's": Row(topic: "l/command/show", payload: "menu"),
    ] as Table<Row>)
  func requests(row: Row) throws {
    var rig = try BridgeRig.running()
    rig.receive(row.topic, row.payload)
    #expect(rig.asked == (row.request.map { [$0] } ?? []))
    #expect(rig.published == (row.answer.map { ["k/answer \($0)"] } ?? []))
  }

  @Test("One that the broker kept is not obeyed")
  func retained() throws {
    var rig = try BridgeRig.running()
    rig.receive("k/command/cancel", "", isRetained: true)
    #expect(rig.asked.isEmpty)
  }

  @Test("Of a name without an end, an answer has the beginning")
  func longName() throws {
    var rig = try BridgeRig.running()
    rig.receive("k/command/e" + String(repeating: "\u{301}", count: 60_000), "")
    #expect(try #require(rig.published.first).unicodeScalars.count < 250)
  }

  @Test("What the daemon answers is published")
  func answers() throws {
    var rig = try BridgeRig.running()
    rig.receive("k/command/show", "menu")
    rig.receive("k/command/show", "lid")
    try rig.hear([
      #"{"kind":"ok","id":"command-1"}"#, #"{"kind":"error","id":"command-2","message":"there is no view"}"#,
      #"{"kind":"ok","id":"command-2"}"#,
    ])
    #expect(
      rig.published == [
        #"k/answer {"command":"show","ok":true}"#,
        #"k/answer {"command":"show","ok":false,"message":"there is no view"}"#,
      ])
  }

  @Test("More than 64 that wait are refused; all are answered when the daemon goes, then one is taken")
  func bound() throws {
    var rig = try BridgeRig.running(publish: [.events])
    for _ in 0..<65 { rig.receive("k/command/cancel", "") }
    #expect(rig.asked.count == 64)
    #expect(rig.published.count == 1)
    rig.loseDaemon()
    #expect(rig.published.count { $0.hasPrefix("k/answer") } == 65)
    rig.receive("k/command/cancel", "")
    #expect(rig.asked.count == 65)
  }
}
