import Dispatcher
import LinuxInput
import YAML

@testable import TouchdKit

/// The fuzzer's bytes as what answers a program that listens: the first is how many come at once, with one more; the
/// rest is sent in such pieces.
enum HeardRun {
  /// The rule that is broken by what is heard of the bytes, in words; `nil` if none is.
  static func violation(_ bytes: [UInt8]) -> String? {
    do {
      return try violation(Array(bytes.dropFirst()), inPiecesOf: Int(bytes.first ?? 0) + 1)
    } catch {
      return "the system refused: \(error)"
    }
  }

  private static func violation(_ bytes: [UInt8], inPiecesOf size: Int) throws -> String? {
    let (loop, path) = (try RunLoop(servesMainQueue: false), SocketPath.make())
    let listener = try LocalSocketListener(path: path)
    var (heard, end): ([HeardLine], EventsConnection.End?) = ([], nil)
    let connection = try EventsConnection(
      to: path, asking: .object([]), on: loop, onLines: { heard += $0 }, onEnd: { end = $0 })
    defer { withExtendedLifetime(connection) {} }
    guard let program = try listener.accept() else { return "there is no connection" }
    var rest = bytes[...]
    while !rest.isEmpty, end == nil {
      rest = rest.dropFirst(try program.send(rest.prefix(size)))
      while try loop.runOnce(timeout: Interval(microseconds: 0)) {}
    }
    return violation(heard, end, of: bytes)
  }

  private static func violation(
    _ heard: [HeardLine], _ end: EventsConnection.End?, of bytes: [UInt8]
  ) -> String? {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    let good = parts.prefix { HeardLine(Array($0)) != nil }
    if heard.count != good.count { return "\(good.count) lines came, and \(heard.count) were heard" }
    if (end != nil) != (good.count < parts.count) {
      return "\(parts.count) lines came, and the end is \(end as Any)"
    }
    var (choice, gestures) = (LineChoice([.event], showsState: false), GesturesUnderWay())
    for line in heard {
      if line.text.unicodeScalars.contains(where: \.isUnprintable) { return "a line acts on a terminal" }
      guard let again = HeardLine(Array(line.text.utf8)), again["kind"] == line["kind"],
        again.members.count == line.members.count
      else { return "a line is another one when it is read again: \(line.text)" }
      if choice.takes(line), line["kind"] != "event" { return "a line was chosen that is not an event" }
      _ = gestures.take(GesturesUnderWay.Key(line), line["state"] ?? "")
    }
    return nil
  }
}
