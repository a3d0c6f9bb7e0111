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
  /// The public declarations in the file, in its order.
  ///
  /// As far as reading words can tell: modifiers stand in the line of the keyword, as this project's formatter puts
  /// them.
  public var publicDeclarations: [Declaration] {
    var reader = DeclarationReader(tokens)
    return reader.read()
  }
}

/// A word, or a single other character, and its line in the file.
struct SourceToken {
  let text: Substring
  let line: Int
}

/// Walks over the words of a file and knows in which type it is.
private struct DeclarationReader {
  /// What an opening brace began.
  private struct Scope {
    /// The type's path; `nil` where nothing is declared for others: in a body, in a type that is not public.
    let type: String?
    /// Whether members are public without saying so: cases of a public enum, requirements of a public protocol.
    let opensMembers: Bool
  }

  private let tokens: [SourceToken]
  private var index = 0
  private var scopes: [Scope] = []
  /// The type whose brace comes next.
  private var pending: Scope?
  private var found: [Declaration] = []

  private static let types: Set<Substring> = ["class", "struct", "enum", "protocol", "actor", "extension"]

  init(_ tokens: [SourceToken]) { self.tokens = tokens }

  mutating func read() -> [Declaration] {
    while index < tokens.count {
      let token = tokens[index].text
      switch token {
      case "{":
        scopes.append(pending ?? Scope(type: nil, opensMembers: false))
        pending = nil
      case "}": _ = scopes.popLast()
      default: if isInType { readDeclaration(token) }
      }
      index += 1
    }
    return found
  }

  /// Whether what stands here is seen from outside, if it is public: at the top of the file or directly in a type.
  private var isInType: Bool { scopes.allSatisfy { $0.type != nil } }

  private mutating func readDeclaration(_ keyword: Substring) {
    guard index == 0 || tokens[index - 1].text != "." else { return }
    switch keyword {
    // `class func` is a function.
    case _ where Self.types.contains(keyword) && text(1)?.first?.isUppercase == true: readType(keyword)
    case "func", "init": readFunction(keyword)
    case "var", "let", "typealias", "associatedtype":
      if let name = text(1), name.isName { add(name, keyword) }
    case "case": readCases()
    default: break
    }
  }

  private mutating func readType(_ keyword: Substring) {
    var end = index + 1
    while end + 2 < tokens.count, tokens[end + 1].text == ".", tokens[end + 2].text.isName { end += 2 }
    let name = tokens[(index + 1)...end].map(\.text).joined()
    let path = (scopes.last?.type).map { $0.isEmpty ? name : "\($0).\(name)" } ?? name
    if keyword != "extension" { add(Substring(name), keyword) }
    let isSeen = isPublic || keyword == "extension" || scopes.last?.opensMembers == true
    let opensMembers = isPublic && ["enum", "protocol", "extension"].contains(keyword)
    pending = Scope(type: isSeen ? path : nil, opensMembers: opensMembers)
    index = end
  }

  private mutating func readFunction(_ keyword: Substring) {
    var next = index + 1
    var name = keyword
    if keyword == "func" {
      // Operators are called by no name.
      guard let word = text(1), word.isName else { return }
      name = word
      next += 1
    }
    // Generic parameters, or the mark of an initializer that may fail.
    while next < tokens.count, tokens[next].text != "(" { next += 1 }
    var depth = 0
    var labels: [Substring] = []
    var isLabelDue = true
    while next < tokens.count {
      let token = tokens[next].text
      if ["(", "[", "<"].contains(token) { depth += 1 }
      if [")", "]", ">"].contains(token), tokens[next - 1].text != "-" { depth -= 1 }
      if depth == 0 { break }
      if depth == 1, isLabelDue, token.isName {
        // Without a label and a name, it only tells two declarations apart, and no caller gives it.
        if token != "_" || tokens[next + 1].text != ":" { labels.append(token) }
        isLabelDue = false
      }
      if depth == 1, token == "," { isLabelDue = true }
      next += 1
    }
    add("\(name)(\(labels.map { "\($0):" }.joined()))"[...], keyword)
    index = next
  }

  private mutating func readCases() {
    let line = tokens[index].line
    var next = index + 1
    var depth = 0
    var isNameDue = true
    while next < tokens.count, tokens[next].line == line {
      let token = tokens[next].text
      if token == "(" { depth += 1 }
      if token == ")" { depth -= 1 }
      if token == "}" || token == ";" { break }
      if depth == 0, isNameDue, token.isName {
        add(token, "case")
        isNameDue = false
      }
      if depth == 0, token == "," { isNameDue = true }
      next += 1
    }
    index = next - 1
  }

  private mutating func add(_ name: Substring, _ keyword: Substring) {
    guard isPublic || scopes.last?.opensMembers == true else { return }
    found.append(
      Declaration(
        type: scopes.last?.type ?? "", name: String(name), keyword: String(keyword),
        isOverride: modifiers.contains("override")))
  }

  private var isPublic: Bool { modifiers.contains("public") || modifiers.contains("open") }

  /// What the line says before the keyword.
  private var modifiers: [Substring] {
    let line = tokens[index].line
    let before = tokens[..<index].lastIndex { $0.line != line || $0.text == "{" || $0.text == ";" }
    return tokens[(before.map { $0 + 1 } ?? 0)..<index].map(\.text)
  }

  private func text(_ offset: Int) -> Substring? {
    tokens.indices.contains(index + offset) ? tokens[index + offset].text : nil
  }
}

extension Substring {
  fileprivate var isName: Bool { first.map { $0.isLetter || $0 == "_" } ?? false }
}
