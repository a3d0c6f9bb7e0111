import YAML

/// The file of a user's session: the programs that events start there (`touchd listen --run`).
struct SessionDescription: Equatable, Sendable {
  /// Program that an event of a name starts.
  struct Entry: Equatable, Sendable {
    let event: Located<String>
    /// Those of the plugin `exec`.
    let options: [String: OptionValue]
  }

  /// The file's name.
  var file: String
  /// Each event's name at most once.
  var entries: [Entry]

  /// The file of a session, which is no part of a layout.
  fileprivate static let keys = Keys<SessionDescription>(
    "session", "a session's file", blank: { _ in SessionDescription(file: "", entries: []) },
    [
      Key("version", .version, isRequired: true) { _, _ in },
      Key("run", Form("type: object") { $0.sessionEntries() }, \.entries, isRequired: true),
    ])

  fileprivate static let programs = KeyTable("session_programs", "`run`", isOpen: true)

  /// Keys of one event in the place of a program's words.
  fileprivate static let entry = Keys<PluginDeclaration.Options>(
    "session_entry", "an entry of `run`", blank: { _ in [:] }, PluginDeclaration.exec)
}

extension Setting {
  /// More events than a session starts programs for. (O)
  private static let mostSessionEntries = 64

  /// The file of a session.
  func session(file: String) -> SessionDescription? {
    var session = SessionDescription(file: file, entries: [])
    return SessionDescription.keys.read(self, into: &session) ? session : nil
  }

  fileprivate func sessionEntries() -> [SessionDescription.Entry] {
    guard let entries = fields(SessionDescription.programs)?.settings else { return [] }
    if entries.isEmpty { error("\(name) must name at least one event") }
    if entries.count > Self.mostSessionEntries {
      findings.error(
        "\(name) may name at most \(Self.mostSessionEntries) events",
        at: entries[Self.mostSessionEntries].keyMark)
    }
    return entries.prefix(Self.mostSessionEntries).compactMap { $0.sessionEntry() }
  }

  /// A program and its arguments, or a mapping with the options of `exec`.
  private func sessionEntry() -> SessionDescription.Entry? {
    guard let event = keyLabel() else { return nil }
    if node.sequence != nil {
      return argumentList().map { SessionDescription.Entry(event: event, options: ["run": .words($0)]) }
    }
    guard node.mapping != nil else {
      mismatch("a program and its arguments, such as [wlopm, --on, \"*\"], or a mapping with `run`")
      return nil
    }
    return SessionDescription.entry.read(self).map { SessionDescription.Entry(event: event, options: $0) }
  }
}
