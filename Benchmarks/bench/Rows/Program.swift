internal import CBaselines
import Dispatcher
internal import Glibc
import LinuxInput
import TouchdKit

/// The `touchd` program as it ships, seen from outside.
struct Program {
  let options: Options
  let results: Results

  /// How often the program is started in a round.
  private static let startsPerRound = 5
  /// How long it has been ready when its memory is looked at, and how long it is then watched.
  private static let settlingTime = 1.0
  private static let idleTime = 10.0
  /// The views of the layout that is loaded.
  private static let views = 10_000
  /// What it says on standard error once it serves: with or without a touchscreen.
  private static let readyWords = ["no touchscreen yet", "using \""]

  func measure() throws {
    guard options.includes("program") else { return }
    guard access(options.program, X_OK) == 0 else {
      throw Failure("there is no \(options.program): run make build first")
    }
    let layouts = [
      ("10 views", try options.write(LayoutText().layout(.nested(10)), to: "program-10.yaml")),
      ("1,000 views", try options.write(LayoutText().layout(.nested(1000)), to: "program-1000.yaml")),
    ]
    for _ in 0..<options.rounds * (options.isQuick ? 1 : Self.startsPerRound) {
      for (name, layout) in layouts { try timeStart(layout, "program/\(name)/start") }
    }
    for (name, layout) in layouts { try watchIdle(layout, "program/\(name)") }
    try measureSize()
    try measureLoading()
  }

  // MARK: Running

  /// From before posix_spawn until the words that say that it serves.
  private func timeStart(_ layout: String, _ name: String) throws {
    let start = bench_now()
    let (child, _) = try startDaemon(layout)
    results.add(name, Double(bench_now() - start) / 1e6, "ms")
    child.end()
  }

  private func startDaemon(_ layout: String) throws -> (Child, Pipe) {
    let log = try Pipe()
    let child = try Child(
      [options.program, "run", "-c", layout], descriptors: [(log.writing, STDERR_FILENO)])
    log.closeWriting()
    try log.wait(for: Self.readyWords, seconds: 20)
    return (child, log)
  }

  /// Its memory, and how often it wakes up, while nothing happens.
  private func watchIdle(_ layout: String, _ name: String) throws {
    let (child, log) = try startDaemon(layout)
    defer { withExtendedLifetime(log) {} }
    sleep(options.isQuick ? 0.05 : Self.settlingTime)
    for (field, figure) in [("RssAnon", "anonymous memory"), ("VmRSS", "memory")] {
      results.add("\(name)/\(figure)", try Double(ProcessStatus.value(field, of: child.id)) / 1024, "MB")
    }
    let before = try ProcessStatus.wakes(of: child.id)
    let time = options.isQuick ? 0.1 : Self.idleTime
    sleep(time)
    let wakes = try ProcessStatus.wakes(of: child.id) - before
    results.add("\(name)/idle wakes", Double(wakes) * 60 / time, "a minute")
  }

  private func sleep(_ seconds: Double) { usleep(UInt32(seconds * 1_000_000)) }

  // MARK: Files

  private func measureSize() throws {
    let stripped = "\(options.folder)/touchd-stripped"
    try Child(["strip", "-o", stripped, options.program], descriptors: []).wait()
    var status = stat()
    guard stat(stripped, &status) == 0 else { throw Failure("no size of \(stripped)", code: errno) }
    results.add("program/size", Double(status.st_size) / 1_048_576, "MB")
  }

  private func measureLoading() throws {
    let count = options.isQuick ? 100 : Self.views
    let large = try options.write(LayoutText(isHeard: false).layout(.nested(count)), to: "program-large.yaml")
    let small = try options.write(LayoutText().layout(.nested(1)), to: "program-small.yaml")
    for _ in 0..<options.rounds {
      let whole = try timeCheck(large)
      results.add("program/load", whole - (try timeCheck(small)), "ms")
      results.add("program/reload", try Self.reload(large), "ms")
    }
  }

  /// The time that a reload takes: from the path of a layout to the tree of views, in milliseconds.
  static func reload(_ layout: String) throws -> Double {
    let start = bench_now()
    let live = LiveLayout(try LayoutLoading.layout(layout), [:])
    let time = bench_now() - start
    precondition(live.pipeline?.application.windows.isEmpty == false, "no window was built")
    return Double(time) / 1e6
  }

  /// The time of `touchd check`, from before posix_spawn until it has ended.
  private func timeCheck(_ layout: String) throws -> Double {
    let start = bench_now()
    let output = try Pipe()
    let child = try Child(
      [options.program, "check", layout], descriptors: [(output.writing, STDOUT_FILENO)])
    try child.wait()
    return Double(bench_now() - start) / 1e6
  }
}

/// The kernel's account of a process, in `/proc`.
private enum ProcessStatus {
  /// The number of a field of its status; memory is in KiB.
  static func value(_ field: String, of process: pid_t) throws -> Int {
    try value(field, in: "/proc/\(process)/status")
  }

  /// Number of times that any of its threads was switched to and away, of its own will or not.
  static func wakes(of process: pid_t) throws -> Int {
    let threads = "/proc/\(process)/task"
    return try entries(ofFolder: threads).reduce(0) { sum, thread in
      let path = "\(threads)/\(thread)/status"
      return sum + (try value("voluntary_ctxt_switches", in: path))
        + (try value("nonvoluntary_ctxt_switches", in: path))
    }
  }

  private static func value(_ field: String, in path: String) throws -> Int {
    let text = String(decoding: try contentsOfFile(path, limit: 1 << 16), as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(field):") }),
      let value = line.split(whereSeparator: { $0 == "\t" || $0 == " " }).dropFirst().first.flatMap({
        Int($0)
      })
    else { throw Failure("\(path) has no \(field)") }
    return value
  }
}
