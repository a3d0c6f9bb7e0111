import Dispatcher
import LinuxInput
import Logging
import YAML

/// Starts programs for events that a program of a user's session hears, as the plugin `exec` does for a layout.
final class SessionPrograms {
  /// By the names of events.
  private let entries: [String: ExecPlugin]
  private var underWay = GesturesUnderWay()

  /// - Parameter environment: what programs get beside what the file says.
  init(
    _ session: SessionDescription, _ environment: [String: String], _ launcher: Launcher, _ logger: Logger
  ) {
    entries = Dictionary(
      session.entries.map { entry in
        let name = entry.event.value
        let plugin = ExecPlugin(
          name: name, options: PluginOptions(values: entry.options),
          host: PluginHost(logger: logger, launcher: launcher), environment: environment)
        return (name, plugin)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Takes in a line; an event may start a program.
  func take(_ line: HeardLine, at now: Timestamp) {
    switch line["kind"] {
    // What was under way has ended, or is not known any more.
    case "hello", "state": underWay = GesturesUnderWay()
    case "event":
      guard let name = line["name"], let entry = entries[name], let state = line["state"] else { return }
      let gesture = GesturesUnderWay.Key(line)
      let isRecognition = underWay.take(gesture, state)
      guard entry.states.admits(state, else: isRecognition) else { return }
      let occasion = ExecOccasion(line, isPart: entry.states.areChosen, at: now) { [weak self] in
        self?.underWay.contains(gesture) ?? false
      }
      entry.offer(occasion)
    default: break
    }
  }
}

/// The gestures that have begun and not ended, as their events say: whether an end is a tap's or a long press's.
struct GesturesUnderWay {
  struct Key: Hashable {
    let layout, view: String?
    let name: String

    init(_ line: HeardLine) { (layout, view, name) = (line["layout"], line["view"], line["name"] ?? "") }
  }

  /// More gestures than fingers can make at a time. (O)
  private static let limit = 1024
  private var keys: Set<Key> = []

  func contains(_ key: Key) -> Bool { keys.contains(key) }

  /// Takes in how far a gesture has come.
  ///
  /// - Returns: whether it is recognized with this: a tap is when it ends, a long press when it begins.
  mutating func take(_ key: Key, _ state: String) -> Bool {
    switch state {
    case "began", "changed":
      if keys.count >= Self.limit { keys = [] }
      keys.insert(key)
      return state == "began"
    default: return keys.remove(key) == nil && state == "ended"
    }
  }
}

extension ExecOccasion {
  /// An event that a program of a session hears.
  ///
  /// - Parameters:
  ///   - isPart: whether the end of the gesture belongs to its beginning; else each is a whole.
  ///   - now: when it was heard.
  fileprivate init(_ line: HeardLine, isPart: Bool, at now: Timestamp, isHeld: @escaping () -> Bool) {
    let (name, state) = (line["name"] ?? "", line["state"] ?? "")
    self.init(
      part: isPart ? Part(state: state) : .once, gesture: isPart ? name : nil, isHeld: isHeld,
      view: line["view"] ?? "", event: name, state: state, location: line.location, time: now,
      line: TraceLine(.event, at: line.time, line.members.filter { $0.key != "t" && $0.key != "kind" }))
  }
}

extension HeardLine {
  fileprivate var time: Timestamp {
    guard case .integer(let time)? = value("t") else { return .zero }
    return .zero + Interval(microseconds: Int64(time))
  }

  fileprivate var location: Point? {
    guard let at = value("at")?.items, at.count == 2, let x = at[0].double, let y = at[1].double
    else { return nil }
    return Point(x: x, y: y)
  }
}

/// The file of a user's session: the programs that events start there (`touchd listen --run`).
struct SessionDescription: Equatable, Sendable {
  /// Program that an event of a name starts.
  struct Entry: Equatable, Sendable {
    let event: Located<String>
    /// Those of the plugin `exec`.
    let options: [String: OptionValue]
  }

  var file: String
  /// Each event's name at most once.
  var entries: [Entry]

  /// The file of a session, which is no part of a layout.
  static let keys = Keys<SessionDescription>(
    "session", "a session's file", blank: { SessionDescription(file: $0.findings.file, entries: []) },
    Key("version", .version, isRequired: true) { _, _ in },
    Key("run", Form("type: object") { $0.sessionEntries() }, \.entries, isRequired: true))

  fileprivate static let programs = KeyTable("session_programs", "`run`", isOpen: true)

  /// Keys of one event in the place of a program's words.
  fileprivate static let entry = Keys<PluginDeclaration.Options>(
    "session_entry", "an entry of `run`", blank: { _ in [:] }, rows: PluginDeclaration.exec)
}

extension Setting {
  /// More events than a session starts programs for. (O)
  private static let mostSessionEntries = 64

  fileprivate func sessionEntries() -> [SessionDescription.Entry] {
    guard let entries = fields(SessionDescription.programs)?.settings else { return [] }
    return listed(entries, atMost: Self.mostSessionEntries, "event").compactMap { $0.sessionEntry() }
  }

  /// A program and its arguments, or a mapping with the options of `exec`.
  private func sessionEntry() -> SessionDescription.Entry? {
    guard let event = keyLabel() else { return nil }
    if node.sequence != nil {
      return argumentList().map { SessionDescription.Entry(event: event, options: ["run": OptionValue($0)]) }
    }
    guard node.mapping != nil else {
      return mismatch("a program and its arguments, such as [wlopm, --on, \"*\"], or a mapping with `run`")
    }
    return SessionDescription.entry.read(self).map { SessionDescription.Entry(event: event, options: $0) }
  }
}
