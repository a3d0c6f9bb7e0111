import Dispatcher
import TestSupport
import YAML

@testable import TouchdKit

/// What watches a replay: the trace that a user would see, and the balance of phases.
final class Watchers: TraceObserver {
  let balance = Balance()
  let trace: TraceWriter
  /// The first line of the trace that would act on a terminal; `nil` if none would.
  private let lines = TraceLines()

  init(json: Bool) { trace = TraceWriter(Set(LineKind.traced), json: json, output: lines.take) }

  func record(_ record: TraceRecord, at time: Timestamp) {
    balance.record(record, at: time)
    trace.record(record, at: time)
  }

  /// What is wrong when every panel has gone; `nil` if nothing.
  var violation: String? {
    if let first = balance.violations.first { return first }
    if balance.open > 0 { return "\(balance.open) contacts never ended" }
    if let line = lines.unprintable { return "a line of the trace acts on the terminal: \(line)" }
    return nil
  }
}

/// Looks at the lines of a trace.
private final class TraceLines {
  private(set) var unprintable: String?

  func take(_ line: String) {
    if unprintable == nil, line.unicodeScalars.contains(where: \.isUnprintable) { unprintable = line }
  }
}
