extension KeyTable {
  /// The file of a session, which is no part of a layout.
  static let session = KeyTable(
    "session", "a session's file", built: ["version", "run"], required: ["version", "run"])

  static let sessionPrograms = KeyTable("session_programs", "`run`", built: [], isOpen: true)

  /// What stands for one event in the place of a program's words.
  static let sessionEntry = KeyTable(
    "session_entry", "an entry of `run`", built: PluginDeclaration.exec.map(\.name), required: ["run"])
}

extension PluginDeclaration {
  /// The options of the plugin `exec`: a session says them in the same words as a layout.
  static var exec: [PluginOption] { builtIn.first { $0.name == "exec" }?.options ?? [] }
}
