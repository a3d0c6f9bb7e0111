package import ArgumentParser

extension CommandConfiguration {
  /// The configuration of a verb, whose help ends with examples.
  ///
  /// - Parameter examples: what a command does, as a heading of one line without its colon, and the command as it is
  ///   typed.
  package init(
    commandName: String, abstract: String, discussion: String = "", version: String = "",
    subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil,
    examples: KeyValuePairs<String, String>
  ) {
    let lines = examples.flatMap { ["  \($0.key):", "    \($0.value)"] }
    let text = ([HelpText.examplesHeading] + lines).joined(separator: "\n")
    self.init(
      commandName: commandName, abstract: abstract,
      discussion: discussion.isEmpty ? text : "\(discussion)\n\n\(text)", version: version,
      subcommands: subcommands, defaultSubcommand: defaultSubcommand)
  }
}
