import ArgumentParser
import Glibc
import TestTables

@testable import TouchdKit

/// What the documents show is true: their layouts are read, their commands parse, their files exist.
@Suite("Examples in the documents") struct DocumentExamples {
  static let all = Page.all

  @Test("The documents are found, and have examples")
  func found() {
    #expect(Self.all.count >= 6)
    #expect(Self.all.flatMap(\.layouts).count >= 4)
    #expect(Self.all.flatMap(\.commands).count >= 20)
    #expect(Self.all.flatMap(\.paths).count >= 20)
  }

  @Test("A layout has no error", arguments: all)
  func layouts(page: Page) {
    for layout in page.layouts {
      let (_, problems) = SampleLayouts.reader.readAny(
        Array(layout.text.utf8), file: "\(page.path):\(layout.line)")
      let errors = problems.filter { $0.severity == .error }
      #expect(errors.isEmpty, "\(page.path):\(layout.line): \(errors)")
    }
  }

  @Test("A session's file has no error", arguments: all)
  func sessions(page: Page) {
    for session in page.sessions {
      let (_, problems) = SampleLayouts.reader.readSession(
        Array(session.text.utf8), file: "\(page.path):\(session.line)")
      #expect(problems.isEmpty, "\(problems)")
    }
  }

  @Test("A command names a verb and options that exist", arguments: all)
  func commands(page: Page) {
    for command in page.commands {
      do {
        _ = try RootCommand.parseAsRoot(Array(command.words.dropFirst()))
      } catch {
        // --help and --version come this way too.
        let message = "\(page.path):\(command.line): \(RootCommand.fullMessage(for: error))"
        #expect(RootCommand.exitCode(for: error).isSuccess, "\(message)")
      }
    }
  }

  @Test("A file that is named exists", arguments: all)
  func files(page: Page) {
    for path in page.paths {
      #expect(access(Page.root + path.resolved, F_OK) == 0, "\(page.path) names \(path.written)")
    }
  }

  @Test("Each way of ARCHITECTURE.md has files that exist once, and is not too long; its folders exist")
  func ways() throws {
    let page = try #require(Self.all.first { $0.path == "ARCHITECTURE.md" })
    let rows = page.tables.flatMap(\.rows).map(\.cells).filter { $0.count == 3 }.dropFirst()
    #expect(rows.count == 5)
    let paths = SourceFile.paths(below: Page.root + "Sources").map { $0.split(separator: "/") }
    let (files, folders) = (paths.compactMap(\.last), Set(paths.joined()))
    for name in page.text.matches(of: /\*([A-Z]\w+)\*/) { #expect(folders.contains(name.1), "\(name.1)") }
    for row in rows {
      let way = row[1].split(separator: " ")
      #expect(Int(row[2].filter(\.isNumber)).map { way.count <= $0 } == true, "\(row[0])")
      for name in way { #expect(files.count { $0 == "\(name).swift" } == 1, "\(row[0]): \(name)") }
    }
  }

  @Test("A table of docs/layout.md, or docs/testing.md, has each key, with its default")
  func keys() throws {
    let pages = Self.all.filter { ["docs/layout.md", "docs/testing.md"].contains($0.path) }
    let (rows, text) = (pages.flatMap(\.tables).flatMap(\.rows), pages.map(\.text).joined())
    // The keys of these stand in the row of the key that has them, or in the text.
    let written = ["smooth", "skip", "edges", "transform", "on_touch", "window_on_touch"]
    func bare(_ text: String) -> String { text.filter { !" `\"".contains($0) } }
    for table in KeyTable.all + PluginDeclaration.builtIn.map(\.keys) {
      for row in table.rows {
        if written.contains(table.name) || row.name == "plugin" {
          let isThere = text.contains("`\(row.name)") || text.contains("\(row.name):")
          #expect(isThere, "\(row.name) of \(table.subject)")
          continue
        }
        let homes = rows.filter { $0.cells.dropLast().contains { Page.codeSpans(of: $0).contains(row.name) } }
        let standard = row.standard(()).map { $0 == "[]" ? "none" : bare($0) }
        let isThere = homes.contains { home in
          standard.map { bare(home.cells.last ?? "").contains($0) || $0 == "none" } ?? true
        }
        #expect(isThere, "\(row.name) of \(table.subject), by default \(standard ?? "none")")
      }
    }
  }

  @Test("Each line of a trace in docs/reference.md that is the demo's is what the demo prints")
  func traceLines() throws {
    let reference = try #require(Self.all.first { $0.path == "docs/reference.md" })
    let printed = try Self.demo() + Self.demoOnPage() + Self.demoThatShows()
    let shown = reference.objects.filter { $0.contains("\"kind\":") }
    for kind in LineKind.traced where kind != .failed {
      let isShown = shown.contains { $0.contains("\"kind\":\"\(kind.rawValue)\"") }
      #expect(isShown, "no line of kind \(kind)")
    }
    // The demo's panel is not refused, and its gestures succeed.
    for line in shown where !line.contains("\"refused\"") && !line.contains("\"failed\"") {
      let isPrinted = printed.contains(line)
      #expect(isPrinted, "\(line)")
    }
  }

  @Test("The plugin of docs/plugins.md compiles and does what its text says")
  func plugin() throws {
    let page = try #require(Self.all.first { $0.path == "docs/plugins.md" })
    let main = try #require(page.blocks.first { $0.text.contains("Touchd.main()") })
    let types = main.lines.drop { !$0.hasPrefix("///") }.prefix { !$0.hasPrefix("Touchd.register") }
    let ownText = try String(
      decoding: ConfigurationFile.read(
        SourceFile.packageRoot + "/Tests/TouchdKitTests/Documents/PluginOfDocuments.swift"), as: UTF8.self)
    let isHere = ownText.contains(types.joined(separator: "\n"))
    #expect(isHere, "Counter in docs/plugins.md and Counter in PluginOfDocuments.swift are not the same")

    let text = try #require(page.layouts.first { $0.text.contains("plugin: counter") }).text
    let layout = try #require(SampleLayouts.reader.read(Array(text.utf8), file: "lobby.yaml").layout)
    let said = Words()
    let host = PluginHost(logger: said.logger, launcher: nil)
    let counter = Counter(name: "fingers", greeting: "good morning", host: host)
    _ = try replayDemo(on: layout, ["fingers": counter])
    #expect(said.lines.count == 1)
    let isShown = said.lines.allSatisfy { page.text.contains(": \($0)\n") }
    #expect(isShown, "\(said.lines)")
  }

  /// What `touchd demo --json` prints when asked for everything.
  private static func demo() throws -> [String] {
    let layout = try #require(SampleLayouts.reader.read(PackageResources.demo_yaml, file: "demo.yaml").layout)
    let plugins = layout.responders.map { ($0.name.value, Silent(name: $0.name.value)) }
    return try replayDemo(on: layout, PluginSet(Dictionary(uniqueKeysWithValues: plugins)))
  }

  /// The same fingers on a screen that has nothing but a page.
  private static func demoOnPage() throws -> [String] {
    let text = "{ version: 1, screen: { size: [1024, 768], delivery: filter }, views: [] }"
    return try replayDemo(
      on: #require(SampleLayouts.reader.read(Array(text.utf8), file: "page.yaml").layout), PluginSet([:]))
  }

  /// The same fingers where the gesture in the corner shows a window.
  private static func demoThatShows() throws -> [String] {
    let text = """
      version: 1
      screen: { size: [1024, 768], delivery: filter }
      explore: { language: en, greeting: Welcome }
      responders:
        clean: { plugin: show, window: cleaning }
        click: { plugin: pointer, press: left }
        talk: { plugin: explore, mode: on }
      windows:
        - views:
            - frame: { top: 0, right: 0, width: 96, height: 96 }
              gestures: [{ tap: { count: 2 }, name: service, to: [clean, click, talk] }]
        - { id: cleaning, level: 1, hidden: true, views: [] }
      """
    let layout = try #require(SampleLayouts.reader.read(Array(text.utf8), file: "show.yaml").layout)
    return try replayDemo(on: layout, layout.makePlugins(Words().logger, launcher: nil))
  }
}

extension Page {
  static let all =
    ["README", "ARCHITECTURE", "CONTRIBUTING", "SECURITY", "CHANGELOG"].map { Page($0 + ".md") }
    + pages(below: "docs") + pages(below: "Examples")
  static let recipes = pages(below: "docs/cookbook").filter { !$0.path.hasSuffix("README.md") }

  private static func pages(below folder: String) -> [Page] {
    let paths = SourceFile.paths(below: root + folder).filter { $0.hasSuffix(".md") }
    return paths.sorted().map { Page(String($0.dropFirst(root.count))) }
  }
}
