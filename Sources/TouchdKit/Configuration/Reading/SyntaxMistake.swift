import YAML

/// A mistake in a text that is not YAML, in words for a person who has never written any, with a replacement.
///
/// The parser says where it could not go on, in the terms of the grammar. The mistake is often in the line before, and
/// nearly always one of these few; any other has the parser's words.
struct SyntaxMistake: Equatable {
  let mark: Mark
  let message: String
  let help: String?

  /// Help where a shell or a template engine would fill in a value.
  static let noVariables = "write the value, or have `envsubst` fill in a template of the file"

  private init(_ message: String, at mark: Mark, _ help: String? = nil) {
    (self.mark, self.message, self.help) = (mark, message, help)
  }

  /// - Parameter bytes: the whole file. O(bytes), except for what is only not read here: aliases, anchors, tags.
  init(_ problem: ParseError, in bytes: [UInt8]) {
    if let name = Self.unread(problem.message) {
      let help = "a text that begins with \(name.prefix(1)) stands in quotes: \"\(name)\""
      self.init(problem.message, at: problem.mark, help)
    } else if problem.message.contains(": at most ") {
      // A limit is no mistake of the line where it is exceeded.
      self.init(problem.message, at: problem.mark)
    } else {
      let place = Place(problem, bytes.lines)
      let isEncoding = problem.message.contains("UTF-8") || problem.message.contains("octet")
      self =
        place.prompt ?? place.tab ?? place.keyWithoutBlank ?? place.quote ?? place.bracket ?? place.colon
        ?? place.indentation
        ?? Self(problem.message, at: problem.mark, isEncoding ? "save the file as UTF-8" : nil)
    }
  }

  /// `*name`, `&name` or `!name` of what is YAML and not read here.
  private static func unread(_ message: String) -> String? {
    guard ["aliases (", "anchors (", "tags ("].contains(where: message.hasPrefix) else { return nil }
    let name = message.split(separator: "(", maxSplits: 1).last.map { String($0.prefix { $0 != ")" }) }
    // A tag of YAML's own is written in two signs, and meant as one.
    return name.flatMap { $0.hasPrefix("tag:") ? nil : $0 }
  }

  /// The lines around a problem, and each mistake that may be there.
  private struct Place {
    private let lines: [String]
    private let mark: Mark
    /// The beginning of the text, list or mapping that the parser was in; `nil` if it was in none.
    private let start: Mark?
    private let message: String

    init(_ problem: ParseError, _ lines: [String]) {
      (self.lines, mark, start, message) = (lines, problem.mark, problem.start, problem.message)
    }

    /// A line by its number from 1; empty if there is none.
    private func line(_ number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1] : "" }

    private func says(_ words: String...) -> Bool { words.contains(where: message.contains) }

    /// A line that was copied with the command before it.
    var prompt: SyntaxMistake? {
      lines.firstIndex { $0.hasPrefix("$ ") }.map {
        SyntaxMistake(
          "this line is a command, not a part of the file", at: Mark(line: $0 + 1, column: 1),
          "take this line out, and what the command printed")
      }
    }

    /// Tabs are fine between brackets and in quotes.
    var tab: SyntaxMistake? {
      let margin = line(mark.line).prefix { $0 == " " || $0 == "\t" }
      guard !says("flow", "quoted"), let tab = margin.firstIndex(of: "\t") else { return nil }
      let column = margin.distance(from: margin.startIndex, to: tab) + 1
      return SyntaxMistake(
        "a tab indents this line, and YAML takes blanks only", at: Mark(line: mark.line, column: column),
        "write two blanks for each level in place of the tabs")
    }

    /// `frame:full`: the parser takes it for a text, and stumbles over what follows.
    var keyWithoutBlank: SyntaxMistake? {
      guard says("mapping values", "expected ':'", "expected key", "<document start>") else { return nil }
      // The nearest line before it that is neither empty nor a comment.
      let before = (1..<max(mark.line, 1)).last { number in
        line(number).first { !$0.isWhitespace }.map { $0 != "#" } ?? false
      }
      for number in [start?.line, before, mark.line].compactMap(\.self) {
        let line = SourceLine(line(number))
        guard let key = line.key, line.isColonBare, !line.value.hasPrefix("//") else { continue }
        return SyntaxMistake(
          "a blank is missing behind `\(key):`", at: Mark(line: number, column: line.valueColumn),
          "write `\(key): \(shortened(line.value))`")
      }
      return nil
    }

    var quote: SyntaxMistake? {
      guard says("quoted scalar"), let start else { return nil }
      let sign = line(start.line).unicodeScalars.dropFirst(start.column - 1).first == "'" ? "'" : "\""
      return SyntaxMistake("this quote is not closed", at: start, "write \(sign) behind the text, too")
    }

    var bracket: SyntaxMistake? {
      guard let start, says("',' or ']'", "',' or '}'") else { return nil }
      let (sign, kind) = says("',' or ']'") ? ("]", "list") : ("}", "mapping")
      let rest = line(mark.line).unicodeScalars.dropFirst(max(mark.column - 2, 0))
      if rest.starts(with: "${".unicodeScalars) {
        return SyntaxMistake("a file has no variables", at: mark, noVariables)
      }
      let other = rest.dropFirst(mark.column > 1 ? 1 : 0).first.map(String.init) ?? ""
      let isOther = ["]", "}"].contains(other)
      return SyntaxMistake(
        "a comma or `\(sign)` is missing before this\(isOther ? " `\(other)`" : ""): "
          + "the \(kind) that begins at \(start) is not closed", at: mark,
        isOther ? "write `\(sign)` before it, or take it away if it is one too many" : nil)
    }

    var colon: SyntaxMistake? {
      let line = SourceLine(line(mark.line))
      guard says("mapping values"), let key = line.key, !line.value.hasPrefix("["),
        line.value.contains(": ") || line.value.hasSuffix(":")
      else { return nil }
      let (inner, value) = (SourceLine(line.value).key ?? "", shortened(line.value))
      return SyntaxMistake(
        "a second colon stands in this line", at: mark,
        KeyTable.isKey(inner)
          ? "a key has lines of its own: write `\(inner)` in the next line, indented by two more blanks; or "
            + "`\(key): { \(value) }`"
          : "put the text in quotes: `\(key): \"\(value)\"`")
    }

    var indentation: SyntaxMistake? {
      let line = line(mark.line)
      guard let start, line.prefix(while: { $0 == " " }).count + 1 >= mark.column else { return nil }
      if says("expected key while parsing a block") {
        return SyntaxMistake(
          "this line begins in column \(mark.column), and the one it belongs to in column \(start.column)",
          at: mark,
          "the keys of one mapping begin in the same column; this one began in line \(start.line)")
      }
      guard says("expected '-'") else { return nil }
      let item =
        mark.column == start.column && SourceLine(line).key != nil
        ? "write `- \(shortened(line))`" : "an item begins with `- ` in column \(start.column)"
      return SyntaxMistake(
        "this line belongs to no item of the list that begins in line \(start.line)", at: mark,
        "\(item); the item's other keys stand in column \(start.column + 2)")
    }

    /// A piece of the file without the spaces around it, as much of it as a message shows.
    private func shortened(_ text: String) -> String {
      let start = text.drop { $0.isWhitespace }
      return unquoted(String(start.reversed().drop { $0.isWhitespace }.reversed()))
    }
  }
}
