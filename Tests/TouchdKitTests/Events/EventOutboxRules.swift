import TestTables

@testable import TouchdKit

/// What of its lines a client of the events socket gets that reads slowly.
@Suite("Event outbox") struct EventOutboxRules {
  private static func line(_ text: String, _ move: TraceLine.Move? = nil) -> EventLine {
    EventLine([("l", .string(text))], move: move)
  }

  private static func size(_ text: String) -> Int { line(text).bytes.count }

  /// Adds lines: true for each that there was room for.
  private static func add(
    _ lines: KeyValuePairs<String, TraceLine.Move?>, to outbox: inout EventOutbox
  ) -> [Bool] {
    lines.map { outbox.append(line($0.key, $0.value)) }
  }

  /// What is handed out, as texts, until nothing waits.
  private static func rest(_ outbox: inout EventOutbox) -> [String] {
    var bytes: [UInt8] = []
    while true {
      let next = outbox.next()
      if next.isEmpty {
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      }
      bytes += next
      outbox.sent(next.count)
    }
  }

  private static func texts(_ texts: String...) -> [String] { texts.map { #"{"l":"\#($0)"}"# } }

  @Test("A client that keeps up gets each line, moves as well")
  func each() {
    var outbox = EventOutbox()
    for text in ["a", "b", "c"] { _ = outbox.append(Self.line(text, .touch(1))) }
    let rest = Self.rest(&outbox)
    #expect(rest == Self.texts("a", "b", "c"))
    #expect(outbox.isEmpty)
  }

  @Test(
    "When it falls behind, a move takes the place of the former one of the same kind, and stands where it came"
  )
  func moves() {
    var outbox = EventOutbox()
    _ = outbox.append(Self.line("sent"))
    _ = outbox.next()
    outbox.sent(3)
    _ = Self.add(
      [
        "a1": .touch(1), "b1": .touch(2), "x": nil, "a2": .touch(1), "s": .screen(1), "m1": .touches([1, 2]),
        "m": .touches([1]), "a3": .touch(1), "m2": .touches([1, 2]),
      ], to: &outbox)
    let rest = Self.rest(&outbox)
    #expect(rest.dropFirst() == Self.texts("b1", "x", "s", "m", "a3", "m2")[...])
  }

  @Test("Lines have a bound in bytes; what is taken to be sent does not count")
  func bound() {
    var outbox = EventOutbox(limit: 3 * Self.size("1"))
    _ = outbox.append(Self.line("sent"))
    let size = outbox.next().count
    outbox.sent(1)
    let early = Self.add(["1": nil, "2": nil, "3": nil, "4": nil], to: &outbox)
    #expect(early == [true, true, true, false])
    outbox.sent(size - 1)
    _ = outbox.next()
    let late = outbox.append(Self.line("5"))
    #expect(late)
    let rest = Self.rest(&outbox)
    #expect(rest == Self.texts("1", "2", "3", "5"))
  }

  @Test("The bytes of moves that were replaced are free again")
  func freed() {
    var outbox = EventOutbox(limit: 2 * Self.size("1"))
    _ = outbox.append(Self.line("s"))
    _ = outbox.next()
    outbox.sent(1)
    let taken = Self.add(["1": .touch(1), "2": .touch(2), "3": .touch(1), "4": nil], to: &outbox)
    #expect(taken == [true, true, true, false])
  }

  @Test(
    "A client that loses what waits is sent the end of the line that it has begun to read, and then the last one",
    arguments: [
      // Nothing is sent; within a line; between lines; within the second line.
      (0, []), (3, [#"":"a"}"#]), (size("a"), []), (size("a") + 2, [#"l":"b"}"#]),
    ] as [(Int, [String])])
  func lost(sent: Int, rest: [String]) {
    var outbox = EventOutbox()
    for text in ["a", "b", "c"] { _ = outbox.append(Self.line(text)) }
    _ = outbox.next()
    outbox.sent(sent)
    _ = outbox.append(Self.line("d"))
    outbox.lose(Self.line("lost"))
    let found = Self.rest(&outbox)
    #expect(found == rest + Self.texts("lost"))
  }
}
