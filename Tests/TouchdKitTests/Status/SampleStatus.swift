@testable import Dispatcher
@testable import TouchdKit

extension DaemonStatus {
  /// The status of a kiosk that has run for three days; docs/reference.md shows it.
  static var sample: DaemonStatus {
    var latency = LatencyHistogram()
    for (microseconds, count) in [(110, 3120), (240, 12_411), (900, 22), (17_000, 1)] {
      for _ in 0..<count { latency.record(Interval(microseconds: Int64(microseconds))) }
    }
    var counters = Pipeline.Counters()
    counters.frames = 15_554
    counters.touches = 412
    counters.ended = 409
    counters.cancelled = 3
    counters.dropped = 1
    counters.coalesced = 4
    return DaemonStatus(
      version: "0.2.0", pid: 812, uptime: .seconds(273_840.5),
      configuration: Configuration(
        state: .copy,
        trouble: Configuration.Trouble(
          because: "/etc/touchd/lobby.yaml:7:5: error: unknown key \"onTouch\" in a view",
          since: "2026-11-22T10:41:05Z", age: .seconds(660))),
      layouts: [
        Layout(
          file: "/etc/touchd/lobby.yaml", name: "lobby", age: .seconds(7500), panels: 1,
          page: Page(
            state: .held, device: "touchd eGalax Inc. USB TouchController", path: "/dev/input/event7"),
          dark: ["output HDMI-A-1"])
      ],
      devices: [
        Device(
          path: "/dev/input/event3", name: "eGalax Inc. USB TouchController", state: .used,
          layout: "/etc/touchd/lobby.yaml", mutedBy: ["eGalax Inc. USB TouchController Pen"]),
        Device(
          path: "/dev/input/event1", name: "Logitech USB Optical Mouse", state: .refused,
          reason: "it has no absolute position"),
        Device(
          path: "/dev/input/event4", name: nil, state: .denied,
          reason: "open /dev/input/event4: Permission denied (EACCES)"),
      ],
      counters: counters, lastEventAge: .seconds(2.75), latency: latency,
      reloads: ReloadCounts(
        done: 2, failed: 1,
        lastFailure: "/etc/touchd/lobby.yaml:7:5: error: unknown key \"onTouch\" in a view"),
      clientsRefused: 0, recorder: Recorder(keep: .seconds(300), size: 8 << 20, path: "/proc/812/fd/9"),
      incidents: Incidents(count: 3, last: 17, reason: "a contact was stuck", age: .seconds(7500)))
  }

  /// A daemon that was started just now, on a machine without an input device.
  static var empty: DaemonStatus {
    DaemonStatus(
      version: "0.2.0", pid: 1, uptime: Interval(microseconds: 0), layouts: [], devices: [],
      counters: Pipeline.Counters(),
      lastEventAge: nil, latency: LatencyHistogram(), reloads: ReloadCounts(), clientsRefused: 0)
  }

  /// Names that would act on a terminal, or end a label, a string or a line.
  static var hostile: DaemonStatus { named("a\"b\\c\nd\u{1b}[2J{}\u{202e}") }

  /// A status in which everything that others choose is one text.
  static func named(_ name: String) -> DaemonStatus {
    var status = empty
    status.layouts = [Layout(file: name, name: name, age: Interval(microseconds: 0), panels: 0, dark: [name])]
    status.devices = Device.State.allCases.map {
      Device(path: name, name: name, state: $0, layout: name, reason: name, mutedBy: [name])
    }
    // What has the same labels twice.
    status.devices += status.devices
    status.reloads.lastFailure = name
    status.configuration = Configuration(
      state: .former,
      trouble: Configuration.Trouble(because: name, since: name, age: Interval(microseconds: 0)),
      hangingFiles: [name], copyProblem: name)
    return status
  }
}
