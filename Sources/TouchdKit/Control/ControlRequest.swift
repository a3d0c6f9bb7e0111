import YAML

/// A request of a client of the control socket.
///
/// A client connects to the stream socket, sends one line, and reads until the daemon closes the connection.
/// The first line of the answer says what became of the request; the rest is a text, to be shown as it is:
///
///     > status text
///     < ok
///     < touchd 0.2.0, …
///
/// `ok`: it was done. `error`: it was tried, and what it is about is bad. `refused`: it was not tried, since the client
/// may not ask, there is no such request, or there are too many clients. The socket belongs to the daemon's user, mode
/// 0600; the daemon also checks the user of the client (SO_PEERCRED).
package enum ControlRequest: Equatable, Sendable {
  /// `status text`, `status json`, `status prometheus`: what the daemon does.
  case status(StatusFormat)
  /// `reload`: read the layouts again, and use them if they are good.
  case reload
  /// `screen dark`, `screen lit`, or one of these with a layout's name behind it: what a program has done to the
  /// screen.
  case screen(isDark: Bool, layout: String?)

  /// The longest line, its line feed included, in bytes: twice what the longest name needs.
  package static let longest = 2048
  /// Those without a name.
  private static let all =
    StatusFormat.allCases.map(ControlRequest.status)
    + [.reload, .screen(isDark: true, layout: nil), .screen(isDark: false, layout: nil)]
  /// All requests, for a message.
  static let words = alternatives(all.map { quoted($0.line) })

  /// The line, without its line feed.
  package var line: String {
    switch self {
    case .status(let format): "status \(format.rawValue)"
    case .reload: "reload"
    case .screen(let isDark, let layout):
      "screen \(isDark ? "dark" : "lit")\(layout.map { " \($0)" } ?? "")"
    }
  }

  /// The request of a line; `nil` if there is no such request.
  package init?(line: String) {
    if let request = Self.all.first(where: { $0.line == line }) {
      self = request
    } else if case let words = line.split(separator: " ", maxSplits: 2), words.count == 3,
      case .screen(let isDark, nil)? = ControlRequest(line: "\(words[0]) \(words[1])")
    {
      self = .screen(isDark: isDark, layout: String(words[2]))
    } else {
      return nil
    }
  }
}

/// The daemon's answer.
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

  /// Reads an answer, without the line feed at its end, for a terminal, whatever it was that answered at the socket;
  /// `nil` if the bytes are not an answer.
  init?(bytes: [UInt8]) {
    let feed = UInt8(ascii: "\n")
    let parts = bytes.split(separator: feed, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let text = String(decoding: parts[1].last == feed ? parts[1].dropLast() : parts[1], as: UTF8.self)
      .printable
    switch String(decoding: parts[0], as: UTF8.self) {
    case "ok": self = .ok(text)
    case "error": self = .error(text)
    case "refused": self = .refused(text)
    default: return nil
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
