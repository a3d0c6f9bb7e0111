import Dispatcher
import LinuxInput

@testable import TouchdBroker
@testable import TouchdKit

/// The fuzzer's bytes as what a broker and a daemon say to touchd-mqtt, a line each.
///
/// `>TOPIC PAYLOAD` is a message of the broker, `>` doubled one that it has retained; `+` is a connection, `-` its end,
/// `.` a second without either, and `!` acknowledges what is in flight. Every other line is the daemon's.
enum BrokerRun {
  /// What is wrong with what a good `mqtt.yaml` has published with a connection.
  static func violation(_ broker: BrokerDescription) -> String? {
    var scene = BrokerScene(broker)
    scene.take([UInt8(ascii: "+")])
    return scene.violation
  }

  /// What is wrong with what is published, asked or kept; `nil` if nothing.
  static func violation(_ bytes: [UInt8]) -> String? {
    var scene = BrokerScene(
      BrokerDescription(
        file: "mqtt.yaml", host: "broker", port: 1883, tls: nil, credentials: nil, keepAlive: .seconds(30),
        base: "k", name: "{host}", discovery: "h",
        published: Set(BrokerDescription.Publication.allCases), maxAge: .seconds(60)))
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      scene.take(Array(line))
      if let violation = scene.violation { return violation }
    }
    return nil
  }
}

private struct BrokerScene {
  private(set) var violation: String?
  private var bridge: Bridge
  private var now = Timestamp.zero
  private var isConnected = false
  private var count: Int32 = 0
  private var inFlight: [Int32] = []
  /// More states than a kiosk has: one a panel, and some of its own; and two messages of discovery.
  private static let mostStates = PanelNames.limit + 8

  init(_ broker: BrokerDescription) {
    bridge = Bridge(broker, Identity(id: "1", host: "lobby", run: "r", version: "0"))
  }

  mutating func take(_ line: [UInt8]) {
    switch line.first {
    case UInt8(ascii: ">"): receive(line.dropFirst())
    case UInt8(ascii: "+") where !isConnected:
      isConnected = true
      bridge.connect(at: now)
    case UInt8(ascii: "-"):
      isConnected = false
      inFlight = []
      bridge.disconnect()
    case UInt8(ascii: "."): pass()
    case UInt8(ascii: "!"):
      for number in inFlight { bridge.queue.acknowledge(number) }
      inFlight = []
    default: if let line = HeardLine(line) { bridge.hear(line, at: now, time: "2026-01-01T00:00:00Z") }
    }
    send()
    check()
  }

  private mutating func receive(_ line: ArraySlice<UInt8>) {
    // Nothing comes without a connection.
    guard isConnected else { return }
    let isRetained = line.first == UInt8(ascii: ">")
    let parts = line.drop { $0 == UInt8(ascii: ">") }.split(
      separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    let message = Bridge.Incoming(
      topic: String(decoding: parts[0], as: UTF8.self), payload: parts.count > 1 ? Array(parts[1]) : [],
      isRetained: isRetained)
    guard let request = bridge.receive(message, at: now) else { return }
    if (try? JSON(parsing: Array(request.text.utf8))) != request {
      violation = "the daemon is asked \(request.text)"
    }
    if isRetained { violation = "a command is obeyed that was retained: \(request.text)" }
    // Half of them are answered later, by a line of the daemon, or never.
    if message.payload.count % 2 == 0 { bridge.refuseCommand(request, at: now) }
  }

  private mutating func pass() {
    now = now + .seconds(1)
    if let deadline = bridge.deadline, deadline <= now { bridge.advance(to: now) }
  }

  private mutating func send() {
    guard isConnected else { return }
    var (messages, count) = ([Message](), count)
    bridge.queue.send(at: now) {
      messages.append($0)
      count += 1
      return count
    }
    for message in messages { check(message) }
    if count > self.count { inFlight += self.count + 1...count }
    self.count = count
  }

  private mutating func check(_ message: Message) {
    let isForbidden: (Unicode.Scalar) -> Bool = {
      "+#".unicodeScalars.contains($0) || $0.properties.isNoncharacterCodePoint
        || $0.properties.generalCategory == .control
    }
    if message.topic.unicodeScalars.contains(where: isForbidden) {
      violation = "a topic that MQTT does not allow: \(message.topic)"
    }
    if message.payload.first == "{", (try? JSON(parsing: Array(message.payload.utf8))) == nil {
      violation = "a payload that is no JSON: \(message.payload)"
    }
  }

  private mutating func check() {
    let queue = bridge.queue
    if queue.inFlight.count > OutgoingQueue.inFlightLimit
      || queue.waiting.count > OutgoingQueue.eventLimit + Self.mostStates
    {
      violation = "\(queue.waiting.count) messages wait, and \(queue.inFlight.count) are in flight"
    }
  }
}
