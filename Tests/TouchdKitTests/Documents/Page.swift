import TestTables

@testable import TouchdKit

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

  /// The package's folder, with a slash behind it.
  static let root = SourceFile.packageRoot + "/"

  /// From the package's root.
  let path: String
  let text: String
  let blocks: [Block]
  /// The lines outside the blocks.
  let prose: [String]

  var testDescription: String { path }

  init(_ path: String) {
    self.path = path
    text = String(decoding: (try? ConfigurationFile.read(Self.root + path)) ?? [], as: UTF8.self)
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
}

// MARK: - Examples

extension Page {
  /// Layouts and daemon's files that are meant to be copied.
  var layouts: [Block] { files.filter { !$0.lines.contains("run:") } }

  /// Sessions' files that are meant to be copied.
  var sessions: [Block] { files.filter { $0.lines.contains("run:") } }

  private var files: [Block] { blocks.filter { $0.language == "yaml" && $0.lines.first == "version: 1" } }

  /// What is typed to run touchd, in words; a pipe, a redirection or a comment ends it.
  var commands: [(line: Int, words: [String])] {
    blocks.filter { ["console", "sh"].contains($0.language) }.flatMap { block in
      block.lines.enumerated().compactMap { index, line in
        guard block.language == "sh" || line.hasPrefix("$ ") else { return nil }
        let parts = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        let all = parts.flatMap { $0 % 2 == 1 ? [String($1)] : $1.split(separator: " ").map(String.init) }
        let words = all.drop { $0 == "$" || $0 == "sudo" }
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

// MARK: - Files and tables

extension Page {
  /// The folders whose files the text names from the package's root, in code spans and commands.
  private static let folders = ["Sources/", "Tests/", "Examples/", "docs/", "scripts/", "systemd/"]

  /// Every file that is linked to, or named in a code span or a command, as the text has it and from the root.
  var paths: [(written: String, resolved: String)] {
    let linked = linkTargets.filter { !$0.isEmpty }.map { (written: $0, resolved: $0.resolved(from: path)) }
    let spans = Page.codeSpans(of: prose.joined(separator: "\n"))
    let named = (spans + blocks.flatMap(\.typedWords)).filter { word in
      Self.folders.contains { word.hasPrefix($0) } && !word.contains { " *<>{}".contains($0) }
    }
    return linked + named.map { (written: $0, resolved: $0) }
  }

  /// Targets of links within the package, without the headings there. Tests/site looks for these.
  private var linkTargets: [String] {
    prose.joined(separator: "\n").split(separator: "](").dropFirst().compactMap { rest in
      let target = rest.prefix { $0 != ")" }
      return target.hasPrefix("http") ? nil : String(target.prefix { $0 != "#" })
    }
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

extension Page {
  /// A table: its cells, the header's first.
  struct Table { var rows: [Row] }

  struct Row {
    /// The line in the file, from 1.
    let line: Int
    let cells: [String]
  }

  /// The tables outside the blocks.
  var tables: [Table] {
    var tables: [Table] = []
    var isInTable = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      defer { isInTable = line.hasPrefix("|") }
      guard line.hasPrefix("|") else { continue }
      // The line that divides the header from the rest.
      guard !line.allSatisfy({ "|-: ".contains($0) }) else { continue }
      let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast()
      let row = Row(line: index + 1, cells: cells.map(String.init))
      if isInTable, !tables.isEmpty {
        tables[tables.count - 1].rows.append(row)
      } else {
        tables.append(Table(rows: [row]))
      }
    }
    return tables
  }

  /// The code in a piece of text: its parts between backticks.
  static func codeSpans(of text: some StringProtocol) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
