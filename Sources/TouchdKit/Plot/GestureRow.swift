import Dispatcher

/// The attempts of one recognizer.
struct GestureRow {
  /// What became of an attempt.
  enum Outcome: String {
    case recognized
    case cancelled
    case failed
  }

  /// One attempt, or several that share their columns.
  struct Attempt {
    /// From the landing of its first finger to the decision.
    var columns: ClosedRange<Int>
    /// Where it was recognized, of a gesture that goes on then.
    var begin: Int?
    let outcome: Outcome
    /// Why it failed.
    let reason: String?
    var count = 1
  }

  /// How many reasons are counted apart. (O)
  private static let mostReasons = 8

  let name: String
  let view: String
  private(set) var attempts: [Attempt] = []
  private(set) var counts: [Outcome: Int] = [:]
  /// How often it failed for which reason.
  private(set) var reasons: [String: Int] = [:]
  private var begin: Int?

  init(_ recognizer: GestureRecognizer) {
    name = recognizer.name
    view = recognizer.view?.identifier ?? "-"
  }

  /// A gesture that goes on was recognized.
  mutating func begin(in column: Int) { begin = column }

  /// An attempt is over.
  mutating func end(_ columns: ClosedRange<Int>, _ outcome: Outcome, _ reason: String?) {
    counts[outcome, default: 0] += 1
    if let reason {
      let isKnown = reasons[reason] != nil || reasons.count < Self.mostReasons
      reasons[isKnown ? reason : "other reasons", default: 0] += 1
    }
    defer { begin = nil }
    if var last = attempts.last, last.outcome == outcome, last.columns.upperBound >= columns.lowerBound,
      last.columns.count <= 2, columns.count <= 2
    {
      last.columns =
        min(last.columns.lowerBound, columns.lowerBound)...max(last.columns.upperBound, columns.upperBound)
      last.count += 1
      attempts[attempts.count - 1] = last
    } else if attempts.count < 2 * TimeScale.columns {
      attempts.append(Attempt(columns: columns, begin: begin, outcome: outcome, reason: reason))
    }
  }

  /// How often it was recognized, and how often it was not and why.
  var words: String {
    var parts = [Outcome.recognized, .cancelled].compactMap { outcome in
      counts[outcome].map { "\($0) \(outcome.rawValue)" }
    }
    if let failed = counts[.failed] {
      let why = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) × \($0.key)" }
      parts.append("\(failed) failed (\(why.joined(separator: ", ")))")
    }
    return "\(name): \(parts.joined(separator: ", "))"
  }
}
