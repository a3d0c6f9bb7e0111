import TestTables
import Testing

@testable import TouchdKit

/// JSON that other programs write.
@Suite("JSON, read") struct JSONReading {
  struct Row: TableRow {
    var what = ""
    let text: String
    /// As touchd writes it; `nil` for what is no JSON.
    let value: String?
  }

  static let rows = [
    Row(
      what: "an object keeps the order of its keys", text: #"{"b":1,"a":[true,false,null]}"#,
      value: #"{"b":1,"a":[true,false,null]}"#),
    Row(what: "blanks, numbers", text: " [ 1.5 , -2, 1e3 ] ", value: "[1.5,-2,1000]"),
    Row(
      what: "escapes, with pairs of surrogates", text: #""\ud83d\ude00 \u00e9 \/ \n""#, value: "\"😀 é / \\n\""
    ),
    Row(what: "a NUL within a text", text: #""a\u0000b""#, value: "\"a\\u0000b\""),
    Row(what: "a key twice is an error", text: #"{"a":1,"a":2}"#, value: nil),
    Row(what: "half a pair of surrogates is an error", text: #""\ud83d""#, value: nil),
    Row(what: "two values are an error", text: "1 2", value: nil),
    Row(what: "what only YAML reads is an error", text: "{a: 1}", value: nil),
    Row(what: "a comma too many is an error", text: "[1,]", value: nil),
    Row(what: "nothing is an error", text: "", value: nil),
    Row(what: "no bound of depth is passed", text: String(repeating: "[", count: 60_000), value: nil),
    Row(what: "a number that no machine has is an error", text: "1e999", value: nil),
  ]

  @Test("Rows", arguments: rows) func row(_ row: Row) {
    #expect((try? JSON(parsing: Array(row.text.utf8)))?.text == row.value)
  }

  @Test("Bytes that are no UTF-8 are an error")
  func bytes() { #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: [0x22, 0xff, 0xfe, 0x22]) } }
}
