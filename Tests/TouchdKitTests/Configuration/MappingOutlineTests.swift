import TestTables
import YAML

/// Where the keys and values of a mapping stand in a file.
@Suite("Outline of a mapping") struct MappingOutlineTests {
  struct Row: TableRow {
    var what = ""
    let text: String
    var path = ["a"]
    /// The bytes of each key and value, and of the mapping; `nil` if there is no such mapping.
    let outline: [String]?
  }

  static let rows: Table<Row> = [
    "a block": Row(
      text: "a:\n  b: 1 # c\n  d: [2, 3]\n", outline: ["b|1", "d|[2, 3]", "b: 1 # c\n  d: [2, 3]"]),
    "a flow": Row(text: "a: { b: 1, d: {} } # e", outline: ["b|1", "d|{}", "{ b: 1, d: {} }"]),
    "a value of several lines ends with its last scalar": Row(
      text: "a:\n  b:\n    - x\n    - y\n  # c\n\nf: 1\n",
      outline: ["b|- x\n    - y", "b:\n    - x\n    - y"]),
    "quotes belong to it": Row(
      text: "\"a\": { \"b\": 'c d' }", outline: ["\"b\"|'c d'", "{ \"b\": 'c d' }"]),
    "an empty value": Row(text: "a:\n  b:\n  c: 1\n", outline: ["b|", "c|1", "b:\n  c: 1"]),
    "an empty flow": Row(text: "a: {}", outline: ["{}"]),
    "the root": Row(text: "b: 1\nc: 2\n", path: [], outline: ["b|1", "c|2", "b: 1\nc: 2"]),
    "further inside": Row(
      text: "x: { a: 0 }\na: { x: [{ a: { b: 3 } }], a: { b: 1 } }", path: ["a", "a"],
      outline: ["b|1", "{ b: 1 }"]),
    "letters of several bytes before it": Row(text: "ö: \"é✓\"\na: { ß: 1 }", outline: ["ß|1", "{ ß: 1 }"]),
    "a byte order mark": Row(text: "\u{feff}a: { b: 1 }", outline: ["b|1", "{ b: 1 }"]),
    "line breaks of Windows": Row(
      text: "a:\r\n  b: 1\r\n  c: 2\r\n", outline: ["b|1", "c|2", "b: 1\r\n  c: 2"]),
    "no mapping there": Row(text: "a: 1", outline: nil),
    "no such key": Row(text: "b: {}", outline: nil),
    "a list": Row(text: "- a: {}", outline: nil),
    "nothing": Row(text: "", outline: nil),
  ]

  @Test("Keys and values", arguments: rows)
  func outline(row: Row) throws {
    let bytes = Array(row.text.utf8)
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let outline = try MappingOutline(of: row.path, in: bytes)
    let found = outline.map { outline in
      outline.pairs.map { "\(text($0.key))|\(text($0.value))" } + [text(outline.range)]
    }
    #expect(found == row.outline)
    #expect(outline?.isFlow == row.outline?.last?.hasPrefix("{"))
  }
}
