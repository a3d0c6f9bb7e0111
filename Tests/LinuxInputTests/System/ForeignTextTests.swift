import TestTables
import YAML

/// What becomes of text that others wrote.
@Suite("Foreign text") struct ForeignTextTests {
  typealias Row = (what: String, given: String, line: String, text: String)

  static let rows: [Row] = [
    ("plain words", "eGalax Inc. USB", "eGalax Inc. USB", "eGalax Inc. USB"),
    ("letters of all scripts", "Größe 触摸 لمس", "Größe 触摸 لمس", "Größe 触摸 لمس"),
    ("an empty text", "", "", ""),
    ("CRLF, which is one Character", "a\r\n<0>b", "a��<0>b", "a�\n<0>b"),
    ("a line feed", "a\nb", "a�b", "a\nb"),
    ("a tab", "a\tb", "a b", "a\tb"),
    ("a carriage return", "a\rb", "a�b", "a�b"),
    ("an escape sequence", "\u{1b}[2Ja", "�[2Ja", "�[2Ja"),
    ("NUL and DEL", "\0a\u{7f}", "�a�", "�a�"),
    ("C1: a sequence in one character", "\u{9b}2Ja\u{85}", "�2Ja�", "�2Ja�"),
    ("marks of direction", "\u{202e}a\u{2066}b\u{200f}", "�a�b�", "�a�b�"),
    ("separators of lines and paragraphs", "a\u{2028}b\u{2029}c", "a�b�c", "a�b�c"),
    ("what has no width", "a\u{200b}b\u{feff}", "a�b�", "a�b�"),
    ("invisible tags", "a\u{e0041}b", "a�b", "a�b"),
    ("bytes that are no UTF-8", String(decoding: [0x61, 0xff, 0xc0, 0x62], as: UTF8.self), "a��b", "a��b"),
    ("an accent of its own", "e\u{301}", "e\u{301}", "e\u{301}"),
  ]

  @Test("becomes one line, or lines, that act on no terminal", arguments: rows)
  func cleaned(row: Row) {
    #expect(row.given.cleaned() == row.line)
    #expect(row.given.printable == row.text)
    #expect(row.line.cleaned() == row.line, "twice is once")
  }

  @Test(
    "is cut at whole characters",
    arguments: [(0, ""), (1, "a"), (2, "a"), (3, "aö"), (4, "aö"), (5, "aöö"), (6, "aööb")])
  func limit(bytes: Int, expected: String) { #expect("aööb".cleaned(limit: bytes) == expected) }

  @Test("of any length becomes a name of at most 256 bytes")
  func longest() {
    #expect(String(repeating: "x", count: 10_000).cleaned() == String(repeating: "x", count: 256))
    #expect(String(repeating: "\u{1b}", count: 10_000).cleaned().utf8.count == 255)
  }
}
