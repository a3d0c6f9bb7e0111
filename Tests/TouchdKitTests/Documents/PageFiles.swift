@testable import TouchdKit

extension Page {
  /// The folders whose files the text names from the package's root, in code spans and commands.
  private static let folders = ["Sources/", "Tests/", "Examples/", "docs/", "scripts/", "systemd/"]

  /// Every file that is linked to, or named in a code span or a command.
  var paths: [NamedPath] {
    let linked = linkTargets.filter { !$0.isEmpty }.map { target in
      NamedPath(written: target, resolved: target.resolved(from: path))
    }
    let named = (codeSpans + blocks.flatMap(\.typedWords)).filter { word in
      Self.folders.contains { word.hasPrefix($0) } && !word.contains { " *<>{}".contains($0) }
    }
    return linked + named.map { NamedPath(written: $0, resolved: $0) }
  }

  /// Targets of links within the package, without the headings there. Tests/site looks for these.
  private var linkTargets: [String] {
    prose.joined(separator: "\n").split(separator: "](").dropFirst().compactMap { rest in
      let target = rest.prefix { $0 != ")" }
      return target.hasPrefix("http") ? nil : String(target.prefix { $0 != "#" })
    }
  }

  /// What stands between backticks.
  private var codeSpans: [String] { Page.codeSpans(of: prose.joined(separator: "\n")) }
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
