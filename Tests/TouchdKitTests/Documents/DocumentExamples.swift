import ArgumentParser
import Dispatcher
import Glibc
import LinuxInput
import Logging
import Testing

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
      let (_, problems) = Self.reader.readAny(Array(layout.text.utf8), file: "\(page.path):\(layout.line)")
      let errors = problems.filter { $0.severity == .error }
      #expect(errors.isEmpty, "\(page.path):\(layout.line): \(errors)")
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

  @Test("A heading that is linked to exists", arguments: all)
  func headings(page: Page) {
    for link in page.headingLinks {
      let target = Self.all.first { $0.path == link.document }
      #expect(target?.anchors.contains(link.anchor) == true, "\(page.path): \(link)")
    }
  }

  @Test("docs/layout.md has every key, and says which are not built")
  func keys() throws {
    let text = try #require(Self.all.first { $0.path == "docs/layout.md" }).text
    let parts = text.split(separator: "## Not built yet")
    try #require(parts.count == 2)
    func check(_ word: String, in part: Substring, _ comment: String) {
      let isThere = part.contains(word)
      #expect(isThere, "\(word), \(comment)")
    }
    for table in KeyTable.all {
      for key in table.built { check("`\(key)", in: parts[0], table.subject) }
      for key in table.notBuilt { check("`\(key)`", in: parts[1], table.subject) }
    }
    for plugin in PluginDeclaration.builtIn {
      for option in plugin.options ?? [] { check("`\(option.name)`", in: parts[0], plugin.name) }
    }
    for word in ["filter"] + ViewDescription.Kind.notBuilt {
      check(": \(word)`", in: parts[1], "a value")
    }
  }

  @Test("Each line of a trace in docs/reference.md that is the demo's is what the demo prints")
  func traceLines() throws {
    let reference = try #require(Self.all.first { $0.path == "docs/reference.md" })
    let printed = try Self.demo()
    let shown = reference.objects.filter { $0.contains("\"kind\":") }
    for kind in TraceKind.allCases where kind != .failed {
      let isShown = shown.contains { $0.contains("\"kind\":\"\(kind.rawValue)\"") }
      #expect(isShown, "no line of kind \(kind)")
    }
    // The demo's panel is not refused, and its gestures succeed.
    for line in shown where !line.contains("\"refused\"") && !line.contains("\"failed\"") {
      let isPrinted = printed.contains(line)
      #expect(isPrinted, "\(line)")
    }
  }

  @Test("The plugin of README.md compiles and does what its text says")
  func plugin() throws {
    let readme = try #require(Self.all.first { $0.path == "README.md" })
    let main = try #require(readme.blocks.first { $0.text.contains("Touchd.main()") })
    let types = main.lines.drop { !$0.hasPrefix("///") }.prefix { !$0.hasPrefix("Touchd.register") }
    let ownText = try String(decoding: ConfigurationFile.read(#filePath), as: UTF8.self)
    let isHere = ownText.contains(types.joined(separator: "\n"))
    #expect(isHere, "Counter in README.md and Counter in this file are not the same")

    let text = try #require(readme.layouts.first { $0.text.contains("plugin: counter") }).text
    let layout = try #require(Self.reader.read(Array(text.utf8), file: "lobby.yaml").layout)
    let said = Words()
    let host = PluginHost(logger: Logger(label: "test") { _ in said }, launcher: nil)
    let counter = Counter(name: "fingers", greeting: "good morning", host: host)
    _ = try replayDemo(on: layout, ["fingers": counter])
    #expect(said.lines.count == 1)
    let isShown = said.lines.allSatisfy { readme.text.contains(": \($0)\n") }
    #expect(isShown, "\(said.lines)")
  }

  /// What `touchd demo --json` prints when asked for everything.
  private static func demo() throws -> [String] {
    let layout = try #require(reader.read(PackageResources.demo_yaml, file: "demo.yaml").layout)
    let plugins = layout.responders.map { ($0.name.value, Silent(name: $0.name.value)) }
    return try replayDemo(on: layout, Dictionary(uniqueKeysWithValues: plugins))
  }

  /// With the plugin that README.md registers.
  private static let reader = LayoutReader(
    plugins: PluginDeclaration.builtIn + [PluginDeclaration("counter", options: nil)])
}

/// Replays the demo's recording, and returns the lines of its trace.
private func replayDemo(on layout: Layout, _ plugins: [String: any ResponderPlugin]) throws -> [String] {
  let recording = try Recording(parsing: PackageResources.demo_evemu, file: "demo.evemu")
  let devices = try RecordingLoading.touchscreens(
    of: recording, "demo.evemu", for: layout.screen, refused: { _, _ in })
  var lines: [String] = []
  let trace = TraceWriter(Set(TraceKind.allCases), json: true) { lines.append($0) }
  let application = try layout.makeApplication(plugins)
  application.observer = trace
  application.tracesHitTests = true
  let pipeline = Pipeline(application: application)
  pipeline.rawFrameObserver = { trace.write(.frame($1, of: $0)) }
  let replay = Replay(devices, path: "demo.evemu", pipeline, trace)
  replay.begin()
  while replay.nextTime != nil { replay.step() }
  replay.end()
  return lines
}

/// A plugin that stands for another, so that a trace can name it.
private final class Silent: ResponderPlugin {
  let name: String

  init(name: String) { self.name = name }
}

/// Keeps what is logged.
private final class Words: LogHandler, @unchecked Sendable {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  private(set) var lines: [String] = []

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { lines.append("\(event.message)") }
}

/// Counts the fingers that come down on its responder, and says so at each gesture.
final class Counter: ResponderPlugin {
  let name: String
  private let greeting: String
  private let host: PluginHost
  private var downs = 0

  init(name: String, greeting: String, host: PluginHost) {
    self.name = name
    self.greeting = greeting
    self.host = host
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    downs += touches.count
  }

  func gesture(_ event: GestureEvent) {
    guard event.isRecognition else { return }
    host.logger.notice("\(greeting) from \(event.name): \(downs) fingers so far")
  }
}

// MARK: - Reading the documents

/// A Markdown file of this package, taken apart as far as its examples need it.
struct Page: Sendable, CustomTestStringConvertible {
  /// A fenced block: what follows the fence, and what is inside.
  struct Block {
    let language: String
    /// The line of its first line in the file, from 1.
    let line: Int
    let lines: [String]

    var text: String { lines.joined(separator: "\n") + "\n" }
  }

  /// A path as the text has it, and from the package's root.
  struct NamedPath {
    let written: String
    let resolved: String
  }

  /// The package's folder, with a slash behind it.
  static let root = folder(of: #filePath, up: 4) + "/"

  static let all = [
    "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/reference.md", "docs/layout.md",
  ].map(Page.init)

  /// From the package's root.
  let path: String
  let text: String
  let blocks: [Block]
  /// The lines outside the blocks.
  let prose: [String]

  var testDescription: String { path }

  init(_ path: String) {
    self.path = path
    let bytes = (try? ConfigurationFile.read(Self.root + path)) ?? []
    text = String(decoding: bytes, as: UTF8.self)
    var blocks: [Block] = []
    var prose: [String] = []
    var fence: (language: String, line: Int, lines: [String])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        if let block = fence {
          blocks.append(Block(language: block.language, line: block.line, lines: block.lines))
          fence = nil
        } else {
          fence = (String(line.dropFirst(3)), index + 2, [])
        }
      } else if fence == nil {
        prose.append(String(line))
      } else {
        fence?.lines.append(String(line))
      }
    }
    self.blocks = blocks
    self.prose = prose
  }

  private static func folder(of path: String, up count: Int) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast(count).joined(separator: "/")
  }
}

// MARK: - Examples

extension Page {
  /// Layouts and daemon's files that are meant to be copied.
  var layouts: [Block] { blocks.filter { $0.language == "yaml" && $0.lines.first == "version: 1" } }

  /// What is typed to run touchd, in words; a pipe, a redirection or a comment ends it.
  var commands: [(line: Int, words: [String])] {
    blocks.filter { ["console", "sh"].contains($0.language) }.flatMap { block in
      block.lines.enumerated().compactMap { index, line in
        guard block.language == "sh" || line.hasPrefix("$ ") else { return nil }
        let words = line.split(separator: " ").map(String.init).drop { $0 == "$" || $0 == "sudo" }
        guard words.first == "touchd" else { return nil }
        let end = words.firstIndex { ["|", ">", "2>", "&&", "&", ";"].contains($0) || $0.hasPrefix("#") }
        return (block.line + index, Array(words[..<(end ?? words.endIndex)]))
      }
    }
  }

  /// The JSON objects, each on one line as the program writes it: a line that begins with a blank goes on
  /// with the one before.
  var objects: [String] {
    blocks.filter { $0.language == "json" }.flatMap(\.lines).reduce(into: []) { objects, line in
      if line.hasPrefix(" "), let last = objects.indices.last {
        objects[last] += line.drop { $0 == " " }
      } else {
        objects.append(line)
      }
    }
  }
}

// MARK: - Names of files

extension Page {
  /// The folders whose files the text names from the package's root, in code spans and commands.
  private static let folders = ["Sources/", "Tests/", "docs/", "scripts/", "systemd/"]

  /// Every file that is linked to, or named in a code span or a command.
  var paths: [NamedPath] {
    let linked = linkTargets.filter { !$0.path.isEmpty }.map { target in
      NamedPath(written: target.path, resolved: target.path.resolved(from: path))
    }
    let named = (codeSpans + blocks.flatMap(\.typedWords)).filter { word in
      Self.folders.contains { word.hasPrefix($0) } && !word.contains { " *<>{}".contains($0) }
    }
    return linked + named.map { NamedPath(written: $0, resolved: $0) }
  }

  /// Links to headings of documents.
  var headingLinks: [(document: String, anchor: String)] {
    linkTargets.compactMap { target in
      guard let anchor = target.anchor else { return nil }
      return (target.path.isEmpty ? path : target.path.resolved(from: path), anchor)
    }
  }

  /// What can stand behind a `#`: the headings in small letters, blanks as `-`, without other signs.
  var anchors: Set<String> {
    Set(
      prose.filter { $0.hasPrefix("#") }.map { heading in
        let words = heading.drop { $0 == "#" || $0 == " " }.lowercased()
        return words.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
          .replacing(" ", with: "-")
      })
  }

  /// Targets of links within the package.
  private var linkTargets: [(path: String, anchor: String?)] {
    let text = prose.joined(separator: "\n")
    return text.split(separator: "](").dropFirst().compactMap { rest in
      let target = rest.prefix { $0 != ")" }
      guard !target.hasPrefix("http") else { return nil }
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    }
  }

  /// What stands between backticks.
  private var codeSpans: [String] {
    prose.joined(separator: "\n").split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}

extension Page.Block {
  /// The words of the lines that are typed.
  fileprivate var typedWords: [String] {
    guard ["console", "sh"].contains(language) else { return [] }
    let typed = lines.filter { language == "sh" || $0.hasPrefix("$ ") }
    return typed.flatMap { $0.split(separator: " ").map(String.init) }
  }
}

extension String {
  /// A link's path, from the package's root instead of a document's folder.
  fileprivate func resolved(from document: String) -> String {
    var parts = document.split(separator: "/").dropLast().map(String.init)
    for part in split(separator: "/").map(String.init) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}
