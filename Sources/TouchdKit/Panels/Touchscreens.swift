package import Dispatcher
internal import Glibc
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
    /// A panel that would be used if its layout were another: it does not fit, or does not say which of several it wants.
    case unusable(path: String, name: String?, reason: String)
    /// A device that would be looked at, if the system let us.
    case denied(path: String, SystemError)
    /// The layout's output is not there: it counts as lit.
    case noOutput(String)
    /// udev cannot be listened to: what is plugged in from now on is not noticed.
    case unmonitored(SystemError)

    /// The device that is not used, and why, in one line; `nil` for other changes.
    package var unused: String? {
      switch self {
      case .refused(let path, let name, let reason), .unusable(let path, let name, let reason):
        "\(path)\(name.map { " \"\($0)\"" } ?? ""): \(reason)"
      case .denied(_, let error): "\(error)"
      case .added, .removed, .interrupted, .noOutput, .unmonitored: nil
      }
    }
  }

  /// A node that is there, and what became of it.
  struct Seen {
    let node: DeviceNode
    let name: String?
    /// Why it is not used; `nil` if it is.
    let notUsed: NotUsed?
  }

  /// Every node that was looked at and is there, by its path: no more than the kernel numbers, 1,024.
  @exclusivity(unchecked) private(set) var seen: [String: Seen] = [:]
  /// Called after each batch of deliveries.
  @exclusivity(unchecked) var onDelivery: () -> Void = {}
  @exclusivity(unchecked) private var layouts: [LiveLayout]
  private let choice: PanelChoice
  private let meter: InputMeter
  private let runLoop: RunLoop
  private let onChange: (Change) -> Void
  private let openDevice: (String) throws -> InputDevice
  @exclusivity(unchecked) private var monitor: DeviceMonitor?
  @exclusivity(unchecked) private var retries = OpenRetries()
  @exclusivity(unchecked) private var retryTimer: LoopTimer?
  @exclusivity(unchecked) private var open: [String: Open] = [:]

  private struct Open {
    let candidate: PanelCandidate
    let touchscreen: Touchscreen
    let watch: RunLoop.Watch
  }

  /// More than this many touchscreens on one machine are a mistake somewhere. (O)
  private static let limit = 32

  /// - Parameters:
  ///   - openDevice: opens a device node. Tests have nodes of their own.
  ///   - onChange: called on the run loop.
  init(
    for layouts: [LiveLayout], _ choice: PanelChoice, _ meter: InputMeter = InputMeter(), on runLoop: RunLoop,
    openDevice: @escaping (String) throws -> InputDevice = { try InputDevice(path: $0) },
    onChange: @escaping (Change) -> Void
  ) {
    self.layouts = layouts
    self.choice = choice
    self.meter = meter
    self.runLoop = runLoop
    self.openDevice = openDevice
    self.onChange = onChange
  }

  var isEmpty: Bool { open.isEmpty }

  /// The touchscreens in use, by the paths of their nodes.
  var used: [Touchscreen] { open.keys.sorted().compactMap { open[$0]?.touchscreen } }

  /// Opens what is there, and follows what comes and goes.
  func start() throws(SystemError) {
    retryTimer = try LoopTimer(on: runLoop) { [unowned self] in
      consider(retries.due(at: MonotonicClock.now))
      onDelivery()
    }
    reportMissingOutputs()
    // Listen first, look afterwards: so nothing is missed in between.
    do {
      try listen()
    } catch {
      onChange(.unmonitored(error))
    }
    try rescan()
  }

  /// Gives the devices that are there to other layouts. Let go of them first, by ``closeAll()``.
  func use(_ layouts: [LiveLayout]) {
    self.layouts = layouts
    reportMissingOutputs()
    consider(seen.values.map(\.node).sorted { $0.number < $1.number })
  }

  private func reportMissingOutputs() {
    for output in layouts.compactMap(\.output) where !output.exists { onChange(.noOutput(output.name)) }
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
    var nodes = try DeviceNode.all()
    if case .nodes(let paths) = choice {
      // A node that was named need not be known to udev.
      nodes += paths.filter { path in !nodes.contains { $0.path == path } }.map {
        DeviceNode(path: $0, number: 0)
      }
    }
    // What went while nobody told of it.
    seen = seen.filter { path, _ in open[path] != nil || nodes.contains { $0.path == path } }
    consider(nodes)
  }

  /// Takes up what came, and lets go of what went.
  func follow(_ change: DeviceChange) {
    switch change {
    case .added(let node), .changed(let node): consider([node])
    case .removed(let node):
      seen[node.path] = nil
      retries.remove(node.path)
      close(node.path)
    case .lost: try? rescan()
    }
  }

  /// Why layouts would not do for a panel that is in use: they do not fit it, or do not say which of them is for it.
  func problem(with layouts: [LiveLayout]) -> String? {
    let selection = PanelSelection(layouts: layouts, choice: choice) { [open] path throws(SystemError) in
      guard let device = open[path]?.candidate.device else {
        throw SystemError(call: "open", on: path, code: ENODEV)
      }
      return device
    }
    let nodes = open.values.map(\.candidate.node).sorted { $0.number < $1.number }
    return selection.outcomes(nodes, beside: []).lazy.compactMap(\.problem).first
  }

  /// Cancels what is down everywhere and lets all devices go: no change of theirs.
  func closeAll() {
    for path in open.keys.sorted() { _ = release(path) }
  }
}

// MARK: - Taking and letting go

extension Touchscreens {
  /// Opens the devices that are for a layout, and says of the others why they are not.
  private func consider(_ nodes: [DeviceNode]) {
    let selection = PanelSelection(layouts: layouts, choice: choice, open: openDevice)
    let news = nodes.filter(isNews)
    for outcome in selection.outcomes(news, beside: open.values.map(\.candidate)) {
      switch outcome {
      case .taken(let candidate): take(candidate)
      case .left(let node, let name, let reason): leave(node, name, reason)
      }
    }
    retryTimer?.set(retries.next)
  }

  private func isNews(_ node: DeviceNode) -> Bool {
    guard choice.includes(node.path) else { return false }
    guard let known = open[node.path]?.candidate.node else { return true }
    if known.isUsed(like: node) { return false }
    // udev had not finished with it when it was opened, or somebody has calibrated it anew.
    if let touchscreen = release(node.path) { onChange(.removed(touchscreen)) }
    return true
  }

  private func leave(_ node: DeviceNode, _ name: String?, _ notUsed: NotUsed) {
    seen[node.path] = Seen(node: node, name: name, notUsed: notUsed)
    switch notUsed {
    case .denied(let error):
      if retries.add(node, at: MonotonicClock.now) { onChange(.denied(path: node.path, error)) }
    case .foreign(let reason):
      retries.remove(node.path)
      onChange(.refused(path: node.path, name: name, reason: reason))
    case .unfit(let reason), .undecided(let reason):
      retries.remove(node.path)
      onChange(.unusable(path: node.path, name: name, reason: reason))
    }
  }

  private func take(_ candidate: PanelCandidate) {
    do throws(NotUsed) {
      guard open.count < Self.limit else {
        throw .foreign(reason: "\(Self.limit) touchscreens are open already")
      }
      try use(candidate)
    } catch {
      leave(candidate.node, candidate.name, error)
    }
  }

  private func use(_ candidate: PanelCandidate) throws(NotUsed) {
    let touchscreen = try touchscreen(of: candidate)
    touchscreen.onInterruption = { [unowned self, unowned touchscreen] interruption in
      onChange(.interrupted(touchscreen, interruption))
    }
    let path = candidate.node.path
    do throws(SystemError) {
      let watch = try runLoop.watch(candidate.device.fileDescriptor) { [unowned self] readiness in
        served(path, touchscreen.serve(readiness))
      }
      open[path] = Open(candidate: candidate, touchscreen: touchscreen, watch: watch)
    } catch {
      touchscreen.detach()
      throw .denied(error)
    }
    candidate.layout.panels += 1
    seen[path] = Seen(node: candidate.node, name: candidate.name, notUsed: nil)
    retries.remove(path)
    onChange(.added(touchscreen))
    // What came between opening and watching, and frames that a hang-up follows at once.
    served(path, touchscreen.serve(.readable))
  }

  private func touchscreen(of candidate: PanelCandidate) throws(NotUsed) -> Touchscreen {
    let pipeline: Pipeline
    do {
      pipeline = try candidate.layout.pipeline(for: candidate.builder)
    } catch {
      throw .unfit(reason: candidate.layout.layout.problem(error))
    }
    do {
      return try Touchscreen(candidate, pipeline, meter)
    } catch {
      throw .denied(error)
    }
  }

  private func served(_ path: String, _ isThere: Bool) {
    if !isThere { close(path) }
    onDelivery()
  }

  private func close(_ path: String) {
    guard let touchscreen = release(path) else { return }
    seen[path] = nil
    onChange(.removed(touchscreen))
    reconsiderUndecided()
  }

  /// Where two panels were one too many, one may be left.
  private func reconsiderUndecided() {
    let nodes = seen.values.compactMap { seen -> DeviceNode? in
      if case .undecided = seen.notUsed { seen.node } else { nil }
    }
    if !nodes.isEmpty { consider(nodes.sorted { $0.number < $1.number }) }
  }

  private func release(_ path: String) -> Touchscreen? {
    guard let one = open.removeValue(forKey: path) else { return nil }
    runLoop.cancel(one.watch)
    one.touchscreen.detach()
    one.candidate.layout.panels -= 1
    return one.touchscreen
  }
}

extension DeviceNode {
  /// Whether what udev says of both leads to the same touches.
  fileprivate func isUsed(like other: DeviceNode) -> Bool {
    idPath == other.idPath && serial == other.serial && calibration == other.calibration
  }
}
