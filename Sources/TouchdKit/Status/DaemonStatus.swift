package import Dispatcher

/// What the daemon says of itself: its layouts, its devices, and what went through since the start. Numbers and names
/// only; it never holds the place of a touch.
package struct DaemonStatus: Equatable, Sendable {
  package var version: String
  package var pid: Int32
  /// Since the start.
  package var uptime: Interval
  package var configuration: Configuration
  package var layouts: [Layout]
  package var devices: [Device]
  /// Of all layouts.
  package var counters: Pipeline.Counters
  /// Since the last event of any panel; `nil` if there was none.
  package var lastEventAge: Interval?
  /// From the kernel's stamp of a frame to the end of its delivery.
  package var latency: LatencyHistogram
  package var reloads: Reloads
  /// Clients of the control socket that may not use it, or were too many.
  package var clientsRefused: Int

  /// A layout that is in use.
  package struct Layout: Equatable, Sendable {
    package var file: String
    /// The name of its screen.
    package var name: String?
    /// Since it was loaded.
    package var age: Interval
    /// How many panels it has now.
    package var panels: Int
    /// What its page is doing; `nil` if it has none.
    package var page: Page?
    /// Why its screen is dark now; empty if it is lit.
    package var dark: [String]

    package init(
      file: String, name: String?, age: Interval, panels: Int, page: Page? = nil, dark: [String] = []
    ) {
      self.dark = dark
      self.file = file
      self.name = name
      self.age = age
      self.panels = panels
      self.page = page
    }
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
    /// Why it is not held.
    package var reason: String?
    /// What its device is called, and its node.
    package var device: String?
    package var path: String?
    /// How many contacts were not passed on, since the device had no slot for them.
    package var refused: Int

    package init(
      state: State, reason: String? = nil, device: String? = nil, path: String? = nil, refused: Int = 0
    ) {
      self.state = state
      self.reason = reason
      self.device = device
      self.path = path
      self.refused = refused
    }
  }

  /// An input device.
  package struct Device: Equatable, Sendable {
    /// What is done with it.
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
    /// Why it is not used.
    package var reason: String?
    /// The names of the pens that are near it now and keep fingers away.
    package var mutedBy: [String]

    package init(
      path: String, name: String?, state: State, layout: String? = nil, reason: String? = nil,
      mutedBy: [String] = []
    ) {
      self.mutedBy = mutedBy
      self.path = path
      self.name = name
      self.state = state
      self.layout = layout
      self.reason = reason
    }
  }

  package typealias Reloads = ReloadCounts

  package init(
    version: String, pid: Int32, uptime: Interval, configuration: Configuration = Configuration(),
    layouts: [Layout], devices: [Device], counters: Pipeline.Counters, lastEventAge: Interval?,
    latency: LatencyHistogram, reloads: Reloads, clientsRefused: Int
  ) {
    self.version = version
    self.pid = pid
    self.uptime = uptime
    self.configuration = configuration
    self.layouts = layouts
    self.devices = devices
    self.counters = counters
    self.lastEventAge = lastEventAge
    self.latency = latency
    self.reloads = reloads
    self.clientsRefused = clientsRefused
  }

  /// The status as a client asked for it.
  package func text(_ format: StatusFormat) -> String {
    switch format {
    case .text: words
    case .json: json.text + "\n"
    case .prometheus: prometheus
    }
  }
}
