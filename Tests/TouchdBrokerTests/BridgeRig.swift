import TestTables

@testable import TouchdBroker
@testable import TouchdKit

/// A bridge between lines that a test says and a broker that takes everything.
struct BridgeRig {
  var bridge: Bridge
  var now = Timestamp.zero
  /// What the broker got, in order: `topic payload`, with `(retained)` between them if it keeps it.
  private(set) var published: [String] = []
  /// What the daemon was asked.
  private(set) var asked: [String] = []
  /// Whether the broker says that it has a message.
  var acknowledges = true
  private var count: Int32 = 0
  private var inFlight: [Int32] = []

  static let identity = Identity(id: "12ab", host: "lobby", run: "r1", version: "0.1.0")
  private static let all = Set(BrokerDescription.Publication.allCases)

  init(discovery: String? = nil, publish: Set<BrokerDescription.Publication> = all) {
    bridge = Bridge(
      BrokerDescription(
        file: "mqtt.yaml", host: "broker", port: 1883, tls: nil, credentials: nil, keepAlive: .seconds(30),
        base: "k", name: "{host}", discovery: discovery, published: publish, maxAge: .seconds(60)),
      Self.identity)
  }

  /// A rig whose daemon and broker are there, with nothing published yet.
  static func running(discovery: String? = nil, publish: Set<BrokerDescription.Publication> = all) throws
    -> BridgeRig
  {
    var rig = BridgeRig(discovery: discovery, publish: publish)
    try rig.hear(KioskStateRules.start)
    rig.connect()
    rig.wait(2)
    rig.published = []
    return rig
  }

  mutating func hear(_ lines: [String]) throws {
    for line in lines {
      bridge.hear(try #require(HeardLine(Array(line.utf8))), at: now, time: "2026-01-01T00:00:00Z")
      flush()
    }
  }

  mutating func connect() {
    isConnected = true
    bridge.connect(at: now)
    flush()
  }

  mutating func disconnect() {
    isConnected = false
    bridge.disconnect()
  }

  mutating func receive(_ topic: String, _ payload: String, isRetained: Bool = false) {
    let message = Bridge.Incoming(topic: topic, payload: Array(payload.utf8), isRetained: isRetained)
    if let request = bridge.receive(message, at: now) { asked.append(request.text) }
    flush()
  }

  mutating func loseDaemon() {
    bridge.loseDaemon(at: now)
    flush()
  }

  /// Lets seconds pass.
  mutating func wait(_ seconds: Double) {
    now = now + .seconds(seconds)
    if let deadline = bridge.deadline, deadline <= now { bridge.advance(to: now) }
    flush()
  }

  /// Forgets what was published.
  mutating func clear() { published = [] }

  private var isConnected = false

  private mutating func flush() {
    guard isConnected else { return }
    var (published, count) = (published, count)
    repeat {
      let first = count
      bridge.queue.send(at: now) { message in
        published.append("\(message.topic) \(message.isRetained ? "(retained) " : "")\(message.payload)")
        count += 1
        return count
      }
      if count > first { inFlight += first + 1...count }
      guard acknowledges else { break }
      for number in inFlight { bridge.queue.acknowledge(number) }
      inFlight = []
    } while bridge.queue.waiting.count > 0
    (self.published, self.count) = (published, count)
  }
}
