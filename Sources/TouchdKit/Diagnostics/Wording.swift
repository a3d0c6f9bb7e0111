import YAML

/// A text in quotes for a message, cut at 60 characters, with none that acts on a terminal.
func quoted(_ text: String) -> String { "\"" + unquoted(text) + "\"" }

/// The same without the quotes.
func unquoted(_ text: String) -> String {
  let shown = text.unicodeScalars.prefix(60).map { scalar in
    scalar.isUnprintable ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }
  return shown.joined() + (text.unicodeScalars.count > 60 ? "…" : "")
}

/// `a`, `a or b`, `a, b or c`.
func alternatives(_ words: [String]) -> String { series(words, "or") }

/// `a`, `a and b`, `a, b and c`.
func series(_ words: [String], _ conjunction: String = "and") -> String {
  guard let last = words.last else { return "nothing" }
  return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// A number as a person writes it: 12 and not 12.0.
func words(for number: Double) -> String {
  Int(exactly: number).map(String.init) ?? String(number)
}
