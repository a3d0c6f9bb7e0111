import TestTables
import Testing
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

  static let rows = [
    Row(
      what: "a block", text: "a:\n  b: 1 # c\n  d: [2, 3]\n",
      outline: ["b|1", "d|[2, 3]", "b: 1 # c\n  d: [2, 3]"]),
    Row(what: "a flow", text: "a: { b: 1, d: {} } # e", outline: ["b|1", "d|{}", "{ b: 1, d: {} }"]),
    Row(
      what: "a value of several lines ends with its last scalar",
      text: "a:\n  b:\n    - x\n    - y\n  # c\n\nf: 1\n",
      outline: ["b|- x\n    - y", "b:\n    - x\n    - y"]),
    Row(
      what: "quotes belong to it", text: "\"a\": { \"b\": 'c d' }",
      outline: ["\"b\"|'c d'", "{ \"b\": 'c d' }"]),
    Row(what: "an empty value", text: "a:\n  b:\n  c: 1\n", outline: ["b|", "c|1", "b:\n  c: 1"]),
    Row(what: "an empty flow", text: "a: {}", outline: ["{}"]),
    Row(what: "the root", text: "b: 1\nc: 2\n", path: [], outline: ["b|1", "c|2", "b: 1\nc: 2"]),
    Row(
      what: "further inside", text: "x: { a: 0 }\na: { x: [{ a: { b: 3 } }], a: { b: 1 } }",
      path: ["a", "a"],
      outline: ["b|1", "{ b: 1 }"]),
    Row(
      what: "letters of several bytes before it", text: "ö: \"é✓\"\na: { ß: 1 }",
      outline: ["ß|1", "{ ß: 1 }"]),
    Row(what: "a byte order mark", text: "\u{feff}a: { b: 1 }", outline: ["b|1", "{ b: 1 }"]),
    Row(
      what: "line breaks of Windows", text: "a:\r\n  b: 1\r\n  c: 2\r\n",
      outline: ["b|1", "c|2", "b: 1\r\n  c: 2"]),
    Row(what: "no mapping there", text: "a: 1", outline: nil),
    Row(what: "no such key", text: "b: {}", outline: nil),
    Row(what: "a list", text: "- a: {}", outline: nil),
    Row(what: "nothing", text: "", outline: nil),
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
