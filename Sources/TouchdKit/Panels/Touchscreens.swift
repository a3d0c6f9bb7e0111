package import Dispatcher
package import LinuxInput

/// The touchscreens of the machine that a layout is for, as they come and go.
package final class Touchscreens {
  /// What became of a device.
  package enum Change {
    case added(Touchscreen)
    /// It was unplugged or revoked; it is taken up again when it comes back.
    case removed(Touchscreen)
    /// It lost events, or was asleep; its state was read anew, and it goes on.
    case interrupted(Touchscreen, Pipeline.Interruption)
    /// A device that is not used, and why.
    case refused(path: String, name: String?, reason: String)
    /// A device that would be looked at, if the system let us.
    case denied(path: String, SystemError)
    /// The layout's output is not there: it counts as lit.
    case noOutput(String)
    /// udev cannot be listened to: what is plugged in from now on is not noticed.
    case unmonitored(SystemError)

    /// The device that is not used, and why, in one line; `nil` for other changes.
    package var unused: String? {
      switch self {
      case .refused(let path, let name, let reason): "\(path)\(name.map { " \"\($0)\"" } ?? ""): \(reason)"
      case .denied(_, let error): "\(error)"
      case .added, .removed, .interrupted, .noOutput, .unmonitored: nil
      }
    }
  }

  private let screen: ScreenDescription
  private let pipeline: Pipeline
  private let runLoop: RunLoop
  private let onChange: (Change) -> Void
  @exclusivity(unchecked) private var monitor: DeviceMonitor?
  private let output: DisplayOutput?
  /// The only nodes to use; empty for all that match.
  private let paths: [String]
  private let openDevice: (String) throws -> InputDevice
  /// Called after each batch of deliveries.
  @exclusivity(unchecked) var onDelivery: () -> Void = {}
  @exclusivity(unchecked) private var open: [String: (touchscreen: Touchscreen, watch: RunLoop.Watch)] = [:]

  /// More than this many touchscreens on one machine are a mistake somewhere. (O)
  private static let limit = 32

  /// - Parameters:
  ///   - paths: device nodes, the only ones to use; empty for all that match the layout.
  ///   - openDevice: opens a device node. Tests have nodes of their own.
  ///   - onChange: called on the run loop.
  init(
    for screen: ScreenDescription, _ pipeline: Pipeline, on runLoop: RunLoop, paths: [String] = [],
    openDevice: @escaping (String) throws -> InputDevice = { try InputDevice(path: $0) },
    onChange: @escaping (Change) -> Void
  ) {
    self.screen = screen
    output = screen.output.map { DisplayOutput(name: $0) }
    self.pipeline = pipeline
    self.runLoop = runLoop
    self.paths = paths
    self.openDevice = openDevice
    self.onChange = onChange
  }

  var isEmpty: Bool { open.isEmpty }

  /// Opens what is there, and follows what comes and goes.
  func start() throws(SystemError) {
    if let output, !output.exists { onChange(.noOutput(output.name)) }
    // Listen first, look afterwards: so nothing is missed in between.
    do {
      try listen()
    } catch {
      onChange(.unmonitored(error))
    }
    try rescan()
  }

  private func listen() throws(SystemError) {
    let monitor = try DeviceMonitor()
    _ = try runLoop.watch(monitor.fileDescriptor) { [unowned self] _ in
      for change in monitor.receive() { follow(change) }
      onDelivery()
    }
    self.monitor = monitor
  }

  private func rescan() throws(SystemError) {
    let nodes = try DeviceNode.all()
    for node in nodes { consider(node) }
    // A node that was named need not be known to udev.
    for path in paths where !nodes.contains(where: { $0.path == path }) {
      consider(DeviceNode(path: path, number: 0))
    }
  }

  /// Takes up what came, and lets go of what went.
  func follow(_ change: DeviceChange) {
    switch change {
    case .added(let node), .changed(let node): consider(node)
    case .removed(let node): close(node.path)
    case .lost: try? rescan()
    }
  }

  /// Opens a device if it is one of ours, and says why if it is not.
  private func consider(_ node: DeviceNode) {
    guard paths.isEmpty || paths.contains(node.path) else { return }
    if let known = open[node.path]?.touchscreen.node {
      // udev had not finished with it when it was opened, or somebody has calibrated it anew.
      guard !known.isUsed(like: node) else { return }
      close(node.path)
    }
    guard open.count < Self.limit else {
      return onChange(
        .refused(path: node.path, name: nil, reason: "\(Self.limit) touchscreens are open already"))
    }
    do {
      try use(openDevice(node.path), node)
    } catch let error as SystemError {
      onChange(.denied(path: node.path, error))
    } catch {
      onChange(.refused(path: node.path, name: nil, reason: "\(error)"))
    }
  }

  private func use(_ device: InputDevice, _ node: DeviceNode) throws {
    func refuse(_ reason: String) {
      onChange(.refused(path: node.path, name: device.description.name, reason: reason))
    }
    let builder: PanelBuilder
    do {
      builder = try PanelBuilder(device.description, for: screen)
    } catch {
      return refuse(error.reason)
    }
    if let mismatch = screen.touchscreen.match.mismatch(device.description, node) {
      return refuse(mismatch)
    }
    let touchscreen = try Touchscreen(node, device, builder, pipeline, output: output)
    touchscreen.onInterruption = { [unowned self, unowned touchscreen] interruption in
      onChange(.interrupted(touchscreen, interruption))
    }
    let watch = try runLoop.watch(device.fileDescriptor) { [unowned self, touchscreen] readiness in
      let isThere = touchscreen.serve(readiness)
      served(touchscreen, isThere)
    }
    open[node.path] = (touchscreen, watch)
    onChange(.added(touchscreen))
    // What came between opening and watching, and frames that a hang-up follows at once.
    served(touchscreen, touchscreen.serve(.readable))
  }

  private func served(_ touchscreen: Touchscreen, _ isThere: Bool) {
    if !isThere { close(touchscreen.node.path) }
    onDelivery()
  }

  /// Cancels what is down everywhere and lets all devices go: no change of theirs.
  func closeAll() {
    for path in open.keys.sorted() { _ = release(path) }
  }

  private func close(_ path: String) {
    if let touchscreen = release(path) { onChange(.removed(touchscreen)) }
  }

  private func release(_ path: String) -> Touchscreen? {
    guard let (touchscreen, watch) = open.removeValue(forKey: path) else { return nil }
    runLoop.cancel(watch)
    touchscreen.detach()
    return touchscreen
  }
}

extension DeviceNode {
  /// Whether what udev says of both leads to the same touches.
  fileprivate func isUsed(like other: DeviceNode) -> Bool {
    idPath == other.idPath && serial == other.serial && calibration == other.calibration
  }
}
