internal import CBaselines
import Dispatcher
internal import Glibc
import LinuxInput

/// The whole way from a panel's descriptor: a process writes frames, another one reads them.
struct DaemonPath {
  /// The frames that come before those which count: fingers come down, caches fill.
  var warmUp: Int { options.isQuick ? 5 : 50 }
  let options: Options
  private let results: Results
  let tree: ViewTree

  init(_ options: Options, _ results: Results) {
    (self.options, self.results) = (options, results)
    tree = .nested(options.isQuick ? 111 : 1000)
  }

  /// One round: every reader in turn on each stream, every other round in reverse.
  func measure(round: Int) {
    bench_pin(options.feederProcessor)
    defer { bench_pin(-1) }
    for stream in Self.streams(options) {
      let name = "path/\(stream.name)"
      guard options.includes(name) else { continue }
      for subject in round % 2 == 0 ? Subject.all : Subject.all.reversed() {
        results.attempt("\(name)/\(subject.name)") { try measure(subject, stream, "\(name)/\(subject.name)") }
      }
    }
  }

  private func measure(_ subject: Subject, _ stream: Stream, _ name: String) throws {
    // Where frames queue up, a look at the clock for each would be a good part of what they cost.
    let every = stream.rate == 0 ? 16 : 1
    let meter = try Meter(first: warmUp, total: warmUp + stream.frames, every: every)
    let stamps = try feed(subject, stream, meter)
    let measured = meter.pointer.pointee
    try check(measured, subject, stream)
    let first = (warmUp + every - 1) / every * every
    let latencies = stride(from: first, to: stamps.count, by: every).map { frame -> Double in
      let nanoseconds = meter_seen(meter.pointer, UInt64(frame)) - stamps[frame]
      return Double(nanoseconds) / 1000
    }
    results.add("\(name)/cpu", Double(measured.nanoseconds) / Double(measured.measured) / 1000, "µs")
    results.add("\(name)/p50", percentile(latencies, 0.5), "µs")
    results.add("\(name)/p99", percentile(latencies, 0.99), "µs")
  }

  /// Whether the reader did what it was there for.
  private func check(_ measured: meter, _ subject: Subject, _ stream: Stream) throws {
    let total = warmUp + stream.frames
    guard measured.done == total, measured.measured > 0 else {
      throw Failure("the reader had \(measured.done) of \(total) frames")
    }
    if subject.reader == .touchd {
      let touches = subject.isHeard ? total * stream.fingers : 0
      guard measured.delivered == touches else {
        throw Failure("\(measured.delivered) touches were delivered instead of \(touches)")
      }
    } else {
      let places = fingers(stream.fingers).panelPlaces
      let sum = places.reduce(0) { $0 + Int64($1.x) + Int64($1.y) } * Int64(total)
      guard measured.sum == sum else {
        throw Failure("the positions add up to \(measured.sum) instead of \(sum)")
      }
    }
  }
}
