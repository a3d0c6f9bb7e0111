import YAML

/// A value that is one of a few words.
protocol LayoutChoice: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension Setting {
  /// One of a choice's words.
  func choice<Choice: LayoutChoice>(_ type: Choice.Type) -> Choice? {
    word(among: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
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
  func word(among words: [String]) -> String? {
    guard let word = node.string else {
      mismatch(alternatives(words))
      return nil
    }
    if words.contains(word) { return word }
    mismatch(alternatives(words), help: question(word, among: words))
    return nil
  }

  /// Whether one of the words was meant, if one is near, or UIKit has another name for it.
  private func question(_ typed: String, among words: [String]) -> String? {
    UIKitNames.meant(by: typed, among: words).map { "did you mean \(quoted($0))?" }
      ?? Suggestion.question(typed, among: words)
  }
}
