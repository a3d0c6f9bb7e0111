import TestTables

@testable import TouchdKit

/// Numbers and foreign text in a drawing.
@Suite("SVG: numbers and text") struct SVGRules {
  @Test(
    "Numbers",
    arguments: [
      (0, "0"), (-0.0, "0"), (0.04, "0"), (-0.04, "0"), (-0.06, "-0.1"), (12, "12"), (12.34, "12.3"),
      (-12.36, "-12.4"), (99.96, "100"), (.nan, "999999999"), (.infinity, "999999999"),
      (-1e300, "-999999999"),
    ] as [(Double, String)])
  func number(number: Double, text: String) { #expect(SVG.number(number) == text) }

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
