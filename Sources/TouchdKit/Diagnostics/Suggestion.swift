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

  /// How many letters to insert, remove, replace or swap with their neighbour to turn one into the other.
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

  /// What people remember of a name: not its case, nor how its words are joined.
  static func letters(of word: String) -> [UInt8] {
    word.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
  }
}
