import Dispatcher

/// Messages that wait for the broker, or that it has not acknowledged yet. A value: it is tested in virtual time.
///
/// libmosquitto has no bound for what it sends, and keeps messages while it is disconnected. So they wait here, and it
/// gets few at a time, and none without a connection.
///
///     put ──► waiting ──send──► in flight ──acknowledge──► done
///                ▲                  │
///                └────disconnect────┘
struct OutgoingQueue: Sendable {
  /// The most events that wait: a busy hour of a kiosk, in less than a megabyte. (O)
  static let eventLimit = 1000
  /// The most messages that the library has and the broker has not acknowledged: libmosquitto's own window,
  /// `max_inflight_messages`.
  static let inFlightLimit = 20

  struct Entry {
    let message: Message
    let since: Timestamp
  }

  /// Age above which a message is not sent.
  let maxAge: Interval
  /// Events since the start that no broker got: they were older than ``maxAge`` when they could have been sent, or gave
  /// their place to newer ones.
  private(set) var dropped = 0
  private(set) var waiting: [Entry] = []
  /// Those that the broker has not acknowledged, in the order in which they were sent, each with the number that the
  /// library gave it.
  private(set) var inFlight: [(number: Int32, entry: Entry)] = []

  init(maxAge: Interval) { self.maxAge = maxAge }

  /// Whether a step is in it that the broker has not acknowledged.
  var hasSteps: Bool {
    waiting.contains { $0.message.kind == .step } || inFlight.contains { $0.entry.message.kind == .step }
  }

  /// Whether the broker has all that was put in.
  var isEmpty: Bool { waiting.isEmpty && inFlight.isEmpty }

  /// Adds a message at the end; a state takes the place of one that waits. O(messages that wait).
  ///
  /// - Parameter now: when it happened.
  mutating func put(_ message: Message, at now: Timestamp) {
    let entry = Entry(message: message, since: now)
    let place = waiting.firstIndex { $0.message.kind == .state && $0.message.topic == message.topic }
    if message.kind == .state, let place {
      waiting[place] = entry
      return
    }
    waiting.append(entry)
    dropCrowded()
  }

  /// Sends as much as may be in flight, the oldest first.
  ///
  /// - Parameter publish: gives a message to the library, and returns its number; `nil` if there is no connection,
  ///   which leaves the message here; 0 if it never takes it, which drops it.
  mutating func send(at now: Timestamp, _ publish: (Message) -> Int32?) {
    dropStale(at: now)
    var sent = 0
    while inFlight.count < Self.inFlightLimit, sent < waiting.count {
      let entry = waiting[sent]
      guard let number = publish(entry.message) else { break }
      if number != 0 { inFlight.append((number, entry)) }
      sent += 1
    }
    waiting.removeFirst(sent)
  }

  /// The broker has a message. What it does not know, such as one of an earlier connection, changes nothing.
  mutating func acknowledge(_ number: Int32) {
    if let place = inFlight.firstIndex(where: { $0.number == number }) { inFlight.remove(at: place) }
  }

  /// The connection has ended: events that were not acknowledged wait again, before all else. The broker may have them
  /// already. States are forgotten: a new connection begins with all of them, as they are then.
  mutating func disconnect() {
    waiting = (inFlight.map(\.entry) + waiting).filter { $0.message.kind == .event }
    inFlight = []
    dropCrowded()
  }

  /// Drops the oldest of more events than may wait.
  private mutating func dropCrowded() {
    var surplus = waiting.count { $0.message.kind == .event } - Self.eventLimit
    guard surplus > 0 else { return }
    dropped += surplus
    waiting.removeAll { entry in
      guard surplus > 0, entry.message.kind == .event else { return false }
      surplus -= 1
      return true
    }
  }

  private mutating func dropStale(at now: Timestamp) {
    let (before, maxAge) = (waiting.count, maxAge)
    waiting.removeAll { $0.message.kind == .event && now - $0.since > maxAge }
    dropped += before - waiting.count
  }
}

/// One message for the broker. All are sent with QoS 1: the broker says that it has it.
struct Message: Equatable, Sendable {
  /// Relation of a message to those after it.
  enum Kind: Equatable, Sendable {
    /// A present state. The broker retains it, and of several that wait for a topic only the last is sent.
    case state
    /// As ``state``, but each is sent: those that hear it must hear every step.
    case step
    /// An event. It is retained nowhere, and not sent when it is stale.
    case event
  }

  let topic: String
  let payload: String
  let kind: Kind

  /// Whether the broker keeps it for those that subscribe later.
  var isRetained: Bool { kind != .event }
}
