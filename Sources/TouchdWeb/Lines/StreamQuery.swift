import Dispatcher
internal import NIOCore
import TouchdKit

/// A stream's request to the events socket at its start.
struct StreamQuery: Equatable, Sendable {
  var kinds: [String]
  var views: [String] = []
  var layout: String?

  /// The query of an address: `kind`, `view`, `layout`.
  ///
  /// - Returns: `nil` for a query that names no kind: the page asks later.
  init?(_ target: Target) {
    // Both `kind=touch&kind=event` and `kind=touch,event`.
    kinds = target["kind"].flatMap { $0.split(separator: ",").map(String.init) }
    guard !kinds.isEmpty else { return nil }
    views = target["view"]
    layout = target["layout"].last
  }

  init(kinds: [String]) { self.kinds = kinds }

  /// The request, with its line feed.
  var line: String {
    var members: JSON.Members = [("subscribe", .array(kinds.map(JSON.string)))]
    if !views.isEmpty { members.append(("views", .array(views.map(JSON.string)))) }
    if let layout { members.append(("layout", .string(layout))) }
    return JSON.object(members).text + "\n"
  }
}

/// Latencies of touches from the kernel's stamp to this program, for the page and for monitoring.
struct LineLatency {
  /// Since the last report, in microseconds.
  private var fresh: [Int64] = []
  /// The most that are kept between two reports: of a second with ten fingers at 200 Hz. (O)
  private static let mostFresh = 2000
  private static let prefix = Array(#"{"t":"#.utf8)
  private static let touch = Array(#","kind":"touch","#.utf8)

  /// Takes in a line; only those of touches count, for they carry the time of their frame.
  ///
  /// - Returns: how long it took.
  mutating func take(_ line: ByteBufferView, at now: Timestamp) -> Interval? {
    guard let time = Self.time(ofTouch: line) else { return nil }
    let delay = now - (.zero + Interval(microseconds: time))
    if fresh.count < Self.mostFresh { fresh.append(max(0, delay.microseconds)) }
    return delay
  }

  /// Latencies since the last report, as a line; `nil` if there are none.
  mutating func report() -> JSON? {
    guard !fresh.isEmpty else { return nil }
    let sorted = fresh.sorted()
    fresh = []
    func share(_ hundredths: Int) -> JSON { .integer(Int(sorted[(sorted.count - 1) * hundredths / 100])) }
    return .object([
      ("kind", .string("latency")), ("count", .integer(sorted.count)), ("median", share(50)),
      ("p99", share(99)),
      ("max", share(100)),
    ])
  }

  /// The time in microseconds, if it is a line of a touch.
  private static func time(ofTouch line: ByteBufferView) -> Int64? {
    guard line.starts(with: prefix) else { return nil }
    var time: Int64 = 0
    var index = line.startIndex + prefix.count
    while index < line.endIndex, case let digit = line[index], 48...57 ~= digit {
      let (next, overflows) = time.multipliedReportingOverflow(by: 10)
      guard !overflows, next <= .max - 9 else { return nil }
      time = next + Int64(digit - 48)
      index += 1
    }
    return line[index...].starts(with: touch) ? time : nil
  }
}
