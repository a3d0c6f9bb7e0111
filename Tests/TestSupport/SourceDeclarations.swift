/// A public name that the sources declare, as documentation writes it: `Touch.location(in:)`, `Event.Kind.motion`.
public struct Declaration: Hashable, Sendable {
  /// The type, with those around it; empty for what stands alone.
  public let type: String
  /// A function's with its labels.
  public let name: String
  /// What was declared: `class`, `func`, `case` and so on.
  public let keyword: String
  /// Whether a superclass declares it, too.
  public let isOverride: Bool

  public var path: String { type.isEmpty ? name : "\(type).\(name)" }
}

extension SourceFile {
  /// A type whose members come, and how far its line is indented.
  private struct Scope {
    let indent: Int
    /// The type's path; `nil` for one that is not public.
    let type: String?
    /// Whether members are public without saying so: cases of a public enum, requirements of a public protocol.
    let opensMembers: Bool
  }

  /// The public declarations in the file.
  ///
  /// As far as reading lines can tell: modifiers stand in the line of the keyword, and members are indented by two, as
  /// this project's formatter puts them.
  public var publicDeclarations: [Declaration] {
    let line =
      #/
      ^\ *((?:[\w@()]+\ )*?)
      (class(?=\ [A-Z])|struct|enum|protocol|actor|extension
      |func|init|var|let|case|typealias|associatedtype)
      (?:\ ([\w.]+)|[?<(])
      /#
    var found: [Declaration] = []
    var scopes = [Scope(indent: -2, type: "", opensMembers: false)]
    for (index, text) in code.enumerated() {
      guard let match = text.firstMatch(of: line) else { continue }
      let indent = text.prefix { $0 == " " }.count
      scopes.removeAll { $0.indent >= indent }
      guard let scope = scopes.last, indent == scope.indent + 2 else { continue }
      let (modifiers, keyword) = (match.1.split(separator: " "), String(match.2))
      let isPublic = modifiers.contains("public") || modifiers.contains("open")
      let name = match.3.map { String($0) } ?? ""
      func add(_ names: [String], _ keyword: String, to type: String?, isPublic: Bool) {
        guard let type, isPublic else { return }
        found += names.map {
          Declaration(type: type, name: $0, keyword: keyword, isOverride: modifiers.contains("override"))
        }
      }
      var names = [name]
      switch keyword {
      case "class", "struct", "enum", "protocol", "actor", "extension":
        let isSeen = isPublic || keyword == "extension" || scope.opensMembers
        let path = scope.type.map { $0.isEmpty ? name : "\($0).\(name)" }
        let opensMembers = isPublic && ["enum", "protocol", "extension"].contains(keyword)
        scopes.append(Scope(indent: indent, type: isSeen ? path : nil, opensMembers: opensMembers))
        if let cases = text.firstRange(of: "{ case ") {
          add(Self.names(ofCases: text[cases.upperBound...]), "case", to: path, isPublic: opensMembers)
        }
        if keyword == "extension" { names = [] }
      case "func", "init": names = ["\(keyword == "init" ? keyword : name)(\(labels(at: index)))"]
      case "case": names = Self.names(ofCases: text.drop { $0 == " " }.dropFirst("case ".count))
      default: break
      }
      add(names, keyword, to: scope.type, isPublic: isPublic || scope.opensMembers)
    }
    return found
  }

  private static func names(ofCases text: Substring) -> [String] {
    parts(of: text).map { String($0.prefix(while: isInName)) }
  }

  /// The labels of the function that a line declares, or that it begins to.
  private func labels(at index: Int) -> String {
    let parameters = code[index...].joined(separator: " ").drop { $0 != "(" }.dropFirst()
    return Self.parts(of: parameters).compactMap { part in
      let label = part.prefix(while: isInName)
      // Without a label and a name, it only tells two declarations apart, and no caller gives it.
      return label.isEmpty || part.hasPrefix("_:") ? nil : "\(label):"
    }.joined()
  }

  /// Parts between commas, up to the bracket that closes what is around it all.
  private static func parts(of text: Substring) -> [Substring] {
    var (parts, start, depth) = ([Substring](), text.startIndex, 0)
    var last: Character = " "
    for index in text.indices {
      let character = text[index]
      // With a blank before it, an angle bracket is an operator.
      let isBracket = !"<>".contains(character) || last != " " && last != "-"
      if isBracket, "([{<".contains(character) { depth += 1 }
      if isBracket, ")]}>".contains(character) { depth -= 1 }
      if depth < 0 || depth == 0 && character == "," {
        parts.append(text[start..<index].drop { $0 == " " })
        start = text.index(after: index)
      }
      if depth < 0 { return parts }
      last = character
    }
    return parts + [text[start...].drop { $0 == " " }]
  }
}

/// Whether a name can have a character.
private func isInName(_ character: Character) -> Bool {
  character.isLetter || character.isNumber || character == "_"
}
