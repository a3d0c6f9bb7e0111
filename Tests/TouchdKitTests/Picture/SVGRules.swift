import TestTables

@testable import TouchdKit

/// Numbers and foreign text in a drawing.
@Suite("SVG: numbers and text") struct SVGRules {
  struct Number: Sendable, CustomTestStringConvertible {
    let number: Double
    let text: String
    var testDescription: String { "\(number)" }
  }

  static let numbers = [
    Number(number: 0, text: "0"), Number(number: -0.0, text: "0"), Number(number: 0.04, text: "0"),
    Number(number: -0.04, text: "0"), Number(number: -0.06, text: "-0.1"), Number(number: 12, text: "12"),
    Number(number: 12.34, text: "12.3"), Number(number: -12.36, text: "-12.4"),
    Number(number: 99.96, text: "100"),
    Number(number: .nan, text: "999999999"), Number(number: .infinity, text: "999999999"),
    Number(number: -1e300, text: "-999999999"),
  ]

  @Test("Numbers", arguments: numbers)
  func number(_ row: Number) { #expect(SVG.number(row.number) == row.text) }

  struct Text: TableRow {
    var what = ""
    let given: String
    let escaped: String
  }

  static let texts: Table<Text> = [
    "plain": Text(given: "a view, 1.5", escaped: "a view, 1.5"),
    "what ends an element or an attribute": Text(
      given: "<a b='c' d=\"e\">&amp;", escaped: "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;"),
    "controls": Text(given: "a\u{0}\u{1b}[2J\u{7f}\u{85}b", escaped: "a\u{fffd}\u{fffd}[2J\u{fffd}\u{fffd}b"),
    "line feeds, which would come back as blanks": Text(given: "a\r\nb", escaped: "a\u{fffd}\u{fffd}b"),
    "marks of direction": Text(given: "a\u{202e}b", escaped: "a\u{fffd}b"),
    "what is no character": Text(given: "a\u{fffe}\u{1ffff}b", escaped: "a\u{fffd}\u{fffd}b"),
    "other languages": Text(given: "größe 図 🙂", escaped: "größe 図 🙂"),
  ]

  @Test("Text", arguments: texts)
  func text(_ row: Text) { #expect(SVG.escaped(row.given) == row.escaped) }
}
