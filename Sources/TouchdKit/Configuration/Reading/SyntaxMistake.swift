import YAML

/// A mistake in a text that is not YAML: in words for a person who has never written any, with a replacement.
///
/// The parser says where it could not go on, in the terms of the grammar. The mistake is often in the line before, and
/// nearly always one of these few.
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
    } else {
      let lines = SourceLines(bytes)
      self =
        Self.prompt(lines) ?? Self.tab(problem, lines) ?? Self.missingBlank(problem, lines)
        ?? Self.equalsSign(problem, lines)
        ?? Self.quote(problem, lines) ?? Self.bracket(problem, lines) ?? Self.colon(problem, lines)
        ?? Self.indentation(problem, lines)
        ?? Self(problem.message, at: problem.mark, Self.encodingHelp(problem.message))
    }
  }

  /// `*name`, `&name` or `!name` of what is YAML and not read here.
  private static func unread(_ message: String) -> String? {
    guard ["aliases (", "anchors (", "tags ("].contains(where: message.hasPrefix) else { return nil }
    let name = message.split(separator: "(", maxSplits: 1).last.map { String($0.prefix { $0 != ")" }) }
    // A tag of YAML's own is written in two signs, and meant as one.
    return name.flatMap { $0.hasPrefix("tag:") ? nil : $0 }
  }

  /// A line that was copied with the command before it.
  private static func prompt(_ lines: SourceLines) -> SyntaxMistake? {
    lines.first { $0.hasPrefix("$ ") }.map {
      SyntaxMistake(
        "this line is a command, not a part of the file", at: Mark(line: $0, column: 1),
        "take this line out, and what the command printed")
    }
  }

  /// Tabs are fine between brackets and in quotes.
  private static func tab(_ problem: ParseError, _ lines: SourceLines) -> SyntaxMistake? {
    let margin = lines[problem.mark.line].prefix { $0 == " " || $0 == "\t" }
    guard !problem.message.contains("flow"), !problem.message.contains("quoted"),
      let place = margin.firstIndex(of: "\t")
    else { return nil }
    let column = margin.distance(from: margin.startIndex, to: place) + 1
    return SyntaxMistake(
      "a tab indents this line, and YAML takes blanks only",
      at: Mark(line: problem.mark.line, column: column),
      "write two blanks for each level in place of the tabs")
  }

  /// `frame:full`: the parser takes it for a text, and stumbles over what follows.
  private static func missingBlank(_ problem: ParseError, _ lines: SourceLines) -> SyntaxMistake? {
    for number in suspects(problem, lines) {
      let line = SourceLine(lines[number])
      guard let key = line.key, line.isColonBare, !line.value.hasPrefix("//") else { continue }
      return SyntaxMistake(
        "a blank is missing behind `\(key):`", at: Mark(line: number, column: line.valueColumn),
        "write `\(key): \(shortened(line.value))`")
    }
    return nil
  }

  private static func equalsSign(_ problem: ParseError, _ lines: SourceLines) -> SyntaxMistake? {
    for number in suspects(problem, lines) {
      let text = lines[number]
      let parts = text.split(separator: "=", maxSplits: 1).map(trimmed)
      guard parts.count == 2, parts[0].isWord, !parts[1].isEmpty else { continue }
      let column = text.prefix { $0 != "=" }.unicodeScalars.count + 1
      return SyntaxMistake(
        "a key ends with a colon, not with `=`", at: Mark(line: number, column: column),
        "write `\(parts[0]): \(shortened(parts[1]))`")
    }
    return nil
  }

  /// The lines that may have made the parser stumble, the likeliest first.
  private static func suspects(_ problem: ParseError, _ lines: SourceLines) -> [Int] {
    guard
      ["mapping values", "expected ':'", "expected key", "<document start>"].contains(
        where: problem.message.contains)
    else { return [] }
    let before = lines.filled(before: problem.mark.line)
    return [problem.start?.line, before, problem.mark.line].compactMap(\.self)
  }

  private static func quote(_ problem: ParseError, _ lines: SourceLines) -> SyntaxMistake? {
    guard problem.message.contains("quoted scalar") else { return nil }
    guard let start = problem.start else { return nil }
    let isSingle = lines[start.line].unicodeScalars.dropFirst(start.column - 1).first == "'"
    let sign = isSingle ? "'" : "\""
    return SyntaxMistake("this quote is not closed", at: start, "write \(sign) behind the text, too")
  }

  private static func bracket(_ problem: ParseError, _ lines: SourceLines) -> SyntaxMistake? {
    let kinds = [("']'", "]", "list"), ("'}'", "}", "mapping")]
    guard let start = problem.start,
      let (_, sign, what) = kinds.first(where: { problem.message.contains("',' or \($0.0)") })
    else { return nil }
    let rest = lines[problem.mark.line].unicodeScalars.dropFirst(max(problem.mark.column - 2, 0))
    if rest.starts(with: "${".unicodeScalars) {
      return SyntaxMistake("a file has no variables", at: problem.mark, noVariables)
    }
    let other = rest.dropFirst(problem.mark.column > 1 ? 1 : 0).first.map(String.init)
    let place = other.map { "]}".contains($0) ? "this `\($0)`" : "this" } ?? "this"
    return SyntaxMistake(
      "a comma or `\(sign)` is missing before \(place): the \(what) that begins at \(start) is not closed",
      at: problem.mark,
      place == "this"
        ? "write `\(sign)` at its end, and a comma between any two of its parts"
        : "write `\(sign)` before it, or take it away if it is one too many")
  }

  private static func colon(_ problem: ParseError, _ lines: SourceLines) -> SyntaxMistake? {
    let line = SourceLine(lines[problem.mark.line])
    if problem.message.contains("mapping values") {
      if let key = line.key, line.value.contains(": ") || line.value.hasSuffix(":"),
        !line.value.hasPrefix("[")
      {
        return secondColon(problem, key, line.value)
      }
      return SyntaxMistake(
        "this line is indented below one that has a value already", at: problem.mark,
        "a key has either a value in its own line, or lines below it; indent lines of one level alike")
    }
    if problem.message.contains("block sequence entries") {
      return SyntaxMistake(
        "a list cannot begin in the line of its key", at: problem.mark,
        "write each item in a line of its own below the key, or the list in brackets: `[a, b]`")
    }
    guard problem.message.contains("expected ':'"), let start = problem.start else { return nil }
    return SyntaxMistake(
      "this line has neither a key with a colon nor a `-`", at: start,
      "write `KEY: VALUE`, or `- ` before an item of a list")
  }

  /// A text with a colon; or a key behind a key.
  private static func secondColon(_ problem: ParseError, _ key: String, _ value: String) -> SyntaxMistake {
    let inner = SourceLine(value).key
    let isKey = inner.map(KeyTable.isKey) ?? false
    return SyntaxMistake(
      "a second colon stands in this line", at: problem.mark,
      isKey
        ? "a key has lines of its own: write `\(inner ?? "")` in the next line, indented by two more blanks; or "
          + "`\(key): { \(shortened(value)) }`"
        : "put the text in quotes: `\(key): \"\(shortened(value))\"`")
  }

  private static func indentation(_ problem: ParseError, _ lines: SourceLines) -> SyntaxMistake? {
    if problem.message.contains("<document start>") {
      return SyntaxMistake(
        "this line does not belong to what stands before it", at: problem.mark,
        "a layout is keys, each at the beginning of a line and with a colon; what belongs to a key is indented below it"
      )
    }
    let isKey = problem.message.contains("expected key while parsing a block")
    guard let start = problem.start, isKey || problem.message.contains("expected '-'") else { return nil }
    let text = lines[problem.mark.line]
    if text.prefix(while: { $0 == " " }).count + 1 < problem.mark.column {
      return SyntaxMistake(
        "the value of this line ends before this", at: problem.mark,
        "put all of the text in quotes, or take away what is too much")
    }
    guard isKey else {
      return SyntaxMistake(
        "this line belongs to no item of the list that begins in line \(start.line)", at: problem.mark,
        (problem.mark.column == start.column && SourceLine(text).key != nil
          ? "write `- \(shortened(text))`" : "an item begins with `- ` in column \(start.column)")
          + "; the item's other keys stand in column \(start.column + 2)"
      )
    }
    return SyntaxMistake(
      "this line begins in column \(problem.mark.column), and the one it belongs to in column \(start.column)",
      at: problem.mark,
      "the keys of one mapping begin in the same column; this one began in line \(start.line)")
  }

  private static func encodingHelp(_ message: String) -> String? {
    message.contains("UTF-8") || message.contains("octet") ? "save the file as UTF-8" : nil
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// A piece of the file, as much of it as a message shows.
  private static func shortened(_ text: some StringProtocol) -> String { unquoted(trimmed(text)) }
}
