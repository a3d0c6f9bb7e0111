import TestTables

@testable import TouchdKit

/// docs/uikit.md lists the public names: a change that renames, adds or removes one must correct the page.
@Suite("The page for people who know UIKit") struct UIKitPageTests {
  /// The folders of Dispatcher whose classes are the model.
  private static let model = ["Interface", "Gestures", "Views", "Delivery"]

  private let page = Page("docs/uikit.md")
  /// UIKit's names, touchd's, the layout's; the header says of which class.
  private var tables: [Page.Table] { page.tables }

  /// Everything public of the two libraries, with the file that declares it.
  private static let declarations: [(file: String, declaration: Declaration)] =
    SourceFile.all(under: "Sources")
    .filter { $0.path.hasPrefix("Dispatcher/") || $0.path.hasPrefix("TouchdKit/") }
    .flatMap { file in file.publicDeclarations.map { (file.path, $0) } }
  private static let names = Set(declarations.map(\.declaration.path))

  @Test("The tables are found, and each row has three cells, of which the second says something")
  func found() {
    #expect(tables.count >= 20)
    #expect(Self.names.count > 500)
    for row in tables.flatMap(\.rows) {
      let isWhole = row.cells.count == 3 && !row.cells[1].allSatisfy(\.isWhitespace)
      #expect(isWhole, "docs/uikit.md:\(row.line): \(row.cells)")
    }
  }

  @Test(
    "Each name of the second column is public, and declared by the class of the header or by the one it names"
  )
  func declared() {
    for table in tables {
      let type = table.rows.first.flatMap { Page.codeSpans(of: $0.cells[1]).first }
      for row in table.rows {
        for name in Page.codeSpans(of: row.cells[1]) {
          let isDeclared =
            Self.names.contains(name) || type.map { Self.names.contains("\($0).\(name)") } ?? false
          #expect(isDeclared, "docs/uikit.md:\(row.line): touchd has no \(type ?? "") \(name)")
        }
      }
    }
  }

  @Test("Each key of the third column is one of a layout")
  func keys() {
    for row in tables.flatMap({ $0.rows.dropFirst() }) {
      for path in Page.codeSpans(of: row.cells[2]) {
        let problem = Self.problem(ofKeys: path.prefix { $0 != ":" })
        #expect(problem == nil, "docs/uikit.md:\(row.line): \(problem ?? "")")
      }
    }
  }

  /// What is wrong with a path of keys such as `scroll.bounces`.
  private static func problem(ofKeys path: Substring) -> String? {
    let keys = path.split(separator: ".").map(String.init)
    for (index, key) in keys.enumerated() {
      let homes = KeyTable.all.filter { $0.built.contains(key) }
      if homes.isEmpty { return "no mapping has the key \(key)" }
      if index > 0, !homes.contains(where: { $0.name.contains(keys[index - 1]) }) {
        return "\(keys[index - 1]) has no key \(key)"
      }
    }
    return nil
  }

  @Test("A member that the text names is there")
  func prose() {
    let types = Set(Self.names.map { String($0.prefix { $0 != "." }) })
    for name in Page.codeSpans(of: page.prose.filter { !$0.hasPrefix("|") }.joined(separator: "\n")) {
      guard let first = name.split(separator: ".").first, first.count < name.count,
        types.contains(String(first))
      else { continue }
      #expect(Self.names.contains(name), "docs/uikit.md names \(name)")
    }
  }

  @Test("Each class and protocol of the model is in a second column", arguments: model)
  func classes(folder: String) {
    let shown = Set(tables.flatMap { $0.rows.flatMap { Page.codeSpans(of: $0.cells[1]) } })
    for type in declarations(in: folder) where ["class", "protocol"].contains(type.keyword) {
      let isShown = shown.contains { $0 == type.path || $0.hasPrefix("\(type.path).") }
      #expect(isShown, "docs/uikit.md does not have \(type.path)")
    }
  }

  @Test(
    "Each member of a class that has a table is in a second column; overrides need not be", arguments: model)
  func members(folder: String) {
    var shown: Set<String> = []
    for table in tables {
      let names = table.rows.flatMap { Page.codeSpans(of: $0.cells[1]) }
      shown.formUnion(names + names.map { "\(names[0]).\($0)" })
    }
    let classes = Set(tables.compactMap { Page.codeSpans(of: $0.rows[0].cells[1]).first })
    for member in declarations(in: folder) where classes.contains(member.type) && !member.isOverride {
      // Types within a class are there by their own members.
      let isKnown = ["enum", "struct"].contains(member.keyword) || Self.ofEveryType.contains(member.name)
      #expect(isKnown || shown.contains(member.path), "docs/uikit.md does not have \(member.path)")
    }
  }

  /// What Swift, and not UIKit, wants a type to have.
  private static let ofEveryType: Set = ["init()", "hash(into:)"]

  private func declarations(in folder: String) -> [Declaration] {
    Self.declarations.filter { $0.file.hasPrefix("Dispatcher/\(folder)/") }.map(\.declaration)
  }
}
