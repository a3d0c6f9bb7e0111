@testable import TouchdKit

extension Page {
  /// The folders whose files the text names from the package's root, in code spans and commands.
  private static let folders = ["Sources/", "Tests/", "Examples/", "docs/", "scripts/", "systemd/"]

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
    Page.codeSpans(of: prose.joined(separator: "\n"))
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
