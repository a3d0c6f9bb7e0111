import ArgumentParser
package import Dispatcher
import LinuxInput
import Logging

/// The daemon: a layout on the panels of the machine, for as long as it is wanted.
final class Daemon {
  private let settings: DaemonSettings
  private let logger = Logger.touchd

  init(_ settings: DaemonSettings) { self.settings = settings }

  /// Runs until SIGTERM or SIGINT.
  func run() throws { try onDevices(serve) }

  private func serve() throws {
    let runLoop = try LiveSession.makeRunLoop()
    let layout = settings.layout
    let launcher = settings.allowsExec ? Launcher(runLoop: runLoop) : nil
    if launcher == nil, let exec = layout.responders.first(where: { $0.plugin.value == "exec" }) {
      logger.warning(
        "responder \"\(exec.name.value)\" starts no program: only a daemon's file of root's may say `exec: true`"
      )
    }
    let application = try makeApplication(layout, layout.makePlugins(logger, launcher: launcher))
    let session = try LiveSession(application, on: runLoop)
    try session.start(layout.screen) { [logger] in report($0, to: logger) }
    if session.isEmpty {
      logger.notice(
        "no touchscreen yet; waiting for one \(layout.screen.touchscreen.match.words); `touchd --dump` says why a device is not used"
      )
    }
    try session.run()
  }
}

/// The tree of a layout. Where only a panel can say how large a millimetre is, the first that would do is asked.
package func makeApplication(
  _ layout: Layout, _ plugins: [String: any ResponderPlugin]
) throws -> LayoutApplication {
  if let application = try? layout.makeApplication(plugins) { return application }
  return try layout.placed { () throws(GeometryError) in
    try layout.makeApplication(plugins, panel: firstPanel(for: layout.screen))
  }
}

private func firstPanel(for screen: ScreenDescription) -> PanelBuilder? {
  // Nodes that cannot be read are reported when the touchscreens are opened.
  for node in (try? DeviceNode.all()) ?? [] {
    guard let device = try? InputDevice(path: node.path).description,
      screen.touchscreen.match.mismatch(device, node) == nil,
      let builder = try? PanelBuilder(device, for: screen)
    else { continue }
    return builder
  }
  return nil
}

private func report(_ change: Touchscreens.Change, to logger: Logger) {
  switch change {
  case .added(let touchscreen):
    logger.notice("using \"\(touchscreen.panel.name)\" (\(touchscreen.node.path))")
    for note in touchscreen.notes { logger.warning("\"\(touchscreen.panel.name)\": \(note)") }
  case .removed(let touchscreen):
    logger.notice(
      "\"\(touchscreen.panel.name)\" (\(touchscreen.node.path)) is gone; waiting for it to come back")
  case .interrupted(let touchscreen, .dropped):
    logger.warning("\"\(touchscreen.panel.name)\" lost events (SYN_DROPPED); its state was read anew")
  case .interrupted(let touchscreen, .suspended):
    logger.notice("\"\(touchscreen.panel.name)\" was asleep; what was down is cancelled")
  case .refused(let path, let name, let reason):
    logger.debug("\(path)\(name.map { " \"\($0)\"" } ?? "") is not used: \(reason)")
  case .noOutput(let name):
    logger.warning("\(missingOutput(name))")
  case .unmonitored(let error):
    logger.error("panels that are plugged in later will not be noticed: \(error)")
  case .denied(let path, let error):
    logger.error("\(path) cannot be used: \(error)")
  }
}

/// What to say of an output that a layout names and the machine does not have.
func missingOutput(_ name: String) -> String {
  "there is no output \"\(name)\" (/sys/class/drm/card*-\(name)/dpms), so touches count also while the screen is dark; "
    + "`ls /sys/class/drm` shows the names"
}

extension DeviceMatch {
  /// What is being waited for, in brackets.
  fileprivate var words: String {
    let conditions = [
      name.map { "name \"\($0)\"" }, vendor.map { "vendor \($0.hex)" }, product.map { "product \($0.hex)" },
      path.map { "path \"\($0)\"" }, serial.map { "serial \"\($0)\"" }, phys.map { "phys \"\($0)\"" },
    ].compactMap { $0 }
    return conditions.isEmpty ? "(any)" : "(\(conditions.joined(separator: ", ")))"
  }
}
