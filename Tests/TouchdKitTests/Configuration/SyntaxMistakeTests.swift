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
    "a limit that is exceeded behind a tab, which JSON may have": Row(
      text: "{\n\t\"a\": \(String(repeating: "[", count: 300))",
      said: "2:262: error: nested too deeply: at most 256 levels are read"),
    "no blank behind a colon, in the line before": Row(
      text: "version:1\n\n# the screen\nscreen: a\n",
      said: "1:9: error: a blank is missing behind `version:` (write `version: 1`)"),
    "no blank behind a colon, in the last line": Row(
      text: "views:\n  - id: a\n    frame:full\n",
      said: "3:11: error: a blank is missing behind `frame:` (write `frame: full`)"),
    "no blank behind the colon of an item": Row(
      text: "views:\n  - id:a\n    frame: full\n",
      said: "2:8: error: a blank is missing behind `id:` (write `id: a`)"),
    "single quotes that do not end": Row(
      text: "a: 'b\n", said: "1:4: error: this quote is not closed (write ' behind the text, too)"),
    "a bracket that does not end": Row(
      text: "a: [1, 2\nb: 1\n",
      said:
        "2:2: error: a comma or `]` is missing before this: the list that begins at 1:4 is not closed"
    ),
    "a bracket too many": Row(
      text: "a: { b: [1]] }\n",
      said:
        "1:12: error: a comma or `}` is missing before this `]`: the mapping that begins at 1:4 is not closed (write `}` before it, or take it away if it is one too many)"
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
    let marks = [Mark(line: 1, column: 1), Mark(line: 2, column: 900), Mark(line: 900, column: 1)]
    let messages = ["expected ':'", "invalid leading UTF-8 octet"]
    for text in ["", ":", "=", "-", "\t", "é: ü\u{85}:", "a:b", "\u{1b}[2J:1"] {
      for (message, mark) in messages.flatMap({ message in marks.map { (message, $0) } }) {
        for start in marks {
          let problem = ParseError(file: "f", mark: mark, start: start, message: message)
          let mistake = SyntaxMistake(problem, in: Array(text.utf8))
          #expect(!(mistake.message + (mistake.help ?? "")).unicodeScalars.contains { $0.isUnprintable })
        }
      }
    }
  }
}
