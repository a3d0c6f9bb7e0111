import YAML

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
