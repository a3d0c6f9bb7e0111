/// One `custom`: a view or a recognizer of the program's own.
struct CustomDescription: Equatable, Sendable {
  /// The name under which the program registered its factory.
  var name: Located<String>
  /// What the factory receives: every other key, as a node, since only the factory knows what it means.
  var options: [String: OptionValue]
}
