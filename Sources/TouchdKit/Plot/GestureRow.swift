import Dispatcher

/// The attempts of one recognizer.
struct GestureRow {
  enum Outcome: String { case recognized, cancelled, failed }

  /// One attempt, or several that share their columns.
  struct Attempt {
    /// From the landing of its first finger to the decision.
    var columns: ClosedRange<Int>
    /// Column in which it was recognized, of a gesture that continues.
    var begin: Int?
    let outcome: Outcome
    let reason: String?
    var count = 1
  }

  /// Reasons that are counted apart. (O)
  private static let mostReasons = 8

  let name: String
  let view: String
  private(set) var attempts: [Attempt] = []
  private(set) var counts: [Outcome: Int] = [:]
  private(set) var reasons: [String: Int] = [:]
  private var begin: Int?

  init(_ recognizer: GestureRecognizer) {
    name = recognizer.name
    view = recognizer.view?.identifier ?? "-"
  }

  /// A gesture that goes on was recognized.
  mutating func begin(in column: Int) { begin = column }

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

  /// Counts of its recognitions, and of its failures by reason.
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

/// The calls of one responder.
struct DeliveryRow {
  let responder: String
  private(set) var begans = Set<Int>()
  private(set) var moves = ColumnBars()
  private(set) var ends = Set<Int>()
  private(set) var cancels = Set<Int>()
  private(set) var count = 0

  init(_ responder: String) { self.responder = responder }

  mutating func add(_ phase: TouchPhase, in column: Int) {
    count += 1
    switch phase {
    case .began: begans.insert(column)
    case .moved, .stationary: moves.add(column...column)
    case .ended: ends.insert(column)
    case .cancelled: cancels.insert(column)
    }
  }
}

/// Deadlines of the application: the nearest, from when it is set to when it is reached or withdrawn.
struct DeadlineRow {
  private(set) var waits = ColumnBars()
  private(set) var reached = Set<Int>()
  private(set) var withdrawn = Set<Int>()
  private(set) var counts = (reached: 0, withdrawn: 0)
  private var pending: (since: Timestamp, due: Timestamp)?

  mutating func note(_ deadline: Timestamp?, at now: Timestamp, _ time: TimeScale) {
    guard deadline != pending?.due else { return }
    if let pending {
      let isReached = pending.due <= now
      let end = time.column(isReached ? pending.due : now)
      waits.add(time.column(pending.since)...max(time.column(pending.since), end))
      if isReached {
        reached.insert(end)
        counts.reached += 1
      } else {
        withdrawn.insert(end)
        counts.withdrawn += 1
      }
    }
    pending = deadline.map { (now, $0) }
  }
}

extension Set<Int> {
  /// A line across a band in each of these columns, as the `d` of a path.
  func ticks(x: Double, top: Double, height: Double) -> String {
    sorted().map { "M\(SVG.number(x + Double($0) + 0.5)) \(SVG.number(top))v\(SVG.number(height))" }.joined()
  }
}

/// Times during which something lasts, in columns. Those that touch are one.
struct ColumnBars {
  private(set) var bars: [ClosedRange<Int>] = []

  /// Takes a time; they come in the order of their ends.
  mutating func add(_ bar: ClosedRange<Int>) {
    var bar = bar
    while let last = bars.last, last.upperBound >= bar.lowerBound - 1 {
      bar = min(last.lowerBound, bar.lowerBound)...max(last.upperBound, bar.upperBound)
      bars.removeLast()
    }
    bars.append(bar)
  }

  /// Boxes, as the `d` of a path.
  func boxes(x: Double, top: Double, height: Double) -> String {
    bars.map { SVG.box(x + Double($0.lowerBound), top, width: Double($0.count), height: height) }.joined()
  }
}
