import TestTables

@testable import TouchdKit

/// JSON that other programs write.
@Suite("JSON, read") struct JSONReading {
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
}
