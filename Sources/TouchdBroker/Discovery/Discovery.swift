import LinuxInput
import TouchdKit

/// A kiosk as Home Assistant knows it, and the messages that bring it up to date.
///
/// All is one retained message (from Home Assistant 2024.11). An entity goes when a message has its platform alone;
/// then it is left out.
struct Discovery: Sendable {
  /// More entities than this are not shown: what has as many is no list for people. (O)
  static let limit = 512

  private let topics: Topics
  private let identity: Identity
  private let name: String
  /// Longer than the keys of components. (O)
  private static let longestKey = 1024
  /// The platforms of what the broker retains, by their keys; at most ``limit``.
  private var announced: [String: Component.Platform] = [:]
  /// The last message, so that nothing is sent twice.
  private var last: String?

  /// - Parameter name: the kiosk's, for people.
  init(_ topics: Topics, _ identity: Identity, name: String) {
    (self.topics, self.identity, self.name) = (topics, identity, name)
  }

  /// A message that the broker retains, of this kiosk: maybe of an earlier run, with other gestures.
  mutating func find(_ payload: [UInt8]) {
    guard case .object(let components)? = (try? JSON(parsing: payload))?["cmps"] else { return }
    for (key, component) in components where announced.count < Self.limit && key.utf8.count <= Self.longestKey
    {
      if case .string(let word)? = component["p"], let platform = Component.Platform(rawValue: word),
        announced[key] == nil
      {
        announced[key] = platform
      }
    }
  }

  /// A broker that may have lost everything, or Home Assistant has started: all is sent again.
  mutating func startOver() { last = nil }

  /// Messages to send; none if all is known.
  mutating func messages(for components: [Component], version: String?) -> [Message] {
    guard let topic = topics.discovery else { return [] }
    var keys: Set<String> = []
    let components = components.filter { keys.count < Self.limit && keys.insert($0.key).inserted }
    let shown: JSON.Members = components.map { ($0.key, $0.json(of: identity.id)) }
    let gone = announced.filter { !keys.contains($0.key) }.sorted { $0.key < $1.key }
    let current = payload(shown, version)
    guard current != last || !gone.isEmpty else { return [] }
    (last, announced) = (current, [:])
    for component in components { announced[component.key] = component.platform }
    let farewell: JSON.Members = gone.map { ($0.key, .object([("p", .string($0.value.rawValue))])) }
    let payloads = (gone.isEmpty ? [] : [payload(shown + farewell, version)]) + [current]
    return payloads.map { Message(topic: topic, payload: $0, kind: .step) }
  }

  private func payload(_ components: JSON.Members, _ version: String?) -> String {
    let daemon: JSON.Members = version.map { [("sw_version", .string($0))] } ?? []
    return JSON.object([
      (
        "dev",
        .object(
          [
            ("identifiers", .array([.string(identity.id)])), ("name", .string(name)),
            ("manufacturer", "touchd"), ("model", "Touchscreen kiosk"),
          ] + daemon)
      ),
      ("o", .object([("name", "touchd-mqtt"), ("sw_version", .string(identity.version))])),
      ("availability_mode", "all"),
      (
        "availability",
        .array([
          .object([("topic", .string(topics.availability))]),
          .object([("topic", .string(topics.state)), ("value_template", "{{ value_json.daemon }}")]),
        ])
      ),
      ("qos", .integer(1)), ("cmps", .object(components)),
    ]).text
  }
}

/// One entity of a kiosk in Home Assistant, as a device discovery message describes it.
struct Component: Sendable {
  /// The kind of entity, by Home Assistant's name.
  enum Platform: String, Sendable {
    case event, sensor, button
    case binarySensor = "binary_sensor"
  }

  /// Key that no other component of the kiosk has; of letters, digits, `-` and `_`.
  let key: String
  let platform: Platform
  /// Beside the platform and the unique id.
  let options: JSON.Members

  init(_ key: String, _ platform: Platform, _ name: String, _ options: JSON.Members) {
    (self.key, self.platform, self.options) = (key, platform, [("name", .string(name))] + options)
  }

  /// - Parameter id: the kiosk's.
  func json(of id: String) -> JSON {
    .object([("p", .string(platform.rawValue)), ("unique_id", .string("\(id)_\(key)"))] + options)
  }

  /// A text as a part of a key: bytes other than letters, digits and `-` as `_` and two digits, so that no two texts
  /// become the same.
  static func keyPart(_ text: String) -> String {
    text.utf8.map { byte in
      byte.isAlphanumeric || byte == UInt8(ascii: "-")
        ? String(Unicode.Scalar(byte)) : "_" + byte.hexadecimal(2)
    }.joined()
  }

  /// The states of gestures that are published: what a finger does in between is for the events socket.
  static let eventTypes = ["began", "ended", "cancelled"]
  /// The sensors, by the members of the counters.
  private static let counters = [
    "touches": "Touches", "cancelled": "Cancelled touches", "dropped": "Lost events",
  ]

  /// Every entity of a kiosk, in a fixed order.
  static func all(of kiosk: KioskState, _ published: Set<BrokerDescription.Publication>, _ topics: Topics)
    -> [Component]
  {
    var components: [Component] = []
    if published.contains(.events) { components += events(of: kiosk, topics) }
    if published.contains(.touched) { components.append(touched(topics)) }
    if published.contains(.panels) { components += panels(of: kiosk, topics) }
    if published.contains(.counters) { components += sensors(topics) }
    return components + buttons(of: kiosk, topics)
  }

  /// Two gestures of the same name have one topic and one key: only the first is shown.
  private static func events(of kiosk: KioskState, _ topics: Topics) -> [Component] {
    kiosk.layouts.flatMap(\.gestures).map { name in
      Component(
        "event_" + keyPart(name), .event, name,
        [("state_topic", .string(topics.event(name))), ("event_types", .array(eventTypes.map(JSON.string)))])
    }
  }

  private static func touched(_ topics: Topics) -> Component {
    Component(
      "touched", .binarySensor, "Touched",
      [("state_topic", .string(topics.touched)), ("device_class", "occupancy")])
  }

  private static func panels(of kiosk: KioskState, _ topics: Topics) -> [Component] {
    kiosk.panels.states.map { panel in
      Component(
        "panel_" + keyPart(panel.id), .binarySensor, panel.id,
        [
          ("state_topic", .string(topics.panel(panel.id))), ("device_class", "connectivity"),
          ("entity_category", "diagnostic"),
        ])
    }
  }

  private static func sensors(_ topics: Topics) -> [Component] {
    counters.sorted { $0.key < $1.key }.map { member, name in
      Component(
        "counter_" + member, .sensor, name,
        [
          ("state_topic", .string(topics.counters)),
          ("value_template", .string("{{ value_json.\(member) }}")),
          ("state_class", "total_increasing"), ("entity_category", "diagnostic"),
        ])
    } + [
      Component(
        "incidents", .sensor, "Incidents",
        [
          ("state_topic", .string(topics.incidents)), ("value_template", "{{ value_json.count }}"),
          ("json_attributes_topic", .string(topics.incidents)), ("entity_category", "diagnostic"),
        ])
    ]
  }

  /// Of what the layouts allow.
  private static func buttons(of kiosk: KioskState, _ topics: Topics) -> [Component] {
    kiosk.layouts.flatMap { layout in
      var buttons: [Component] = []
      if layout.commands.contains("cancel") {
        buttons.append(button("cancel", "Cancel touches", nil, layout.name, topics))
      }
      if layout.commands.contains("show") {
        for page in layout.pages {
          buttons.append(button("show", "Show \(page)", page, layout.name, topics))
          buttons.append(button("hide", "Hide \(page)", page, layout.name, topics))
        }
      }
      return buttons
    }
  }

  private static func button(
    _ command: String, _ name: String, _ page: String?, _ layout: String, _ topics: Topics
  ) -> Component {
    let target: JSON.Members = page.map { [("id", .string($0))] } ?? []
    let payload = JSON.object(target + [("layout", .string(layout))])
    return Component(
      ([command, keyPart(layout)] + (page.map { [keyPart($0)] } ?? [])).joined(separator: "__"), .button,
      name,
      [("command_topic", .string(topics.command(command))), ("payload_press", .string(payload.text))])
  }
}
