import TestTables

@testable import TouchdBroker

/// What waits for the broker: in which order it is sent, and what is never sent.
@Suite("Outgoing messages") struct OutgoingQueueRules {
  struct Row: TableRow {
    var what = ""
    /// `state a=1`, `step a=1`, `event a=1`: a message waits; `send`: as many as may go; `acknowledge N`: the broker
    /// has the message of that number; `disconnect`. With `@SECONDS`, the time.
    let given: String
    /// The messages as they are sent, each with its number in order from 1.
    let sent: String
  }

  static let rows: Table<Row> = [
    "in order": Row(given: "event a=1; state b=2; event a=3; send", sent: "a=1 b=2 a=3"),
    "of a state that waits, only the last": Row(
      given: "state a=1; event b=1; state a=2; send", sent: "a=2 b=1"),
    "each event": Row(given: "event a=1; event a=1; send", sent: "a=1 a=1"),
    "each step": Row(given: "step a=1; step a=2; send", sent: "a=1 a=2"),
    "a state after one that was sent": Row(given: "state a=1; send; state a=2; send", sent: "a=1 a=2"),
    "again what was not acknowledged": Row(
      given: "event a=1; event a=2; send; acknowledge 1; disconnect; send", sent: "a=1 a=2 a=2"),
    "again before what came later": Row(
      given: "event a=1; send; event a=2; disconnect; send", sent: "a=1 a=1 a=2"),
    "no states of the last connection": Row(
      given: "state a=1; step b=1; event c=1; send; state a=2; event d=1; disconnect; send",
      sent: "a=1 b=1 c=1 c=1 d=1"),
    "an event that is a minute old": Row(given: "event a=1 @0; send @60", sent: "a=1"),
    "none that is older": Row(given: "event a=1 @0; event a=2 @1; send @60.5", sent: "a=2"),
    "none that is older by now": Row(given: "event a=1 @0; send @1; disconnect @1; send @61", sent: "a=1"),
    "a state of any age": Row(given: "state a=1 @0; send @3600", sent: "a=1"),
    "what the library never takes is dropped, and holds up nothing": Row(
      given: "event +=1; event a=2; send", sent: "a=2"),
    "an unknown number changes nothing": Row(
      given: "event a=1; send; acknowledge 7; disconnect; send", sent: "a=1 a=1"),
  ]

  @Test("What is sent", arguments: rows)
  func sends(row: Row) throws {
    var player = Player()
    try player.play(row.given)
    #expect(player.sent.joined(separator: " ") == row.sent)
  }

  @Test("At most 20 are not acknowledged")
  func window() throws {
    var player = Player()
    for number in 0..<50 { try player.play("event a=\(number)") }
    try player.play("send")
    #expect((player.sent.count, player.queue.inFlight.count, player.queue.waiting.count) == (20, 20, 30))
    try player.play("acknowledge 3; acknowledge 1; send")
    #expect(player.sent.suffix(2) == ["a=20", "a=21"])
  }

  @Test("Of more than 1,000 events the oldest go, and states stay")
  func bound() throws {
    var player = Player()
    try player.play("state s=1")
    for number in 0..<1010 { try player.play("event a=\(number)") }
    try player.play("send")
    #expect(player.sent.prefix(2) == ["s=1", "a=10"])
    #expect(player.queue.dropped == 10)
  }

  @Test("What comes back with a lost connection is within the bound, too")
  func boundAfterDisconnect() throws {
    var player = Player()
    for number in 0..<20 { try player.play("event a=\(number)") }
    try player.play("send")
    for number in 20..<1020 { try player.play("event a=\(number)") }
    try player.play("disconnect")
    #expect(player.queue.waiting.count == OutgoingQueue.eventLimit)
    #expect(player.queue.dropped == 20)
  }

  @Test("Without a connection all stays")
  func refused() throws {
    var player = Player()
    try player.play("event a=1")
    player.queue.send(at: .zero) { _ in nil }
    #expect((player.queue.waiting.count, player.queue.inFlight.count) == (1, 0))
  }
}

/// Plays the steps of a row.
private struct Player {
  var queue = OutgoingQueue(maxAge: .seconds(60))
  var sent: [String] = []
  private var now = Timestamp.zero

  mutating func play(_ steps: String) throws {
    for step in steps.split(separator: "; ") { try play(step.split(separator: " ").map(String.init)) }
  }

  private mutating func play(_ step: [String]) throws {
    var words = step
    if let time = words.last, time.hasPrefix("@") {
      now = Timestamp(seconds: try #require(Double(time.dropFirst())))
      words.removeLast()
    }
    switch words[0] {
    case "send": send()
    case "disconnect": queue.disconnect()
    case "acknowledge": queue.acknowledge(try #require(Int32(words[1])))
    default:
      let kinds: [String: Message.Kind] = ["state": .state, "step": .step, "event": .event]
      let parts = words[1].split(separator: "=").map { String($0) }
      queue.put(Message(topic: parts[0], payload: parts[1], kind: try #require(kinds[words[0]])), at: now)
    }
  }

  private mutating func send() {
    var sent = sent
    queue.send(at: now) { message in
      guard message.topic != "+" else { return 0 }
      sent.append("\(message.topic)=\(message.payload)")
      return Int32(sent.count)
    }
    self.sent = sent
  }
}
