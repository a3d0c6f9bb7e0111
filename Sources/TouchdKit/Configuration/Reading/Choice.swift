import YAML

/// A value that is one of a few words.
///
/// A word becomes a case when its feature is built; until then it stands in `notBuilt`.
protocol LayoutChoice: RawRepresentable<String>, CaseIterable, Sendable {
  /// The words that the format has and this version does not act on.
  static var notBuilt: [String] { get }
}

extension LayoutChoice {
  static var notBuilt: [String] { [] }
}

extension Setting {
  /// One of a choice's words.
  func choice<Choice: LayoutChoice>(_ type: Choice.Type) -> Choice? {
    word(among: Choice.allCases.map(\.rawValue), notBuilt: Choice.notBuilt).flatMap(Choice.init)
  }

  /// One of some words.
  func word(among words: [String], notBuilt: [String] = []) -> String? {
    guard let word = node.string else {
      mismatch(alternatives(words))
      return nil
    }
    if words.contains(word) { return word }
    if notBuilt.contains(word) {
      error(notBuiltMessage("\(name): \(word)"), help: "this version has \(alternatives(words))")
    } else {
      mismatch(alternatives(words), help: Suggestion.question(word, among: words + notBuilt))
    }
    return nil
  }
}

/// What is said of a part of the format that this version does not act on.
func notBuiltMessage(_ part: String) -> String {
  "\(part) is part of the layout format but not built yet"
}
