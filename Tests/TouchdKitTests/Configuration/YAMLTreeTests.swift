import Testing
import YAML

@Suite("The tree of a YAML file")
struct YAMLTreeTests {
  private func parse(_ text: String, _ limits: Limits = Limits()) throws -> Node {
    try Node(parsing: Array(text.utf8), file: "f.yaml", limits: limits)
  }

  /// The problems of a text, `LINE:COLUMN: MESSAGE`.
  private func problems(_ bytes: [UInt8], _ limits: Limits = Limits()) -> [String] {
    Document(parsing: bytes, file: "f.yaml", limits: limits).problems.map { "\($0.mark): \($0.message)" }
  }

  @Test("every node knows its line and column, in characters")
  func marks() throws {
    let node = try parse("ä: [ö, 'ü']\nb:\n  - c: 1\n")
    #expect(node.mark == Mark(line: 1, column: 1))
    #expect(node["ä"]?.mark == Mark(line: 1, column: 4))
    #expect(node["ä"]?.sequence?.map(\.mark.column) == [5, 8])
    #expect(node["b"]?.sequence?.first?["c"]?.mark == Mark(line: 3, column: 8))
  }

  @Test("keys keep their order, also when one is given twice")
  func order() throws {
    let node = try parse("b: 1\na: 2\nb: 3\n")
    #expect(node.mapping?.map(\.key.string) == ["b", "a", "b"])
    #expect(node.mapping?.map(\.value.int) == [1, 2, 3])
    #expect(node["b"]?.int == 1)
  }

  @Test("JSON is read, also with tabs")
  func json() throws {
    let node = try parse("{\n\t\"a\":1,\"b\":[true,null,\"\\u00e4\\/\"]\n}")
    #expect(node["a"]?.int == 1)
    #expect(node["b"]?.sequence?[0].bool == true)
    #expect(node["b"]?.sequence?[1].isNull == true)
    #expect(node["b"]?.sequence?[2].string == "ä/")
  }

  @Test("an empty file is a null", arguments: ["", "\n", "# nothing\n", "---\n", "\u{feff}"])
  func empty(text: String) throws { #expect(try parse(text).isNull) }

  @Test("a byte order mark is passed over and not counted")
  func byteOrderMark() throws {
    #expect(try parse("\u{feff}a: 1")["a"]?.mark == Mark(line: 1, column: 4))
    #expect(problems(Array("\u{feff}a: \u{7}".utf8)) == ["1:4: control characters are not allowed (0x7)"])
  }

  @Test(
    "broken syntax has its place and libyaml's words",
    arguments: [
      (
        "a: [1,\n b: 2",
        "2:6: did not find expected ',' or ']' while parsing a flow sequence that starts at line 1, column 4"
      ),
      ("a: b: c", "1:5: mapping values are not allowed in this context"),
      ("a\u{7}", "1:2: control characters are not allowed (0x7)"),
      ("a\0", "1:2: control characters are not allowed (0x0)"),
      (
        "a: \"\\ud83d\\ude00\"",
        "1:7: found invalid Unicode character escape code while parsing a quoted scalar that starts at line 1, column 4"
      ),
    ])
  func syntax(text: String, problem: String) { #expect(problems(Array(text.utf8)) == [problem]) }

  @Test(
    "bytes that are not UTF-8 have a place",
    arguments: [
      ([0x61, 0x0a, 0x62, 0xff], "2:2: invalid leading UTF-8 octet (0xff)"),
      ([0x61, 0xc3], "1:2: incomplete UTF-8 octet sequence"),
      ([0xc3, 0xa4, 0xc3, 0x28], "1:3: invalid trailing UTF-8 octet (0x28)"),
      ([0xff, 0xfe, 0x61, 0x00], "1:1: invalid leading UTF-8 octet (0xff)"),
      ([0xed, 0xa0, 0x80], "1:1: invalid Unicode character (0xd800)"),
    ] as [([UInt8], String)])
  func encoding(bytes: [UInt8], problem: String) { #expect(problems(bytes) == [problem]) }

  @Test("a tag whose escapes name control characters is shown without them")
  func tagWithControls() {
    #expect(
      problems(Array("!<%1b[2J%c2%9b%e2%80%ae> a".utf8)) == [
        "1:1: tags (\u{fffd}[2J\u{fffd}\u{fffd}) are not read; leave it out"
      ])
  }

  @Test(
    "nesting beyond the limit is an error at the first bracket too many",
    arguments: ["[", "- ", "{a: ", "? "])
  func depth(opening: String) {
    let limits = Limits(depth: 64)
    let bomb = String(repeating: opening, count: 100_000)
    let column = 64 * opening.count + 1
    #expect(
      problems(Array(bomb.utf8), limits) == ["1:\(column): nested too deeply: at most 64 levels are read"])
  }

  @Test("an error prints as compilers' errors do")
  func description() {
    let error = ParseError(file: "f.yaml", mark: Mark(line: 3, column: 9), message: "no")
    #expect(error.description == "f.yaml:3:9: error: no")
  }
}
