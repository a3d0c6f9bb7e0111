import Dispatcher
import TestSupport
import TestTables

@testable import TouchdKit

/// A layout's keys of calibration change in place, and nothing else does.
@Suite("Edit of a layout") struct LayoutEditRules {
  @Test("Only the keys change", arguments: rows)
  func change(row: Row) throws {
    let edit = try LayoutEdit(Array(row.file(row.before).utf8), LayoutEdit.wish(row.keys))
    #expect(String(decoding: edit.bytes, as: UTF8.self) == row.file(row.after))
    let read = LayoutReader().read(edit.bytes, file: "a.yaml")
    #expect(read.diagnostics.filter { $0.severity == .error } == [])
    let touchscreen = try #require(read.layout).screen.touchscreen
    #expect(touchscreen.position.map() == row.keys.map())
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
        #expect(throws: CalibrationRefusal.self) { try LayoutEdit(Array(text.utf8), LayoutEdit.wish(keys)) }
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
    for row in rows { layouts[row.what] = Array(row.file(row.before).utf8) }
    return layouts.filter { LayoutReader().read($0.value, file: $0.key).layout != nil }
  }()

  @Test("Of every layout of the tree, random keys change and nothing else; what was there is found again")
  func everyLayout() throws {
    #expect(Self.layouts.count > 40)
    var edits = 0
    for (name, text) in Self.layouts.sorted(by: { $0.key < $1.key }) {
      for seed in UInt64(0)..<6 {
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
        #expect(layout.screen.touchscreen.position.map() == keys.map(), "\(name), seed \(seed)")
        #expect(Self.comments(second) == Self.comments(variant), "\(name), seed \(seed)")
        #expect(Self.otherLines(second) == Self.otherLines(variant), "\(name), seed \(seed)")
        edits += 2
      }
    }
    #expect(edits == Self.layouts.count * 12)
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
