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
}
