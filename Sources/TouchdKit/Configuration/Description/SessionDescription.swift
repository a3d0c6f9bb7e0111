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
}

extension Setting {
  /// More events than a session starts programs for. (O)
  private static let mostSessionEntries = 64

  /// The file of a session.
  func session(file: String) -> SessionDescription? {
    guard let fields = fields(.session) else { return nil }
    fields["version"]?.version()
    return SessionDescription(file: file, entries: fields["run"]?.sessionEntries() ?? [])
  }

  private func sessionEntries() -> [SessionDescription.Entry] {
    guard let entries = fields(.sessionPrograms)?.settings else { return [] }
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
    return fields(.sessionEntry).map {
      SessionDescription.Entry(event: event, options: $0.options(PluginDeclaration.exec))
    }
  }
}

extension KeyTable {
  /// The file of a session, which is no part of a layout.
  static let session = KeyTable(
    "session", "a session's file", built: ["version", "run"], required: ["version", "run"])

  static let sessionPrograms = KeyTable("session_programs", "`run`", built: [], isOpen: true)

  /// Keys of one event in the place of a program's words.
  static let sessionEntry = KeyTable(
    "session_entry", "an entry of `run`", built: PluginDeclaration.exec.map(\.name), required: ["run"])
}

extension PluginDeclaration {
  /// The options of the plugin `exec`: a session says them in the same words as a layout.
  static var exec: [PluginOption] { builtIn.first { $0.name == "exec" }?.options ?? [] }
}
