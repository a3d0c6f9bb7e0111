import YAML

/// Finds what a mistyped word was meant to be.
enum Suggestion {
  /// The most candidates that are looked at, so that a file full of mistakes stays fast to check.
  static let limit = 1000

  /// The candidate nearest to a word: the same but for case, `_` and `-`, or a third of its letters away.
  static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = letters(of: word)
    guard (1...40).contains(typed.count) else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates.prefix(limit) {
      let meant = letters(of: candidate)
      let allowed = max(1, max(typed.count, meant.count) / 3)
      guard abs(typed.count - meant.count) <= allowed, meant.count > 1 || typed == meant else { continue }
      let distance = editDistance(typed, meant)
      if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The question whether the nearest candidate was meant, if there is one.
  static func question(_ word: String, among candidates: some Sequence<String>) -> String? {
    nearest(to: word, among: candidates).map { "did you mean \(quoted($0))?" }
  }

  /// The number of letters to insert, remove, replace or swap with their neighbour to turn one into the other.
  static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }

  /// The part of a name that people remember: not its case, nor how its words are joined.
  static func letters(of word: String) -> [UInt8] {
    word.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
  }
}

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
func words(for number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }

/// A text in a line: a device or a file may have any name.
func shown(_ text: String) -> String { String(text.printable.map { $0.isWhitespace ? " " : $0 }) }

/// Rows as lines, each column as wide as its widest cell; the last one has no width, since messages stand there.
func aligned(_ rows: [[String]]) -> [String] {
  let rows = rows.map { $0.map(shown) }
  var widths: [Int] = []
  for row in rows {
    for (column, cell) in row.dropLast().enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], cell.count)
    }
  }
  return rows.map { row in
    let cells = row.enumerated().map { column, cell in
      column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
    }
    let line = cells.joined(separator: "  ")
    return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
  }
}
