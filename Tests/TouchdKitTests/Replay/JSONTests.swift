import TestTables

@testable import TouchdKit

/// JSON that other programs write, and touchd's own.
@Suite("JSON") struct JSONTests {
  struct Row: TableRow {
    var what = ""
    let text: String
    /// As touchd writes it; `nil` for what is no JSON.
    let value: String?
  }

  static let rows: Table<Row> = [
    "an object keeps the order of its keys": Row(
      text: #"{"b":1,"a":[true,false,null]}"#, value: #"{"b":1,"a":[true,false,null]}"#),
    "blanks, numbers, the least whole one": Row(
      text: " [ 1.5 , -2, 1e3, -9223372036854775808.0 ] ", value: "[1.5,-2,1000,-9.223372036854776e+18]"),
    "escapes, with pairs of surrogates": Row(text: #""\ud83d\ude00 \u00e9 \/ \n""#, value: "\"😀 é / \\n\""),
    "a NUL within a text": Row(text: #""a\u0000b""#, value: "\"a\\u0000b\""),
    "a key twice is an error": Row(text: #"{"a":1,"a":2}"#, value: nil),
    "half a pair of surrogates is an error": Row(text: #""\ud83d""#, value: nil),
    "two values are an error": Row(text: "1 2", value: nil),
    "what only YAML reads is an error": Row(text: "{a: 1}", value: nil),
    "a comma too many is an error": Row(text: "[1,]", value: nil),
    "nothing is an error": Row(text: "", value: nil),
    "no bound of depth is passed": Row(text: String(repeating: "[", count: 60_000), value: nil),
    "a number that no machine has is an error": Row(text: "1e999", value: nil),
  ]

  @Test("Rows", arguments: rows) func row(_ row: Row) {
    #expect((try? JSON(parsing: Array(row.text.utf8)))?.text == row.value)
  }

  @Test("Bytes that are no UTF-8 are an error")
  func bytes() { #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: [0x22, 0xff, 0xfe, 0x22]) } }

  @Test(
    "characters that would act on a terminal stand by number",
    arguments: [
      ("\u{1b}[2J", #""\u001b[2J""#), ("\u{9b}", #""\u009b""#), ("\u{202e}", #""\u202e""#),
      ("\u{2028}", #""\u2028""#), ("\u{e0001}", #""\udb40\udc01""#), ("a\"\\\n\t\r", #""a\"\\\n\t\r""#),
      ("Größe 漢😀", "\"Größe 漢😀\""),
    ])
  func string(text: String, written: String) { #expect(JSON.string(text).text == written) }

  @Test(
    "numbers have the fewest digits that mean them",
    arguments: [
      (0, "0"), (-0.0, "0"), (0.5, "0.5"), (-0.001, "-0.001"), (12.25, "12.25"), (1.05, "1.05"), (2.1, "2.1"),
      (999_999_999.999, "999999999.999"), (1_000_000_000.5, "1000000000.5"), (0.0005, "0.0005"),
      (1.0 / 3, "0.3333333333333333"), (1e300, "1e+300"), (-7, "-7"), (.infinity, "null"),
    ] as [(Double, String)])
  func number(value: Double, written: String) { #expect(JSON.number(value).text == written) }

  @Test("the short way for three decimals writes what Swift would")
  func decimals() {
    var generator = SplitMix(seed: 16)
    for _ in 0..<100_000 {
      let scale: Double = [1, 100, 1e6, 2e9][Int(generator.next() % 4)]
      let value = (Double.random(in: -scale...scale, using: &generator) * 1000).rounded() / 1000
      let wanted = Int(exactly: value).map(String.init) ?? value.description
      #expect(JSON.number(value).text == wanted)
    }
  }
}
