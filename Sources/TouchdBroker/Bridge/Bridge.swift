import Dispatcher
import TouchdKit

/// The way from the daemon's events socket to the broker, and back. A value that does nothing itself: it says what is
/// to be published and asked, and when it wants to be called again.
struct Bridge: Sendable {
  /// The bridge gets what the broker retains right after it subscribes; a broker that retains nothing says nothing. So
  /// long it is waited for, and also when Home Assistant has started, which may say so often. (O)
  static let pauseForRetained = Interval.seconds(2)
  /// Counters say how a kiosk is used in a day, and not in a second. (O)
  static let counterInterval = Interval.seconds(60)
  /// The most commands that the daemon has not answered: as many as it takes at once. (O)
  static let commandLimit = 64

  /// Something that has come from the broker.
  struct Incoming: Equatable, Sendable {
    let topic: String
    let payload: [UInt8]
    /// Whether it was said earlier, and kept.
    let isRetained: Bool
  }

  let topics: Topics
  private let published: Set<BrokerDescription.Publication>
  private let identity: Identity
  private(set) var kiosk = KioskState()
  var queue: OutgoingQueue
  private var discovery: Discovery
  private var isConnected = false
  /// Time at which the kiosk is announced to Home Assistant; `nil` if that has been done, or there is no connection.
  private var announcement: Timestamp?
  private var lastCounters: Timestamp?
  /// Time at which counters are published that came too early; `nil` if there are none, or there is no connection.
  private var countersDue: Timestamp?
  private var eventCount = 0
  /// Commands that the daemon has not answered, by the ids of their requests.
  private var commands: [String: String] = [:]
  private var commandCount = 0

  init(_ description: BrokerDescription, _ identity: Identity) {
    topics = Topics(
      base: identity.filled(description.base), discoveryPrefix: description.discovery, id: identity.id)
    (published, self.identity) = (description.published, identity)
    queue = OutgoingQueue(maxAge: description.maxAge)
    discovery = Discovery(topics, identity, name: identity.filled(description.name))
  }

  /// The kinds of lines that it wants to hear.
  var kinds: [LineKind] {
    let kinds: KeyValuePairs<BrokerDescription.Publication, LineKind> = [
      .events: .event, .touched: .touch, .panels: .device, .counters: .counters, .statistics: .statistics,
    ]
    return [.change] + kinds.filter { published.contains($0.key) }.map { $0.value }
  }

  /// The topics to subscribe to with each connection.
  var subscriptions: [String] {
    [topics.commands] + [topics.discovery, topics.homeAssistant].compactMap { $0 }
  }

  // MARK: - From the daemon

  /// Takes in a line.
  ///
  /// - Parameter time: now, by the calendar; asked for with an event alone, since most lines are moves.
  mutating func hear(_ line: HeardLine, at now: Timestamp, time: @autoclosure () -> String) {
    switch line["kind"] {
    case "event": publishEvent(line, at: now, time: time())
    case "ok", "error": publishAnswer(line, at: now)
    case "statistics": publishStatistics(line, at: now)
    default: publish(kiosk.take(line), at: now)
    }
  }

  /// The daemon has gone; those that listen on the broker see it by the state.
  mutating func loseDaemon(at now: Timestamp) {
    for name in commands.values { answer(name, "touchd ended before it answered", at: now) }
    commands = [:]
    publish(kiosk.lose(), at: now)
  }

  // MARK: - To and from the broker

  /// The broker has let it in: all that is retained is said again, since it may have been lost there.
  mutating func connect(at now: Timestamp) {
    (isConnected, lastCounters) = (true, nil)
    put(topics.availability, "online", at: now)
    publish(Set(KioskState.Change.allCases).subtracting([.tree]), at: now)
    discovery.startOver()
    announcement = topics.discovery == nil ? nil : now + Self.pauseForRetained
  }

  /// The connection has ended.
  mutating func disconnect() {
    (isConnected, announcement, countersDue) = (false, nil, nil)
    queue.disconnect()
  }

  /// Takes in a message.
  ///
  /// - Returns: what the daemon is to be asked, if it is a command; ``refuseCommand(_:at:)`` if that cannot be done.
  mutating func receive(_ message: Incoming, at now: Timestamp) -> JSON? {
    if message.topic == topics.discovery {
      if message.isRetained { discovery.find(message.payload) }
      return nil
    }
    if message.topic == topics.homeAssistant {
      if message.payload == Array("online".utf8), !message.isRetained {
        discovery.startOver()
        announcement = announcement ?? now + Self.pauseForRetained
      }
      return nil
    }
    // One that was kept would be obeyed again with each connection.
    guard let name = topics.command(of: message.topic), !message.isRetained else { return nil }
    return command(String(name.unicodeScalars.prefix(Self.longestName)), message.payload, at: now)
  }

  /// The daemon could not be asked.
  mutating func refuseCommand(_ request: JSON, at now: Timestamp) {
    guard case .string(let id)? = request["id"], let name = commands.removeValue(forKey: id) else { return }
    answer(name, "there is no touchd that could be asked", at: now)
  }

  /// Time at which ``advance(to:)`` is due; `nil` for never.
  var deadline: Timestamp? { earlier(announcement, countersDue) }

  /// Does what is due.
  mutating func advance(to now: Timestamp) {
    if let announcement, announcement <= now {
      self.announcement = nil
      announce(at: now)
    }
    if let countersDue, countersDue <= now {
      self.countersDue = nil
      publishCounters(at: now)
    }
  }

  // MARK: -

  /// Publishes an event with an id, by which a repeat is known; not what comes in between, such as each move of a pan.
  private mutating func publishEvent(_ line: HeardLine, at now: Timestamp, time: String) {
    guard let name = line["name"], let state = line["state"], Component.eventTypes.contains(state)
    else { return }
    eventCount += 1
    let id = "\(identity.run)-\(eventCount)"
    let head: JSON.Members = [("event_type", .string(state)), ("id", .string(id)), ("time", .string(time))]
    // `t` counts from the machine's start, and responders are the layout's own affair.
    let left = ["t", "kind", "state", "responders", "event_type", "id", "time"]
    let payload = JSON.object(head + line.members.filter { !left.contains($0.key) }).text
    queue.put(Message(topic: topics.event(name), payload: payload, kind: .event), at: now)
  }

  private mutating func publish(_ changes: Set<KioskState.Change>, at now: Timestamp) {
    // What is said without a connection would be old with the next one, which begins with all of it.
    guard isConnected else { return }
    if changes.contains(.state), published.contains(.state) || topics.discovery != nil {
      put(topics.state, statePayload, at: now)
    }
    if changes.contains(.touched), published.contains(.touched) {
      put(topics.touched, kiosk.isTouched ? "ON" : "OFF", at: now)
    }
    if changes.contains(.panels), published.contains(.panels) {
      for panel in kiosk.panels.states {
        put(topics.panel(panel.id), panel.isConnected ? "ON" : "OFF", at: now)
      }
    }
    if changes.contains(.counters) { publishCounters(at: now) }
    if changes.contains(.incidents), let incidents = kiosk.incidents {
      put(topics.incidents, incidents.text, at: now)
    }
    if changes.contains(.tree), announcement == nil { announce(at: now) }
  }

  private mutating func put(_ topic: String, _ payload: String, at now: Timestamp) {
    queue.put(Message(topic: topic, payload: payload, kind: .state), at: now)
  }

  private var statePayload: String {
    JSON.object([
      ("daemon", kiosk.isListening ? "online" : "offline"), ("touchd", .text(kiosk.version)),
      ("layouts", .array(kiosk.layouts.map { .string($0.name) })),
      ("dark", .array(kiosk.dark.sorted().map(JSON.string))),
      ("dropped_events", .integer(queue.dropped)),
    ]).text
  }

  private mutating func publishCounters(at now: Timestamp) {
    guard published.contains(.counters), !kiosk.counters.isEmpty else { return }
    if let lastCounters, now - lastCounters < Self.counterInterval {
      countersDue = lastCounters + Self.counterInterval
      return
    }
    (lastCounters, countersDue) = (now, nil)
    let members: JSON.Members = kiosk.counters.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }
    put(topics.counters, JSON.object(members).text, at: now)
  }

  /// Without a connection it waits for the next hour.
  private mutating func publishStatistics(_ line: HeardLine, at now: Timestamp) {
    guard isConnected, let layout = line["layout"] else { return }
    let members = line.members.filter { !["t", "kind", "layout"].contains($0.key) }
    put(topics.statistics(layout), JSON.object(members).text, at: now)
  }

  /// Without a daemon nothing is known, and what was known is left as it is. While the broker has not acknowledged what
  /// was sent before, it waits.
  private mutating func announce(at now: Timestamp) {
    guard isConnected, kiosk.isListening else { return }
    guard !queue.hasSteps else {
      announcement = now + Self.pauseForRetained
      return
    }
    let components = Component.all(of: kiosk, published, topics)
    for message in discovery.messages(for: components, version: kiosk.version) { queue.put(message, at: now) }
  }

  // MARK: - Commands

  /// The most that is looked at of a command's name: a character has any number of scalars. (O)
  private static let longestName = 64

  private mutating func command(_ name: String, _ payload: [UInt8], at now: Timestamp) -> JSON? {
    guard commands.count < Self.commandLimit else {
      answer(name, "too many commands are waiting for touchd", at: now)
      return nil
    }
    commandCount += 1
    let id = "command-\(commandCount)"
    do throws(BrokerCommand.Refusal) {
      let request = try BrokerCommand.request(name, payload, id: id)
      commands[id] = name
      return request
    } catch {
      answer(name, error.message, at: now)
      return nil
    }
  }

  private mutating func publishAnswer(_ line: HeardLine, at now: Timestamp) {
    guard let id = line["id"], let name = commands.removeValue(forKey: id) else { return }
    answer(name, line["kind"] == "ok" ? nil : line["message"] ?? "it was refused", at: now)
  }

  private mutating func answer(_ command: String, _ refusal: String?, at now: Timestamp) {
    var members: JSON.Members = [("command", .string(command)), ("ok", .bool(refusal == nil))]
    if let refusal { members.append(("message", .string(refusal))) }
    queue.put(Message(topic: topics.answer, payload: JSON.object(members).text, kind: .event), at: now)
  }
}

/// A command to the daemon from a program on the broker: a topic of `BASE/command/…` and its payload.
enum BrokerCommand {
  /// The longest payload, in bytes: an id and a layout's name. (O)
  static let longest = 4096

  /// Reason for which a message is not a command.
  struct Refusal: Error, Equatable { let message: String }

  /// The request for the events socket.
  ///
  /// `show` and `hide` want the id of a view or a window, `screen` wants `dark` or `lit`: as it is, or as
  /// `{"id":…,"layout":…}`. `cancel` wants nothing, or `{"layout":…}`.
  static func request(_ name: String, _ payload: [UInt8], id: String) throws(Refusal) -> JSON {
    guard payload.count <= longest else { throw Refusal(message: "a command has at most \(longest) bytes") }
    guard ["show", "hide", "cancel", "screen"].contains(name) else {
      throw Refusal(
        message: "there is no command \"\(name.prefix(40))\": there is show, hide, cancel and screen")
    }
    let (target, layout) = try parts(payload)
    var members: JSON.Members = [("id", .string(id))]
    if name == "cancel" {
      members.append(("cancel", .bool(true)))
    } else if let target, !target.isEmpty {
      members.append((name, .string(target)))
    } else {
      throw Refusal(
        message: name == "screen"
          ? "the payload must be dark or lit" : "the payload must be the id of a view or window")
    }
    if let layout { members.append(("layout", .string(layout))) }
    return .object(members)
  }

  private static func parts(_ payload: [UInt8]) throws(Refusal) -> (target: String?, layout: String?) {
    guard payload.first == UInt8(ascii: "{") else {
      guard let text = String(validating: payload, as: UTF8.self)
      else { throw Refusal(message: "the payload is not UTF-8") }
      return (text, nil)
    }
    guard case .object(let members)? = try? JSON(parsing: payload)
    else { throw Refusal(message: "the payload begins like JSON, and is no object") }
    var (target, layout): (String?, String?)
    for (key, value) in members {
      guard case .string(let text) = value, key == "id" || key == "layout"
      else { throw Refusal(message: "the payload may have `id` and `layout`, which are strings") }
      if key == "id" { target = text } else { layout = text }
    }
    return (target, layout)
  }
}
