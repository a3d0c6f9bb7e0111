import TestTables

@testable import TouchdBroker

/// The names of topics.
@Suite("Topics") struct TopicsRules {
  struct Level: TableRow {
    var what = ""
    let name: String
    let level: String
  }

  @Test(
    "A name is one level of a topic",
    arguments: [
      "as it is": Level(name: "service", level: "service"),
      "with spaces and letters of any script": Level(name: "Zurück 2", level: "Zurück 2"),
      "of a control": Level(name: "start.touch_up_inside", level: "start.touch_up_inside"),
      "not two levels": Level(name: "a/b", level: "a%2Fb"),
      "no wildcards": Level(name: "+#", level: "%2B%23"),
      "a percent sign stays one": Level(name: "50%", level: "50%25"),
      "no control characters": Level(name: "a\u{0}b\u{85}", level: "a%00b%C2%85"),
      "nothing that is no character": Level(
        name: String(decoding: [0x61, 0xEF, 0xBF, 0xBE, 0xEF, 0xB7, 0x90], as: UTF8.self),
        level: "a%EF%BF%BE%EF%B7%90"),
    ] as Table<Level>)
  func levels(row: Level) { #expect(Topics.level(row.name) == row.level) }

  @Test("Each topic begins with the base, and Home Assistant's with its prefix")
  func all() {
    let topics = Topics(base: "kiosks/lobby", discoveryPrefix: "homeassistant", id: "12ab")
    #expect(topics.availability == "kiosks/lobby/availability")
    #expect(topics.event("a") == "kiosks/lobby/event/a")
    #expect(topics.panel("ILITEK") == "kiosks/lobby/panel/ILITEK")
    #expect(topics.command(of: "kiosks/lobby/command/show") == "show")
    #expect(topics.command(of: "kiosks/other/command/show") == nil)
    #expect(topics.discovery == "homeassistant/device/12ab/config")
    #expect(topics.homeAssistant == "homeassistant/status")
    #expect(Topics(base: "a", discoveryPrefix: nil, id: "b").discovery == nil)
  }

  @Test(
    "The kiosk's own id and name stand for their marks",
    arguments: [
      ("touchd/{id}", "touchd/12ab"), ("{host}", "lobby"), ("{host}-{id}-{host}", "lobby-12ab-lobby"),
      ("none", "none"), ("{x} {", "{x} {"),
    ])
  func marks(text: String, filled: String) {
    #expect(Identity(id: "12ab", host: "lobby", run: "r", version: "1").filled(text) == filled)
  }
}
