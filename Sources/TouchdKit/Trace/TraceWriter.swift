import Dispatcher

/// Writes what an application, its pipeline and its panels report as lines of a trace.
final class TraceWriter: TraceObserver {
  /// What it makes lines of.
  var kinds: Set<TraceKind>
  private let take: (TraceLine, _ origin: Timestamp) -> Void
  /// What the times of the lines count from.
  var origin = Timestamp.zero

  /// - Parameter output: takes one line without its end.
  convenience init(_ kinds: Set<TraceKind>, json: Bool, output: @escaping (String) -> Void) {
    self.init(kinds) { line, origin in output(json ? line.json(since: origin) : line.text(since: origin)) }
  }

  /// - Parameter take: takes each line, with what its time counts from.
  init(_ kinds: Set<TraceKind>, take: @escaping (TraceLine, _ origin: Timestamp) -> Void) {
    (self.kinds, self.take) = (kinds, take)
  }

  var leavesProcess: Bool { true }

  func shows(_ kind: TraceKind) -> Bool { kinds.contains(kind) }

  func write(_ line: TraceLine) {
    guard kinds.contains(line.kind) else { return }
    take(line, origin)
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    if let shown = record.shown { write(TraceLine(shown, since: origin, at: time)) }
  }
}

extension Pipeline.Interruption {
  /// What the lines of kind `device` say of it.
  var changes: [String] {
    switch self {
    case .dropped: ["resynced"]
    case .suspended: ["suspended", "resumed"]
    }
  }
}

extension JSON: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}
