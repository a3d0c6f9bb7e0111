import YAML

/// What the daemon answers.
package enum ControlReply: Equatable, Sendable {
  /// It was done.
  case ok(String)
  /// It was tried, and what it is about is bad: the located errors of a layout.
  case error(String)
  /// It was not tried, for this reason.
  case refused(String)

  /// The longest answer, in bytes: the status of a hundred devices is a twentieth of it.
  package static let longest = 1 << 20
}

extension ControlReply {
  /// The answer as it is sent. Of a text that is too long, only the first lines.
  var bytes: [UInt8] {
    let (word, text) = wordAndText
    let head = word + "\n"
    var body = Array(text.utf8)
    if !body.isEmpty, body.last != UInt8(ascii: "\n") { body.append(UInt8(ascii: "\n")) }
    return Array(head.utf8) + Self.cut(body, to: Self.longest - head.utf8.count)
  }

  /// Reads an answer, without the line feed at its end; `nil` if the bytes are not an answer.
  init?(bytes: [UInt8]) {
    let feed = UInt8(ascii: "\n")
    let parts = bytes.split(separator: feed, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let text = String(decoding: parts[1].last == feed ? parts[1].dropLast() : parts[1], as: UTF8.self)
    switch String(decoding: parts[0], as: UTF8.self) {
    case "ok": self = .ok(text)
    case "error": self = .error(text)
    case "refused": self = .refused(text)
    default: return nil
    }
  }

  /// The same for a terminal, whatever it was that answered at the socket.
  var printable: ControlReply {
    switch self {
    case .ok(let text): .ok(text.printable)
    case .error(let text): .error(text.printable)
    case .refused(let text): .refused(text.printable)
    }
  }

  private var wordAndText: (String, String) {
    switch self {
    case .ok(let text): ("ok", text)
    case .error(let text): ("error", text)
    case .refused(let text): ("refused", text)
    }
  }

  private static func cut(_ body: [UInt8], to limit: Int) -> [UInt8] {
    guard body.count > limit else { return body }
    let note = Array("the rest is left out: it is too long\n".utf8)
    let end = body[..<(limit - note.count)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return body[..<end] + note
  }
}
