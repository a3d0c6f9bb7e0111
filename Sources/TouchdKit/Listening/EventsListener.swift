import ArgumentParser
import Dispatcher
internal import Glibc
package import LinuxInput
import Logging
import YAML

/// Listens to the events socket for as long as it is kept, also over the end of a daemon.
///
///     waiting ──► greeted ──► listening ──┐
///        ▲ a pause that doubles           │ the connection ends
///        └────────────────────────────────┘
///
/// Before it has listened once, what goes wrong is the end: a wrong name or a missing right is not cured by waiting.
/// Not thread-safe.
package final class EventsListener {
  /// Reason for which it does not listen.
  package enum Failure: Error {
    /// The system refuses, or there is no daemon.
    case refused(String)
    /// The daemon does not do what was asked.
    case badRequest(String)
  }

  /// Lines to listen to.
  package struct Wish {
    let path: String
    var kinds: [LineKind]
    var views: [String] = []
    var layout: String?
    /// Whether it waits for a daemon that is not there at the start.
    var waitsAtStart = false

    /// To hear these kinds of lines of all layouts, now or as soon as there is a daemon.
    package static func always(_ kinds: [LineKind], at path: String) -> Wish {
      Wish(path: path, kinds: kinds, waitsAtStart: true)
    }
  }

  /// The pauses before a connection is made again. What answers may be no touchd, also after it said `ok`. (O)
  static let backOff = BackOff(from: .milliseconds(100), to: .seconds(5), good: .seconds(5))

  /// Path of a daemon's events socket unless an option names another.
  package static let standardPath = EventsServer.standardPath
  /// The variable of the environment that names another path, as for the clients in other languages.
  package static let pathVariable = "TOUCHD_EVENTS_SOCKET"

  /// Path at which a program listens that was given none.
  package static var usualPath: String { getenv(pathVariable).map { String(cString: $0) } ?? standardPath }

  private let wish: Wish
  private let runLoop: RunLoop
  private let onLine: (HeardLine) -> Void
  private let onNews: (String) -> Void
  private let onLoss: () -> Void
  private let onEnd: (Failure?) -> Void
  private var connection: EventsConnection?
  private var timer: LoopTimer?
  private var backOff = backOff
  /// Time at which this connection began to listen.
  private var listeningSince: Timestamp?
  /// So many words for a person at once, and how long it takes for one more. (O)
  private var news = RateLimit(burst: 10, every: .seconds(30))
  private var hasListened = false
  /// Whether it was said that it waits.
  private var isWaiting = false

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - onLine: called with each line but the answer to what was asked.
  ///   - onNews: called with what a person should know: that it waits for a daemon, and that it listens.
  ///   - onLoss: called when the connection has ended, or cannot be made; it is tried again.
  ///   - onEnd: called at most once, at the end of a replay or when it cannot listen; it goes on no more then.
  /// - Throws: ``SystemError``, `EMFILE` if there is no descriptor left for its timer.
  package init(
    _ wish: Wish, on runLoop: RunLoop, onLine: @escaping (HeardLine) -> Void,
    onNews: @escaping (String) -> Void, onLoss: @escaping () -> Void = {}, onEnd: @escaping (Failure?) -> Void
  ) throws(SystemError) {
    (self.wish, self.runLoop) = (wish, runLoop)
    (self.onLine, self.onNews, self.onLoss, self.onEnd) = (onLine, onNews, onLoss, onEnd)
    timer = try LoopTimer(on: runLoop) { [unowned self] in connect() }
    timer?.set(.zero)
  }

  /// Asks the daemon for something, with an `id` that is a string; the answer comes as a line.
  ///
  /// - Returns: whether it was sent; not while there is no daemon, or one that reads nothing.
  package func ask(_ request: JSON) -> Bool { listeningSince != nil && connection?.ask(request) == true }

  /// Connects, and hangs up: can a program listen there?
  ///
  /// - Throws: ``SystemError`` with a remedy: `ENOENT` and `ECONNREFUSED` if no daemon is there, `EACCES` without the
  ///   right to listen.
  package static func check(_ path: String) throws(SystemError) {
    _ = try LocalSocket(
      connectingTo: path, until: MonotonicClock.now + EventsConnection.patience,
      remedy: EventsConnection.remedy)
  }

  /// The words for a connection to an events socket that failed: why, and what helps.
  package static func words(for code: Int32, at path: String) -> String {
    "\(SystemError(call: "connect", on: path, code: code, remedy: EventsConnection.remedy(code)))"
  }

  private func connect() {
    do {
      connection = try EventsConnection(
        to: wish.path, asking: wish.request, on: runLoop, onLines: { [unowned self] in take($0) },
        onEnd: { [unowned self] in lose("\($0)") })
    } catch {
      // Without the right to listen, a new session of the user is needed.
      if error.isRefusal || !(hasListened || wish.waitsAtStart) { return finish(.refused("\(error)")) }
      lose("\(error)")
    }
  }

  private func take(_ lines: [HeardLine]) {
    for line in lines where connection != nil {
      switch line["kind"] {
      // About the subscription: its id is no string, as those of what is asked later are.
      case "ok" where line["id"] == nil: begin()
      case "error" where line["id"] == nil: refuse(line["message"] ?? "it was refused")
      case "summary":
        onLine(line)
        finish(nil)
      case "lost":
        onLine(line)
        lose("lines were lost: what reads these is too slow")
      default: onLine(line)
      }
    }
  }

  private func begin() {
    if isWaiting || wish.waitsAtStart { tell(hasListened ? "listening again" : "listening") }
    (hasListened, listeningSince, isWaiting) = (true, MonotonicClock.now, false)
  }

  /// It was right once: the layout is another one, or all places are taken.
  private func refuse(_ message: String) {
    if hasListened { lose(message) } else { finish(.badRequest(message)) }
  }

  private func lose(_ reason: String) {
    connection?.close()
    if let listeningSince { backOff.connectionEnded(after: MonotonicClock.now - listeningSince) }
    (connection, listeningSince) = (nil, nil)
    onLoss()
    if !isWaiting { tell("\(reason); waiting for touchd") }
    isWaiting = true
    timer?.set(after: backOff.next())
  }

  private func tell(_ words: String) {
    guard let leftOut = news.admit(at: MonotonicClock.now) else { return }
    onNews(leftOut > 0 ? "\(words) (\(leftOut) more of these before it were left out)" : words)
  }

  private func finish(_ failure: Failure?) {
    connection?.close()
    connection = nil
    onEnd(failure)
  }
}

extension EventsListener.Wish {
  fileprivate var request: JSON {
    var members: JSON.Members = [
      ("subscribe", .array(kinds.map { .string($0.rawValue) })), ("id", .integer(1)),
    ]
    if !views.isEmpty { members.append(("views", .array(views.map(JSON.string)))) }
    if let layout { members.append(("layout", .string(layout))) }
    return .object(members)
  }
}

/// A line that touchd sent to a program on the events socket.
package struct HeardLine {
  /// As it was sent, without its line feed; characters that act on a terminal, which touchd never sends, as escapes.
  package let text: String
  package let members: JSON.Members

  /// - Returns: `nil` for what is no object with a `kind`.
  package init?(_ bytes: [UInt8]) {
    guard case .object(let members)? = try? JSON(parsing: bytes) else { return nil }
    let sent = String(decoding: bytes, as: UTF8.self)
    let acts = sent.unicodeScalars.contains(where: \.isUnprintable)
    (self.members, text) = (members, acts ? JSON.object(members).text : sent)
    guard self["kind"] != nil else { return nil }
  }

  /// The member of a key; `nil` if the line has none.
  package func value(_ key: String) -> JSON? { members.first { $0.key == key }?.value }

  /// A member that is a string.
  package subscript(key: String) -> String? { value(key)?.string }
}

/// Which of the lines that a program hears it is shown.
struct LineChoice {
  /// The kinds that were asked for, as lines have them.
  private let kinds: Set<String>
  /// Whether it is shown the state, and how a connection begins and ends.
  private let showsState: Bool
  private var isState = false

  init(_ kinds: [LineKind], showsState: Bool) {
    // A gesture that has failed is a line of the kind `gesture`.
    self.kinds = Set(kinds.map { $0 == .failed ? LineKind.gesture.rawValue : $0.rawValue })
    self.showsState = showsState
  }

  mutating func takes(_ line: HeardLine) -> Bool {
    guard let kind = line["kind"] else { return false }
    if ["hello", "state", "state_end"].contains(kind) { isState = kind == "state" }
    return showsState || kinds.contains(kind) && !isState
  }
}
