internal import CBaselines
import Dispatcher
internal import Glibc
import LinuxInput

/// The whole way from a panel's descriptor: a process, the harness, writes frames, and another one reads them.
struct DaemonPath {
  /// A stream of frames.
  struct Stream {
    /// Frames a second; 0 for as many as the reader takes.
    let rate: Int
    let fingers: Int
    let frames: Int

    var name: String { "\(rate == 0 ? "saturated" : "\(rate) Hz")/\(fingers)" }
  }

  /// A reader, and for touchd the layout that it has.
  struct Subject {
    let reader: Reader
    var isHeard = true
    var recognizers = 0

    var name: String {
      guard reader == .touchd else { return reader.rawValue }
      return "touchd/\(isHeard ? "plugin" : "nobody")/\(recognizers)"
    }

    static let all =
      [Subject(reader: .bare), Subject(reader: .libevdev)]
      + [true, false].flatMap { isHeard in
        [0, 2, 10].map { Subject(reader: .touchd, isHeard: isHeard, recognizers: $0) }
      }
  }

  static func streams(_ options: Options) -> [Stream] {
    [1, 10].flatMap { fingers in
      [
        Stream(rate: 125, fingers: fingers, frames: options.isQuick ? 3 : 100),
        Stream(rate: 1000, fingers: fingers, frames: options.isQuick ? 10 : 600),
        Stream(rate: 0, fingers: fingers, frames: options.isQuick ? 2000 : 40_000),
      ]
    }
  }

  /// The frames that come before those which count: fingers come down, caches fill.
  private var warmUp: Int { options.isQuick ? 5 : 50 }
  private let options: Options
  private let results: Results
  private let tree: ViewTree

  init(_ options: Options, _ results: Results) {
    (self.options, self.results) = (options, results)
    tree = .nested(options.isQuick ? 111 : 1000)
  }

  /// One round: every reader in turn on each stream, every other round in reverse.
  func measure(round: Int) {
    bench_pin(Options.processors.feeder)
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

  // MARK: - The two processes

  /// Starts the reader, sends it the stream, and waits for its end.
  ///
  /// - Returns: when each frame was written, in nanoseconds.
  private func feed(_ subject: Subject, _ stream: Stream, _ meter: Meter) throws -> [Int64] {
    let total = Int(meter.pointer.pointee.total)
    var stamps = [Int64](repeating: 0, count: total)
    let panel = try Pipe()
    let reader = try start(subject, stream, panel.reading, meter)
    _ = fcntl(panel.writing, F_SETFL, O_NONBLOCK)
    let places = fingers(stream.fingers).panelPlaces
    let result = panel_feed(
      panel.writing, places, Int32(places.count), meter.pointer, UInt64(stream.rate), &stamps)
    guard result >= 0 else { throw Failure("feeding the reader", code: -result) }
    panel.closeWriting()
    try reader.wait()
    return stamps
  }

  /// Starts the reader, and waits until it is ready.
  private func start(_ subject: Subject, _ stream: Stream, _ panel: Int32, _ meter: Meter) throws -> Child {
    var command = [
      "/proc/\(getpid())/exe", "read", subject.reader.rawValue, "--fingers", "\(stream.fingers)",
      "--processor", "\(Options.processors.reader)",
    ]
    if subject.reader == .touchd { command += ["--layout", try layout(of: subject)] }
    let output = try Pipe()
    let reader = try Child(
      command,
      descriptors: [
        (output.writing, STDOUT_FILENO), (panel, ReadCommand.panelDescriptor),
        (meter.descriptor.rawValue, ReadCommand.meterDescriptor),
      ])
    output.closeWriting()
    try output.wait(for: ["ready"], seconds: 120)
    return reader
  }

  private func layout(of subject: Subject) throws -> String {
    let text = LayoutText(isHeard: subject.isHeard, recognizers: subject.recognizers)
    return try options.write(
      text.layout(tree), to: "path-\(subject.isHeard ? "heard" : "unheard")-\(subject.recognizers).yaml")
  }

  /// Each in the innermost view of one of the page's ten branches.
  private func fingers(_ count: Int) -> Fingers {
    Fingers(
      in: tree.children.prefix(count).map { branch in
        branch.firstLine.dropFirst().reduce(branch.frame) { rect, view in
          view.frame.offsetBy(dx: rect.minX, dy: rect.minY)
        }
      })
  }
}
