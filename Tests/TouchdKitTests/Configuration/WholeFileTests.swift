import Testing
import YAML

@testable import TouchdKit

@Suite("Problems of a whole file")
struct WholeFileTests {
  @Test("aliases, anchors, tags and a second document are errors beside those of the layout")
  func refused() {
    let text = """
      version: 1
      screen: &s { size: [1, 1] }
      views:
        - { id: !!str a, alpha: *one, hidden: 5 }
      ---
      version: 1
      """
    check(
      text,
      .inFile(
        "2:9: error: anchors (&s) are not read; write the value out where it is used (a text that begins with & stands in quotes: \"&s\")",
        "4:11: error: tags (tag:yaml.org,2002:str) are not read; leave it out",
        "4:27: error: aliases (*one) are not read; write the value out (a text that begins with * stands in quotes: \"*one\")",
        "4:41: error: `hidden` must be true or false, not the number 5",
        "5:1: error: a second document starts here; a file holds one"))
  }

  @Test("a layout has a size, a depth and a number of values that it must not exceed")
  func limits() {
    let bytes = [UInt8](repeating: UInt8(ascii: " "), count: LayoutReader.limits.bytes + 1)
    let long = LayoutReader().read(bytes, file: "f")
    #expect(long.diagnostics.map(\.summary) == ["1:1: error: too long: at most 4194304 bytes are read"])
    let deep =
      "version: 1\nscreen: { size: [1, 1] }\nviews: " + String(repeating: "[{ children: ", count: 200)
    #expect(messages(about: deep) == ["3:1660: error: nested too deeply: at most 256 levels are read"])
    let many = "[" + String(repeating: "0,", count: 500_000) + "]"
    #expect(messages(about: many) == ["1:1000000: error: too long: at most 500000 values are read"])
  }

  @Test("views nested a hundred deep are read")
  func deepViews() throws {
    let opening = String(repeating: "[{ children: ", count: 100)
    let closing = String(repeating: "}]", count: 100)
    let layout = try layout("version: 1\nscreen: { size: [1, 1] }\nviews: \(opening)[]\(closing)")
    #expect(layout.allViews.count == 100)
  }

  @Test(
    "the daemon's file",
    arguments: [
      ("version: 1\nlayouts: [a, b, a]", [#"2:17: error: `layouts` names "a" twice"#]),
      (
        "version: 1\nlayouts: [\((1...33).map { "l\($0)" }.joined(separator: ", "))]",
        ["2:162: error: `layouts` may name at most 32 files"]
      ),
      ("version: 1\nlayouts: []", ["2:10: error: `layouts` must name at least one file"]),
      ("layouts: [a]", ["1:1: error: the daemon's file must have `version` (write `version: 1`)"]),
      (
        "version: 1\nlayouts: a",
        [#"2:10: error: `layouts` must be a list of files, not the string "a" (write `layouts: [a]`)"#]
      ),
      (
        "version: 1\nlayouts: [a]\nexce: yes",
        [#"3:1: error: unknown key "exce" in the daemon's file (did you mean "exec"?)"#]
      ),
      (
        "version: 1\nlayouts: [5]\nexec: yes",
        [
          #"2:11: error: an item of `layouts` must be a string, not the number 5 (in quotes it is one: "5")"#,
          #"3:7: error: `exec` must be true or false, not the string "yes" (did you mean true?)"#,
        ]
      ),
    ])
  func daemon(text: String, problems: [String]) {
    let (configuration, diagnostics) = LayoutReader().readAny(Array(text.utf8), file: "f")
    #expect(configuration == nil)
    #expect(diagnostics.map(\.summary) == problems)
  }

  @Test("a file without end is read up to the limit, and then is too long")
  func endless() throws {
    let bytes = try ConfigurationFile.read("/dev/zero")
    #expect(bytes.count > LayoutReader.limits.bytes)
    #expect(LayoutReader().read(bytes, file: "f").diagnostics.map(\.mark) == [.start])
  }
}
