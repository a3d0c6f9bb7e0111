import YAML

/// A value that is one of a few words.
///
/// A word becomes a case when its feature is built; until then it stands in `notBuilt`.
protocol LayoutChoice: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
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

  /// One of a choice's words, or a list of them, not empty and none twice; those that are right.
  func choices<Choice: LayoutChoice>(_ type: Choice.Type) -> Set<Choice> {
    let words = alternatives(Choice.allCases.map(\.rawValue))
    guard node.sequence != nil else {
      if node.string != nil { return choice(type).map { [$0] } ?? [] }
      mismatch("\(words), or a list of these")
      return []
    }
    let items = items() ?? []
    if items.isEmpty { error("\(name) must have at least one of \(words)") }
    var chosen: Set<Choice> = []
    for item in items {
      guard let choice = item.choice(type) else { continue }
      if !chosen.insert(choice).inserted { item.error("\(choice.rawValue) is given twice") }
    }
    return chosen
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
      mismatch(alternatives(words), help: question(word, among: words + notBuilt))
    }
    return nil
  }

  /// Whether one of the words was meant, if one is near, or UIKit has another name for it.
  private func question(_ typed: String, among words: [String]) -> String? {
    UIKitNames.meant(by: typed, among: words).map { "did you mean \(quoted($0))?" }
      ?? Suggestion.question(typed, among: words)
  }
}

/// What is said of a part of the format that this version does not act on.
func notBuiltMessage(_ part: String) -> String {
  "\(part) is part of the layout format but not built yet"
}
