import Testing

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

  /// A path as the text has it, and from the package's root.
  struct NamedPath {
    let written: String
    let resolved: String
  }

  /// The package's folder, with a slash behind it.
  static let root =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/") + "/"

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
