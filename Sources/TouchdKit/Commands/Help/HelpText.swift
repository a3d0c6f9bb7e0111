package import ArgumentParser

/// Help as it is shown: the parser's text with its usage wrapped, the examples at its end, and headings that stand out.
struct HelpText {
  /// First word of the help of a program or a verb.
  static let beginning = "OVERVIEW: "
  /// Heading of the examples of a verb.
  static let examplesHeading = "EXAMPLES:"
  /// First word of the usage, in help and in messages about wrong arguments.
  private static let usages = ["USAGE: ", "Usage: "]

  private let sections: [String]
  private let width: Int
  private let style: TerminalStyle

  /// - Parameters:
  ///   - text: what the parser says, with blank lines between its sections.
  ///   - width: of the terminal, in characters.
  init(_ text: String, width: Int, _ style: TerminalStyle) {
    sections = text.split(separator: "\n\n").map { $0.split(separator: "\n").joined(separator: "\n") }
    (self.width, self.style) = (width, style)
  }

  /// The text, without a line feed at its end.
  var text: String {
    let examples = sections.filter(Self.hasExamples)
    let others = sections.filter { !Self.hasExamples($0) }
    // The last section says where there is more help, if it is indented.
    let end = others.last?.hasPrefix("  See ") == true ? 1 : 0
    return (others.dropLast(end) + examples + others.suffix(end)).map(shown).joined(separator: "\n\n")
  }

  private static func hasExamples(_ section: String) -> Bool { section.hasPrefix(examplesHeading) }

  private func shown(_ section: String) -> String {
    section.split(separator: "\n").flatMap { wrapped(String($0)) }.map(highlighted).joined(separator: "\n")
  }

  /// A heading is a word in capitals with a colon, with or without text behind it.
  private func highlighted(_ line: String) -> String {
    guard let colon = line.firstIndex(of: ":"), !line.isEmpty,
      line[..<colon].allSatisfy({ $0.isUppercase && $0.isASCII })
    else { return line }
    return style.strong(String(line[...colon])) + line[line.index(after: colon)...]
  }

  /// The parser puts a usage on one line, however long that is.
  private func wrapped(_ line: String) -> [String] {
    guard let head = Self.usages.first(where: line.hasPrefix), line.count > width else { return [line] }
    let indent = String(repeating: " ", count: head.count)
    var lines: [String] = []
    for part in Self.parts(of: line) {
      if let last = lines.last, last.count + 1 + part.count <= width {
        lines[lines.count - 1] += " \(part)"
      } else {
        lines.append(lines.isEmpty ? part : indent + part)
      }
    }
    return lines
  }

  /// Parts that stay on one line: an option with its value, in brackets or without.
  private static func parts(of usage: String) -> [String] {
    var parts: [String] = []
    for word in usage.split(separator: " ") {
      if let last = parts.last, isOpen(last) || isOption(last) && word.hasPrefix("<") {
        parts[parts.count - 1] += " \(word)"
      } else {
        parts.append(String(word))
      }
    }
    return parts
  }

  private static func isOption(_ part: String) -> Bool { part.hasPrefix("-") && !part.contains(" ") }

  private static func isOpen(_ part: String) -> Bool {
    part.hasPrefix("[") && part.count { $0 == "[" } > part.count { $0 == "]" }
  }
}

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
