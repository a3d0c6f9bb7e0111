import TouchdKit

/// What Home Assistant knows of a kiosk, and what it must be sent so that it knows what there is now.
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

  /// What must be sent; nothing if all is known.
  mutating func messages(for components: [Component], version: String?) -> [Message] {
    guard let topic = topics.discovery else { return [] }
    let components = components.prefix(Self.limit)
    let shown: [(key: String, value: JSON)] = components.map { ($0.key, $0.json(of: identity.id)) }
    let keys = Set(components.map(\.key))
    let gone = announced.filter { !keys.contains($0.key) }.sorted { $0.key < $1.key }
    let current = payload(shown, version)
    guard current != last || !gone.isEmpty else { return [] }
    (last, announced) = (current, [:])
    for component in components { announced[component.key] = component.platform }
    let farewell: [(key: String, value: JSON)] = gone.map {
      ($0.key, .object([("p", .string($0.value.rawValue))]))
    }
    let payloads = (gone.isEmpty ? [] : [payload(shown + farewell, version)]) + [current]
    return payloads.map { Message(topic: topic, payload: $0, kind: .step) }
  }

  private func payload(_ components: [(key: String, value: JSON)], _ version: String?) -> String {
    let daemon: [(key: String, value: JSON)] = version.map { [("sw_version", .string($0))] } ?? []
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
          .object([
            ("topic", .string(topics.state)), ("value_template", "{{ value_json.daemon }}"),
          ]),
        ])
      ),
      ("qos", .integer(1)), ("cmps", .object(components)),
    ]).text
  }
}
