import Dispatcher
internal import Glibc
import LinuxInput

extension DaemonStatus {
  /// What there is to say of a session now.
  init(
    of session: LiveSession, since start: Timestamp, _ reloading: LayoutReloading?, clientsRefused: Int,
    at now: Timestamp
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
      reloads: reloading?.counts ?? Reloads(), clientsRefused: clientsRefused)
  }
}

extension Pages {
  fileprivate func status(of layout: Layout) -> DaemonStatus.Page? {
    guard let state = state(of: layout) else { return nil }
    let device = device(of: layout.file)
    var page = DaemonStatus.Page(
      state: .held, device: device?.description.name, path: device?.node, refused: device?.panel.refused ?? 0)
    switch state {
    case .absent: page.state = .absent
    case .held: break
    case .waiting(let reason): (page.state, page.reason) = (.waiting, reason)
    case .failed(let reason): (page.state, page.reason) = (.failed, reason)
    }
    return page
  }
}

extension LiveSession {
  /// Every device that was looked at, by the numbers of their nodes.
  fileprivate var devices: [DaemonStatus.Device] {
    (touchscreens?.table.inOrder ?? []).map { device in
      let touchscreen = device.used?.touchscreen
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
