import Testing
import YAML

@testable import TouchdKit

@Suite("How a problem is shown")
struct DiagnosticTests {
  /// The lines shown for an error at a place of a text.
  private func shown(_ text: String, _ place: Mark) throws -> [String] {
    let findings = Findings(file: "f", bytes: Array(text.utf8))
    findings.error("no", at: place)
    let description = try #require(findings.diagnostics().first).description
    return description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test(
    "the caret is below the column",
    arguments: [
      ("a: 1\nbc: 2\n", Mark(line: 2, column: 5), ["f:2:5: error: no", "bc: 2", "    ^"]),
      // The line's tabs stay, whatever their width.
      ("\t\"a\":\tb", Mark(line: 1, column: 7), ["f:1:7: error: no", "\t\"a\":\tb", "\t    \t^"]),
      // A wide character takes two columns, an accent none.
      ("漢e\u{301}: b", Mark(line: 1, column: 6), ["f:1:6: error: no", "漢e\u{301}: b", "     ^"]),
      // At the end of a line and of the file it is after the last character.
      ("ab\nc", Mark(line: 1, column: 9), ["f:1:9: error: no", "ab", "  ^"]),
      ("ab\nc", Mark(line: 7, column: 1), ["f:2:2: error: no", "c", " ^"]),
      ("", Mark(line: 1, column: 1), ["f:1:1: error: no", "", "^"]),
      // CR LF and CR end a line.
      ("a\r\nb\r\n", Mark(line: 2, column: 1), ["f:2:1: error: no", "b", "^"]),
      ("a\rb\r", Mark(line: 2, column: 1), ["f:2:1: error: no", "b", "^"]),
    ] as [(String, Mark, [String])])
  func caret(text: String, place: Mark, shown: [String]) throws {
    #expect(try self.shown(text, place) == shown)
  }

  @Test("a line of more than 120 characters is cut around the column")
  func longLine() throws {
    func signs(_ sign: String, _ count: Int) -> String { String(repeating: sign, count: count) }
    #expect(
      try shown(signs("a", 500) + "X" + signs("b", 500), Mark(line: 1, column: 501)) == [
        "f:1:501: error: no", "…" + signs("a", 60) + "X" + signs("b", 59) + "…", signs(" ", 61) + "^",
      ])
    #expect(try shown(signs("a", 120), Mark(line: 1, column: 3))[1] == signs("a", 120))
  }

  @Test("control characters of the file never reach the terminal")
  func controlCharacters() throws {
    #expect(try shown("a\u{1b}[31m\u{202e}b", Mark(line: 1, column: 2))[1] == "a\u{fffd}[31m\u{fffd}b")
    #expect(quoted("\u{1b}[31m") == "\"\\u{1b}[31m\"")
  }

  @Test("problems come in the file's order, and a file of mistakes has a limit")
  func order() {
    let findings = Findings(file: "f", bytes: [UInt8](repeating: UInt8(ascii: "\n"), count: 1005))
    for line in (1...1005).reversed() { findings.warning("no", at: Mark(line: line, column: 1)) }
    let diagnostics = findings.diagnostics()
    #expect(diagnostics.count == 1001)
    #expect(diagnostics.first?.mark.line == 6)
    #expect(diagnostics.last?.message == "5 more problems are not shown")
    #expect(diagnostics.last?.severity == .warning)
  }
}
