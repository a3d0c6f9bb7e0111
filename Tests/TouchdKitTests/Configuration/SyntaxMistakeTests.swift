import TestTables
import YAML

@testable import TouchdKit

/// What is said of a file that is no YAML: what is wrong in the words of a person, where that is, and what to write.
@Suite("Files that are no YAML") struct SyntaxMistakeTests {
  struct Row: TableRow {
    var what = ""
    let text: String
    let said: String
  }

  static let rows: Table<Row> = [
    "a tab behind blanks": Row(
      text: "views:\n  - id: a\n  \tframe: full\n",
      said:
        "3:3: error: a tab indents this line, and YAML takes blanks only (write two blanks for each level in place of the tabs)"
    ),
    "no blank behind a colon, in the line before": Row(
      text: "version:1\n\n# the screen\nscreen: a\n",
      said: "1:9: error: a blank is missing behind `version:` (write `version: 1`)"),
    "text that belongs to nothing": Row(
      text: "a\n# b\nc: 1\n",
      said:
        "3:1: error: this line does not belong to what stands before it (a layout is keys, each at the beginning of a line and with a colon; what belongs to a key is indented below it)"
    ),
    "no blank behind the colon of an item": Row(
      text: "views:\n  - id:a\n    frame: full\n",
      said: "2:8: error: a blank is missing behind `id:` (write `id: a`)"),
    "an equals sign": Row(
      text: "version = 1\nscreen: a\n",
      said: "1:9: error: a key ends with a colon, not with `=` (write `version: 1`)"),
    "single quotes that do not end": Row(
      text: "a: 'b\n", said: "1:4: error: this quote is not closed (write ' behind the text, too)"),
    "a bracket that does not end": Row(
      text: "a: [1, 2\nb: 1\n",
      said:
        "2:2: error: a comma or `]` is missing before this: the list that begins at 1:4 is not closed (write `]` at its end, and a comma between any two of its parts)"
    ),
    "a bracket too many": Row(
      text: "a: { b: [1]] }\n",
      said:
        "1:12: error: a comma or `}` is missing before this `]`: the mapping that begins at 1:4 is not closed (write `}` before it, or take it away if it is one too many)"
    ),
    "a value, and lines below it": Row(
      text: "screen: 1\n  size: 2\n",
      said:
        "2:7: error: this line is indented below one that has a value already (a key has either a value in its own line, or lines below it; indent lines of one level alike)"
    ),
    "a list in the line of its key": Row(
      text: "views: - id: a\n",
      said:
        "1:8: error: a list cannot begin in the line of its key (write each item in a line of its own below the key, or the list in brackets: `[a, b]`)"
    ),
    "a line without a colon": Row(
      text: "version: 1\nviews\n",
      said:
        "2:1: error: this line has neither a key with a colon nor a `-` (write `KEY: VALUE`, or `- ` before an item of a list)"
    ),
    "something behind a text in quotes": Row(
      text: "views:\n  - id: \"a\" b\n    frame: full\n",
      said:
        "2:13: error: the value of this line ends before this (put all of the text in quotes, or take away what is too much)"
    ),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) { #expect(messages(about: row.text).first == row.said) }

  @Test("Any other problem has the parser's own words")
  func others() {
    let problem = ParseError(file: "f", mark: .start, message: "out of memory")
    let mistake = SyntaxMistake(problem, in: Array("a: 1".utf8))
    #expect(mistake.message == "out of memory" && mistake.mark == .start && mistake.help == nil)
  }

  @Test("Places outside the file, and lines that are nothing but signs, do no harm")
  func extremes() {
    let messages = [
      "mapping values", "expected ':'", "quoted scalar", "',' or ']'", "cannot start any token",
      "did not find expected key while parsing a block", "did not find expected '-'",
      "block sequence entries",
    ]
    let marks = [Mark(line: 1, column: 1), Mark(line: 2, column: 900), Mark(line: 900, column: 1)]
    for text in ["", ":", "=", "-", "\t", "é: ü\u{85}:", "a:b", "\u{1b}[2J:1"] {
      for message in messages {
        for mark in marks {
          for start in marks {
            let problem = ParseError(file: "f", mark: mark, start: start, message: message)
            let mistake = SyntaxMistake(problem, in: Array(text.utf8))
            let said = mistake.message + (mistake.help ?? "")
            let isClean = !said.unicodeScalars.contains { $0.isUnprintable }
            #expect(isClean)
          }
        }
      }
    }
  }
}
