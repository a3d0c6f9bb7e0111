import Testing
import TouchdKit

@testable import TouchdBroker

/// What Home Assistant gets.
@Suite("Discovery") struct DiscoveryRules {
  private static let topic = "homeassistant/device/12ab/config"

  /// The components of each discovery message that was published.
  private static func components(_ rig: BridgeRig) throws -> [[String: JSON]] {
    try rig.published.filter { $0.hasPrefix(topic) }.map { line in
      let payload = line.dropFirst(topic.count + " (retained) ".count)
      guard case .object(let members)? = try JSON(parsing: Array(payload.utf8))["cmps"] else {
        Issue.record("no components in \(line)")
        return [:]
      }
      return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
  }

  private static func connected() throws -> BridgeRig {
    var rig = BridgeRig(discovery: "homeassistant")
    try rig.hear(KioskStateRules.start)
    rig.connect()
    return rig
  }

  @Test("It waits for what the broker retains, then says all")
  func first() throws {
    var rig = try Self.connected()
    #expect(try Self.components(rig).isEmpty)
    rig.wait(2)
    let all = try #require(try Self.components(rig).first)
    #expect(
      all.keys.sorted() == [
        "counter_cancelled", "counter_dropped", "counter_touches", "event_close", "event_service",
        "hide__lobby__menu", "incidents", "panel_Panel", "show__lobby__menu", "touched",
      ])
    #expect(
      all["event_service"]?.text
        == #"{"p":"event","unique_id":"12ab_event_service","name":"service","state_topic":"k/event/service","#
        + #""event_types":["began","ended","cancelled"]}"#)
    #expect(
      all["show__lobby__menu"]?.text
        == #"{"p":"button","unique_id":"12ab_show__lobby__menu","name":"Show menu","command_topic":"k/command/show","#
        + #""payload_press":"{\"id\":\"menu\",\"layout\":\"lobby\"}"}"#)
  }

  @Test("A gesture that is gone is sent with its platform alone, then left out")
  func gone() throws {
    var rig = try BridgeRig.running(discovery: "homeassistant")
    try rig.hear(KioskStateRules.start.map { $0.replacing(#"["close","service"]"#, with: #"["service"]"#) })
    let messages = try Self.components(rig)
    #expect(messages.count == 2)
    #expect(messages.first?["event_close"]?.text == #"{"p":"event"}"#)
    #expect(messages.last?["event_close"] == nil)
    #expect(messages.last?["event_service"] != nil)
  }

  @Test("Also one of an earlier run, which the broker has kept")
  func goneBefore() throws {
    var rig = try Self.connected()
    rig.receive(
      Self.topic, #"{"cmps":{"event_old":{"p":"event","name":"old"},"touched":{"p":"binary_sensor"}}}"#,
      isRetained: true)
    rig.wait(2)
    let messages = try Self.components(rig)
    #expect(messages.count == 2)
    #expect(messages.first?["event_old"]?.text == #"{"p":"event"}"#)
    #expect(messages.first?["touched"]?["name"] != nil)
    #expect(messages.last?["event_old"] == nil)
  }

  @Test("The same state is not sent again, but all is when Home Assistant has started")
  func again() throws {
    var rig = try BridgeRig.running(discovery: "homeassistant")
    try rig.hear(KioskStateRules.start)
    #expect(try Self.components(rig).isEmpty)
    rig.receive("homeassistant/status", "offline")
    #expect(try Self.components(rig).isEmpty)
    for _ in 0..<1000 { rig.receive("homeassistant/status", "online") }
    rig.wait(2)
    #expect(try Self.components(rig).count == 1)
  }

  @Test("As long as the broker has not acknowledged it, it is not sent again; then as it is then")
  func unacknowledged() throws {
    var rig = try BridgeRig.running(discovery: "homeassistant")
    rig.acknowledges = false
    for _ in 0..<100 {
      rig.receive("homeassistant/status", "online")
      try rig.hear(KioskStateRules.start)
      rig.wait(2)
    }
    #expect(try Self.components(rig).count == 1)
    rig.acknowledges = true
    rig.wait(2)
    rig.wait(2)
    #expect(try Self.components(rig).count == 2)
  }

  @Test("Of what the broker has kept, it removes what a kiosk can have had, and at most 512")
  func goneBound() throws {
    var rig = try Self.connected()
    let long = String(repeating: "x", count: 2000)
    rig.receive(Self.topic, #"{"cmps":{"a":{"p":"lamp"},"\#(long)":{"p":"event"}}}"#, isRetained: true)
    rig.receive(Self.topic, #"{"cmps":{"b":{"p":"event"}}}"#)
    for start in 0..<3 {
      let keys = (0..<400).map { #""event_\#(start)_\#($0)":{"p":"event"}"# }.joined(separator: ",")
      rig.receive(Self.topic, "{\"cmps\":{\(keys)}}", isRetained: true)
    }
    rig.wait(2)
    let messages = try Self.components(rig)
    let first = try #require(messages.first)
    #expect(messages.count == 2 && first["a"] == nil && first["b"] == nil && first[long] == nil)
    #expect(first.count - (messages.last?.count ?? 0) == Discovery.limit)
  }

  @Test("A broker that is back gets it again")
  func reconnection() throws {
    var rig = try BridgeRig.running(discovery: "homeassistant")
    rig.disconnect()
    rig.connect()
    rig.wait(2)
    #expect(try Self.components(rig).count == 1)
  }

  @Test("No two texts become the same part of a key")
  func keys() {
    #expect(Component.keyPart("a b") == "a_20b")
    #expect(Component.keyPart("a_b") == "a_5fb")
    #expect(Component.keyPart("Zurück-2") == "Zur_c3_bcck-2")
  }
}
