package import Dispatcher
internal import Glibc
import LinuxInput

/// The daemon's report on itself: its layouts, its devices, and its counts since the start. Numbers and names
/// only; it never holds the place of a touch.
package struct DaemonStatus: Sendable {
  package var version: String
  package var pid: Int32
  /// Since the start.
  package var uptime: Interval
  package var configuration = Configuration()
  package var layouts: [Layout]
  package var devices: [Device]
  /// Of all layouts.
  package var counters: Pipeline.Counters
  /// Since the last event of any panel; `nil` if there was none.
  package var lastEventAge: Interval?
  /// From the kernel's stamp of a frame to the end of its delivery.
  package var latency: LatencyHistogram
  package var reloads: ReloadCounts
  /// Clients of the sockets that may not use them, or were too many.
  package var clientsRefused: Int
  /// The memory of the last minutes; `nil` if nothing is remembered.
  package var recorder: Recorder?
  package var incidents = Incidents()
  /// Sums of what visitors did, of each layout that counts it.
  var statistics: [Visits] = []

  /// Visits of a layout in the hours that are over.
  struct Visits: Equatable, Sendable {
    var file: String
    var name: String
    var sums: Figures
  }

  /// A layout that is in use.
  package struct Layout: Equatable, Sendable {
    package var file: String
    /// The name of its screen.
    package var name: String?
    /// Since it was loaded.
    package var age: Interval
    /// The number of its panels.
    package var panels: Int
    /// State of its page; `nil` if it has none.
    package var page: Page?
    /// Reasons for which its screen is dark; empty if it is lit.
    package var dark: [String] = []
  }

  /// The page of a layout: what the programs on the screen have in the place of its panel.
  package struct Page: Equatable, Sendable {
    package enum State: String, Sendable, CaseIterable {
      /// The panel is not there.
      case absent
      /// The panel is touchd's alone, and the page gets what nothing keeps.
      case held
      /// The layout only listens, until the panel can be taken.
      case waiting
      /// The layout only listens, since the system makes no device for the page.
      case failed
    }

    package var state: State
    /// Reason for which it is not held.
    package var reason: String?
    /// Name of its device, and its node.
    package var device: String?
    package var path: String?
    /// The number of contacts that were not passed on, since the device had no slot for them.
    package var refused = 0
  }

  package struct Device: Equatable, Sendable {
    package enum State: String, Sendable, CaseIterable {
      case used
      /// It is no touchscreen, or no layout is for it.
      case refused
      /// It is a layout's, but the layout does not fit it.
      case unfit
      /// It is not decided which layout it is for, or which of several panels the layout is for.
      case undecided
      /// The system does not let us look at it.
      case denied
    }

    package var path: String
    package var name: String?
    package var state: State
    /// The file of the layout that uses it.
    package var layout: String?
    /// Reason for which it is not used.
    package var reason: String?
    /// The names of the pens that are near it now and keep fingers away.
    package var mutedBy: [String] = []
  }

  /// The memory of the last minutes.
  package struct Recorder: Equatable, Sendable {
    package var keep: Interval
    /// Its size in bytes.
    package var size: Int
    /// Path at which root reads it.
    package var path: String
  }

  /// The recordings of incidents on the disk.
  package struct Incidents: Equatable, Sendable {
    package var count = 0
    /// Number of the last.
    package var last: Int?
    /// Meaning of the last.
    package var reason: String?
    /// Since the last.
    package var age: Interval?
  }

  /// The status as a client asked for it.
  package func text(_ format: StatusFormat) -> String {
    switch format {
    case .text: words
    case .json: json.text + "\n"
    case .prometheus: prometheus
    }
  }

  /// Which configuration is at work, and why it is not what the files say.
  package struct Configuration: Equatable, Sendable {
    package typealias State = ConfigurationState.Word

    /// Reason for which the files are not in use.
    package struct Trouble: Equatable, Sendable {
      /// The first of the problems, in a line.
      package var because: String
      /// Since when, by the calendar, in UTC: `2026-11-22T10:41:05Z`.
      package var since: String
      package var age: Interval
    }

    package var state = State.files
    package var trouble: Trouble?
    /// The files whose readings were given up, and have not ended.
    package var hangingFiles: [String] = []
    /// Reason for which the last good files are not kept.
    package var copyProblem: String?
  }

  /// Count of something since the start.
  package subscript(counter: DaemonCounter) -> Int {
    switch counter {
    case .frames: counters.frames
    case .touches: counters.touches
    case .ended: counters.ended
    case .cancelled: counters.cancelled
    case .dropped: counters.dropped
    case .late: latency.late
    case .coalesced: counters.coalesced
    }
  }
}

extension DaemonStatus {
  init(
    of session: LiveSession, since start: Timestamp, _ reloading: LayoutReloading?, clientsRefused: Int,
    _ box: BlackBox?, _ incidents: TouchdKit.Incidents?, at now: Timestamp
  ) {
    self.init(
      version: Program.version, pid: getpid(), uptime: now - start,
      configuration: reloading.map { Configuration($0, at: now) } ?? Configuration(state: .starting),
      layouts: session.layouts.map { layout in
        Layout(
          file: layout.name, name: layout.layout.screen.name, age: now - layout.since, panels: layout.panels,
          page: session.pages?.status(of: layout.layout), dark: layout.screen.causes)
      },
      devices: session.devices, counters: session.counters,
      lastEventAge: session.meter.lastEvent.map { now - $0 }, latency: session.meter.latency,
      reloads: reloading?.counts ?? ReloadCounts(), clientsRefused: clientsRefused)
    recorder = box?.ring.map { ring in
      Recorder(keep: ring.keep, size: ring.size, path: "/proc/\(getpid())/fd/\(ring.fileDescriptor)")
    }
    guard let files = incidents?.files, let last = files.last else { return }
    self.incidents = Incidents(
      count: files.count, last: last.number, reason: last.incident.words,
      age: .seconds(Double(max(IncidentFolder.now - last.time, 0))))
  }
}

extension LiveSession {
  /// Every device that was looked at, by the numbers of their nodes.
  fileprivate var devices: [DaemonStatus.Device] {
    (touchscreens?.table.inOrder ?? []).map { device in
      let touchscreen = device.used
      return DaemonStatus.Device(
        path: device.node.path, name: device.name, state: device.notUsed.state,
        layout: touchscreen?.layout.name, reason: device.notUsed?.reason,
        mutedBy: touchscreen.map { $0.pipeline.pensMuting($0.panel) } ?? [])
    }
  }
}

extension NotUsed? {
  fileprivate var state: DaemonStatus.Device.State {
    switch self {
    case nil: .used
    case .denied: .denied
    case .foreign, .crowdedOut, .strayPen, .page: .refused
    case .unfit: .unfit
    case .undecided: .undecided
    }
  }
}

extension DaemonStatus.Configuration {
  init(_ reloading: LayoutReloading, at now: Timestamp) {
    self.init(
      state: reloading.state.word,
      trouble: reloading.state.trouble.map { trouble in
        let age = now - trouble.since
        return Trouble(because: trouble.reason, since: calendarTime(ago: age), age: age)
      },
      hangingFiles: reloading.reads.hangingFiles, copyProblem: reloading.keeping?.problem)
  }

  /// A line for each fact.
  var lines: [String] {
    let state = self.state.words + (trouble.map { " since \($0.since), because \($0.because)" } ?? "")
    let hanging = hangingFiles.map { "reading \($0) has not ended" }
    let copy = copyProblem.map { "the last good files are not kept: \($0)" }
    return ([state] + hanging + [copy].compactMap { $0 }).map { "configuration: \($0)" }
  }

  var json: JSON {
    .object([
      ("state", .string(state.rawValue)), ("since", .text(trouble?.since)),
      ("age_s", trouble.map { .decimal($0.age.seconds) } ?? .null), ("because", .text(trouble?.because)),
      ("hanging", .array(hangingFiles.map(JSON.string))), ("copy_problem", .text(copyProblem)),
    ])
  }

  func write(to page: inout PrometheusPage) {
    page.gauge(
      "configuration", "Which configuration is in use: what the files say is 'files'.",
      State.allCases.map { .init($0 == state ? 1 : 0, ("state", $0.rawValue)) })
    if let trouble {
      page.gauge(
        "configuration_trouble_seconds", "Time since the files could be used.", [.init(trouble.age.seconds)])
    }
    page.gauge(
      "configuration_hanging_reads", "Files whose readings were given up, and have not ended.",
      [.init(Double(hangingFiles.count))])
    page.gauge(
      "configuration_copy_problem", "Whether the last good files could not be kept.",
      [.init(copyProblem == nil ? 0 : 1)])
  }
}

extension ConfigurationState.Word {
  fileprivate var words: String {
    switch self {
    case .starting: "being read"
    case .files: "as the files say"
    case .former: "as the files were when they could last be used,"
    case .copy: "last good copy"
    case .waiting: "none, waiting for good files"
    }
  }
}

/// Counters of the daemon's touches, by the names of the JSON object and, as `touchd_NAME_total`, of Prometheus.
/// Reloads and refused clients are not touches: the JSON object has them beside its `counters`, and Prometheus has the
/// former by their results (``DaemonStatus/prometheus``).
package enum DaemonCounter: String, CaseIterable, Sendable {
  case frames, touches, ended, cancelled, dropped, late, coalesced

  /// Its meaning, in a line.
  package var summary: String {
    switch self {
    case .frames: "Frames read from the panels (SYN_REPORT)."
    case .touches: "Contacts that began."
    case .ended: "Contacts that lifted."
    case .cancelled: "Contacts that were cancelled."
    case .dropped: "Times the kernel lost events (SYN_DROPPED)."
    case .late: "Frames that were delivered after more than 16 ms."
    case .coalesced: "Samples that were delivered together with later ones, since deliveries lagged behind."
    }
  }
}
