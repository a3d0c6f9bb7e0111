/// The file of a user's session: the programs that events start there (`touchd listen --run`).
struct SessionDescription: Equatable, Sendable {
  /// What an event of a name starts.
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
