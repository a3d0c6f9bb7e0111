/// Reads a small language from left to right. What it cannot read is the test's own mistake, so it stops.
struct TextCursor {
  private let text: [Character]
  private var index = 0

  init(_ text: String) { self.text = Array(text) }

  var isAtEnd: Bool { index >= text.count }

  var next: Character? { isAtEnd ? nil : text[index] }

  mutating func skipSpace() {
    while let next, next.isWhitespace || next == ";" { index += 1 }
  }

  /// Takes a character if it comes next, after space.
  mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard next == character else { return false }
    index += 1
    return true
  }

  mutating func require(_ character: Character) {
    precondition(take(character), "expected \(character) before: \(rest)")
  }

  /// Takes everything up to one of the characters, or to space.
  mutating func word(upTo stops: Set<Character>) -> String {
    skipSpace()
    var word = ""
    while let next, !stops.contains(next), !next.isWhitespace {
      word.append(next)
      index += 1
    }
    return word
  }

  mutating func number(upTo stops: Set<Character>) -> Double {
    let word = word(upTo: stops)
    guard let number = Double(word) else { preconditionFailure("not a number: \(word) before: \(rest)") }
    return number
  }

  private var rest: String { String(text[index...].prefix(40)) }
}
