import Dispatcher
import TestSupport
import TestTables
import Testing

@testable import TouchdKit

/// A layout's keys of calibration change in place, and nothing else does.
@Suite("Edit of a layout") struct LayoutEditRules {
  /// Lines between `screen:` and `views:`; `touchscreen` is indented by two.
  struct Row: TableRow {
    let what: String
    let before: String
    var keys = CalibrationKeys(rotation: .quarter, flipsX: true)
    let after: String
  }

  static let rows = [
    Row(
      what: "no touchscreen: a block below the screen's last key",
      before: "screen:\n  size: [8, 6]  # points\n# end\nviews: []\n",
      after:
        "screen:\n  size: [8, 6]  # points\n  touchscreen:\n    rotate: 90\n    flip: [x]\n# end\nviews: []\n"
    ),
    Row(
      what: "the indentation of the file",
      before: "screen:\n    size: [8, 6]\nviews: []\n",
      after: "screen:\n    size: [8, 6]\n    touchscreen:\n        rotate: 90\n        flip: [x]\nviews: []\n"
    ),
    Row(
      what: "a screen in braces", before: "screen: { size: [8, 6] } # s\nviews: []\n",
      after: "screen: { size: [8, 6], touchscreen: { rotate: 90, flip: [x] } } # s\nviews: []\n"),
    Row(
      what: "new keys stand behind match, and before the others",
      before:
        "screen:\n  size: [8, 6]\n  touchscreen:\n    match: { name: a }  # ours\n    stuck_after: 3s\nviews: []\n",
      after:
        "screen:\n  size: [8, 6]\n  touchscreen:\n    match: { name: a }  # ours\n    rotate: 90\n    flip: [x]\n"
        + "    stuck_after: 3s\nviews: []\n"),
    Row(
      what: "values change where they stand, with their comments and blanks",
      before:
        "screen:\n  touchscreen:\n    flip:   [ y ]   # was y\n    rotate: 270# no comment\n  size: [8, 6]\nviews: []\n"
        .replacing("270# no comment", with: "270 # turned"),
      after:
        "screen:\n  touchscreen:\n    flip:   [x]   # was y\n    rotate: 90 # turned\n  size: [8, 6]\nviews: []\n"
    ),
    Row(
      what: "a value that is right stays as it is written",
      before: "screen:\n  size: [8, 6]\n  touchscreen:\n    rotate: 0x5a\n    flip: [ 'x' ]\nviews: []\n",
      after: "screen:\n  size: [8, 6]\n  touchscreen:\n    rotate: 0x5a\n    flip: [ 'x' ]\nviews: []\n"),
    Row(
      what: "a list of several lines becomes one line",
      before:
        "screen:\n  size: [8, 6]\n  touchscreen:\n    rotate: 90\n    flip:\n      - x\n      - y\n    # filters\n"
        + "    stuck_after: 3s\nviews: []\n",
      after:
        "screen:\n  size: [8, 6]\n  touchscreen:\n    rotate: 90\n    flip: [x]\n    # filters\n    stuck_after: 3s\n"
        + "views: []\n"),
    Row(
      what: "a key that goes takes its line along, and leaves a comment",
      before:
        "screen:\n  size: [8, 6]\n  touchscreen:\n    match: {}\n    calibration: [1, 0, 0, 0, 1, 0] # 2024\n"
        + "    rotate: 90\nviews: []\n",
      keys: CalibrationKeys(),
      after: "screen:\n  size: [8, 6]\n  touchscreen:\n    match: {}\n    # 2024\nviews: []\n"),
    Row(
      what: "the last keys of a block are set to what changes nothing",
      before: "screen:\n  size: [8, 6]\n  touchscreen:\n    rotate: 90\n    flip: [x]\nviews: []\n",
      keys: CalibrationKeys(),
      after: "screen:\n  size: [8, 6]\n  touchscreen:\n    rotate: 0\n    flip: []\nviews: []\n"),
    Row(
      what: "braces: a new key behind the last",
      before: "screen:\n  size: [8, 6]\n  touchscreen: { match: { name: a } }\nviews: []\n",
      after:
        "screen:\n  size: [8, 6]\n  touchscreen: { match: { name: a }, rotate: 90, flip: [x] }\nviews: []\n"),
    Row(
      what: "empty braces", before: "screen:\n  size: [8, 6]\n  touchscreen: {}\nviews: []\n",
      after: "screen:\n  size: [8, 6]\n  touchscreen: { rotate: 90, flip: [x] }\nviews: []\n"),
    Row(
      what: "braces: keys go with their commas",
      before:
        "screen:\n  size: [8, 6]\n  touchscreen: { rotate: 90, match: {}, flip: [y], calibration: [1,0,0,0,1,0] }\n"
        + "views: []\n",
      keys: CalibrationKeys(),
      after: "screen:\n  size: [8, 6]\n  touchscreen: { match: {} }\nviews: []\n"),
    Row(
      what: "braces: all keys may go",
      before: "screen:\n  size: [8, 6]\n  touchscreen: { rotate: 90 }\nviews: []\n",
      keys: CalibrationKeys(), after: "screen:\n  size: [8, 6]\n  touchscreen: {  }\nviews: []\n"),
    Row(
      what: "braces over several lines: a new key in a line of its own, and comments stay",
      before:
        "screen:\n  size: [8, 6]\n  touchscreen: {\n    # ours\n    match: { name: a } # a\n  }\nviews: []\n",
      after: "screen:\n  size: [8, 6]\n  touchscreen: {\n    # ours\n    flip: [x],\n    rotate: 90,\n"
        + "    match: { name: a } # a\n  }\nviews: []\n"),
    Row(
      what: "braces over several lines: a key goes with its line",
      before:
        "screen:\n  size: [8, 6]\n  touchscreen: {\n    rotate: 90, # r\n    match: {},\n    flip: [x]\n"
        + "  }\nviews: []\n",
      keys: CalibrationKeys(),
      after: "screen:\n  size: [8, 6]\n  touchscreen: {\n    # r\n    match: {}\n  }\nviews: []\n"),
    Row(
      what: "JSON stays JSON", before: #"{"version": 1, "screen": {"size": [8, 6]}, "views": []}"#,
      after:
        #"{"version": 1, "screen": {"size": [8, 6], "touchscreen": { "rotate": 90, "flip": ["x"] }}, "views": []}"#
    ),
    Row(
      what: "line breaks of Windows",
      before: "screen:\r\n  size: [8, 6]\r\n  touchscreen:\r\n    flip: [y]\r\nviews: []\r\n",
      after: "screen:\r\n  size: [8, 6]\r\n  touchscreen:\r\n    flip: [x]\r\n    rotate: 90\r\nviews: []\r\n"
    ),
    Row(
      what: "no line break at the end",
      before: "views: []\nscreen:\n  size: [8, 6]\n  touchscreen:\n    match: {}",
      after:
        "views: []\nscreen:\n  size: [8, 6]\n  touchscreen:\n    match: {}\n    rotate: 90\n    flip: [x]"),
    Row(
      what: "no line break at the end, and the last line goes",
      before: "views: []\r\nscreen:\r\n  size: [8, 6]\r\n  touchscreen:\r\n    match: {}\r\n    rotate: 90",
      keys: CalibrationKeys(),
      after: "views: []\r\nscreen:\r\n  size: [8, 6]\r\n  touchscreen:\r\n    match: {}"),
    Row(
      what: "a byte order mark", before: "\u{feff}screen:\n  size: [8, 6]\nviews: []\n",
      after: "\u{feff}screen:\n  size: [8, 6]\n  touchscreen:\n    rotate: 90\n    flip: [x]\nviews: []\n"),
    Row(
      what: "letters of several bytes, and a block scalar",
      before:
        "screen:\n  name: größe ✓\n  size: [8, 6]\n  touchscreen:\n    match:\n      name: >-\n        é\n"
        + "\nviews: []\n",
      after:
        "screen:\n  name: größe ✓\n  size: [8, 6]\n  touchscreen:\n    match:\n      name: >-\n        é\n\n"
        + "    rotate: 90\n    flip: [x]\nviews: []\n"),
    Row(
      what: "a matrix", before: "screen:\n  size: [8, 6]\n  touchscreen:\n    match: {}\nviews: []\n",
      keys: CalibrationKeys(matrix: [1.05, 0, -0.02, 0, 0.98765, 0.00001]),
      after:
        "screen:\n  size: [8, 6]\n  touchscreen:\n    match: {}\n"
        + "    calibration: [1.05, 0, -0.02, 0, 0.98765, 0.00001]\nviews: []\n"),
  ]

  @Test("Only the keys change", arguments: rows)
  func change(row: Row) throws {
    let version =
      row.before.contains("version") ? "" : row.before.contains("\r\n") ? "version: 1\r\n" : "version: 1\n"
    // What is before a byte order mark is no file.
    let text =
      row.before.hasPrefix("\u{feff}") ? "\u{feff}" + version + row.before.dropFirst() : version + row.before
    let edit = try LayoutEdit(Array(text.utf8), LayoutEdit.wish(row.keys))
    let expected =
      row.after.hasPrefix("\u{feff}") ? "\u{feff}" + version + row.after.dropFirst() : version + row.after
    #expect(String(decoding: edit.bytes, as: UTF8.self) == expected)
    let read = LayoutReader().read(edit.bytes, file: "a.yaml")
    #expect(read.diagnostics.filter { $0.severity == .error } == [])
    let touchscreen = try #require(read.layout).screen.touchscreen
    #expect(CalibrationKeys(touchscreen).map() == row.keys.map())
  }

  @Test("What a program should not change, it refuses")
  func refusals() {
    let rows = [
      "  touchscreen:\n    flip: # why\n      - y\n    match: {}",
      "  touchscreen:\n    ? rotate\n    : 270\n    match: {}",
      "  touchscreen:\n    flip:\n      - y\n      # both\n      - x\n    match: {}",
    ]
    for row in rows {
      let text = "version: 1\nscreen:\n  size: [8, 6]\n\(row)\nviews: []\n"
      #expect(LayoutReader().read(Array(text.utf8), file: "a").layout != nil)
      for keys in [
        CalibrationKeys(rotation: .quarter, flipsX: true), CalibrationKeys(rotation: .half, flipsX: true),
      ] {
        #expect(throws: LayoutEdit.Refusal.self) { try LayoutEdit(Array(text.utf8), LayoutEdit.wish(keys)) }
      }
    }
  }

  /// Every layout of the tree that has no error, and the rows above.
  static let layouts: [String: [UInt8]] = {
    let root = SourceFile.packageRoot + "/"
    var layouts: [String: [UInt8]] = [:]
    let files = ["Sources", "Tests", "Examples", "etc"].flatMap { SourceFile.paths(below: root + $0) }
    for path in files where path.hasSuffix(".yaml") {
      layouts[String(path.dropFirst(root.count))] = try? ConfigurationFile.read(path)
    }
    for page in Page.all {
      for block in page.layouts { layouts["\(page.path):\(block.line)"] = Array(block.text.utf8) }
    }
    for row in rows { layouts[row.what] = Array(("version: 1\n" + row.before).utf8) }
    return layouts.filter { LayoutReader().read($0.value, file: $0.key).layout != nil }
  }()

  @Test("Of every layout of the tree, random keys change and nothing else; what was there is found again")
  func everyLayout() throws {
    #expect(Self.layouts.count > 40)
    var edits = 0
    for (name, text) in Self.layouts.sorted(by: { $0.key < $1.key }) {
      for seed in UInt64(0)..<12 {
        var random = SplitMix(seed: seed)
        // As it is, with Windows' line breaks, and without the last one.
        let variant = Self.variant(text, Int(seed % 3))
        let (other, keys) = (Self.randomKeys(&random), Self.randomKeys(&random))
        guard let first = try? LayoutEdit(variant, LayoutEdit.wish(other)).bytes,
          let second = try? LayoutEdit(first, LayoutEdit.wish(keys)).bytes
        else {
          Issue.record("\(name), seed \(seed): refused")
          continue
        }
        let layout = try #require(LayoutReader().read(second, file: name).layout, "\(name), seed \(seed)")
        #expect(CalibrationKeys(layout.screen.touchscreen).map() == keys.map(), "\(name), seed \(seed)")
        #expect(Self.comments(second) == Self.comments(variant), "\(name), seed \(seed)")
        #expect(Self.otherLines(second) == Self.otherLines(variant), "\(name), seed \(seed)")
        edits += 2
      }
    }
    #expect(edits == Self.layouts.count * 24)
  }

  private static func variant(_ text: [UInt8], _ number: Int) -> [UInt8] {
    switch number {
    case 1: text.filter { $0 != 0x0d }.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
    case 2: Array(text.reversed().drop { $0 == 0x0a || $0 == 0x0d }.reversed())
    default: text
    }
  }

  private static func randomKeys(_ random: inout SplitMix) -> CalibrationKeys {
    var keys = PanelOrientation.allCases.randomElement(using: &random)?.keys ?? CalibrationKeys()
    if Bool.random(using: &random) {
      keys.matrix = (0..<6).map {
        roundedToDecimal(Double($0 % 4 == 0 ? 1 : 0) + random.number(in: -0.2...0.2))
      }
    }
    return keys
  }

  /// From each `#` to the end of its line: more than comments, and none of it may change.
  private static func comments(_ text: [UInt8]) -> [String] {
    lines(text).compactMap { line in line.firstIndex(of: "#").map { String(line[$0...]) } }
  }

  /// The lines that have nothing to do with the keys.
  private static func otherLines(_ text: [UInt8]) -> [String] {
    lines(text).map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }.filter { line in
      let own = ["touchscreen", "rotate", "flip", "calibration", "- x", "- y"].contains { line.contains($0) }
      // What a line with a key leaves is its comment.
      return !own && !line.trimmed.isEmpty && !line.trimmed.hasPrefix("#")
        && !(line.contains("screen") && line.contains("{"))
    }
  }

  private static func lines(_ text: [UInt8]) -> [String] {
    String(decoding: text.filter { $0 != 0x0d }, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

extension String {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}
