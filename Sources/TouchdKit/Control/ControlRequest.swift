/// What a client of the control socket asks for.
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
  /// What there is, for a message.
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

  /// What a line asks for; `nil` if there is no such request.
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
