import Dispatcher
import LinuxInput

/// The touchscreens of the machine that a layout is for, as they come and go.
package final class Touchscreens {
  /// Every device that was looked at and is there.
  @exclusivity(unchecked) private(set) var table = DeviceTable()
  /// Called after each batch of deliveries.
  @exclusivity(unchecked) var onDelivery: () -> Void = {}
  @exclusivity(unchecked) private var layouts: [LiveLayout]
  /// The panel that each layout has, or had last.
  @exclusivity(unchecked) private var owners: [String: String] = [:]
  /// Whether panels have come, or gone, since the devices that are not used were last looked at.
  @exclusivity(unchecked) private var news = (arrival: false, departure: false)
  /// When the nodes are listed again that could not be.
  @exclusivity(unchecked) private var rescanDue: Timestamp?
  @exclusivity(unchecked) private var monitor: DeviceMonitor?
  @exclusivity(unchecked) private var timer: LoopTimer?
  private let choice: PanelChoice
  private let meter: InputMeter
  private let runLoop: RunLoop
  private let devices: DeviceAccess
  private let onChange: (Change) -> Void

  /// How devices are found and opened. Tests have a machine of their own.
  struct DeviceAccess {
    var open: (String) throws -> InputDevice = { try InputDevice(path: $0) }
    /// The nodes that there are now.
    var list: () throws(SystemError) -> [DeviceNode] = { () throws(SystemError) in try DeviceNode.all() }
  }

  /// More than this many touchscreens on one machine are a mistake somewhere. (O)
  private static let limit = 32
  /// What keeps the nodes from being listed is a lack of memory or descriptors, which passes. (O)
  private static let rescanPause = Interval.seconds(5)

  /// - Parameter onChange: called on the run loop.
  init(
    for layouts: [LiveLayout], _ choice: PanelChoice, _ meter: InputMeter = InputMeter(), on runLoop: RunLoop,
    devices: DeviceAccess = DeviceAccess(), onChange: @escaping (Change) -> Void
  ) {
    self.layouts = layouts
    self.choice = choice
    self.meter = meter
    self.runLoop = runLoop
    self.devices = devices
    self.onChange = onChange
  }

  var isEmpty: Bool { used.isEmpty }

  /// Whether a panel has begun a frame and not ended it.
  var isWithinFrame: Bool { used.contains { $0.panel.assembler.isWithinFrame } }

  /// The touchscreens in use, in the order of their nodes' paths.
  var used: [Touchscreen] { table.used.map(\.touchscreen) }

  /// Opens what is there, and follows what comes and goes.
  func start() throws(SystemError) {
    timer = try LoopTimer(on: runLoop) { [unowned self] in retry(at: MonotonicClock.now) }
    reportMissingOutputs()
    // Listen first, look afterwards: so nothing is missed in between.
    do {
      try listen()
    } catch {
      onChange(.unmonitored(error))
    }
    try look()
    finishWake()
  }

  private func reportMissingOutputs() {
    for output in layouts.compactMap(\.output) where !output.exists { onChange(.noOutput(output.name)) }
  }

  private func retry(at now: Timestamp) {
    consider(table.nodes { $0.isDue(at: now) })
    if let rescanDue, rescanDue <= now { rescan() } else { finishWake() }
  }

  private func setTimer() { timer?.set([table.nextRetry, rescanDue].compactMap { $0 }.min()) }
}

// MARK: - Which devices there are

extension Touchscreens {
  private func listen() throws(SystemError) {
    let monitor = try DeviceMonitor()
    _ = try runLoop.watch(monitor.fileDescriptor) { [unowned self] _ in
      for change in monitor.receive() { follow(change) }
    }
    self.monitor = monitor
  }

  /// Looks at what is there, whatever udev has reported: takes up what came, and lets go of what went. A device that was
  /// looked at is not opened again: all that it costs is what sysfs and udev's database say of each node.
  func rescan() {
    do throws(SystemError) {
      rescanDue = nil
      try look()
    } catch {
      rescanDue = MonotonicClock.now + Self.rescanPause
      setTimer()
      onChange(.unmonitored(error))
    }
    finishWake()
  }

  private func look() throws(SystemError) {
    var nodes = try devices.list()
    if case .nodes(let paths) = choice {
      // A node that was named need not be known to udev.
      nodes += paths.filter { path in !nodes.contains { $0.path == path } }.map {
        DeviceNode(path: $0, number: 0)
      }
    }
    // What went while nothing reported it. One that is open hangs up.
    let paths = Set(nodes.map(\.path))
    for gone in table.nodes(where: { $0.used == nil && !paths.contains($0.node.path) }) { forget(gone.path) }
    consider(
      nodes.filter { node in
        guard let known = table[node.path]?.node else { return true }
        return !known.isUsed(like: node) || known.deviceGroup != node.deviceGroup
      })
  }

  /// Takes up what came, and lets go of what went.
  func follow(_ change: DeviceChange) {
    switch change {
    case .added(let node), .changed(let node):
      guard !isOutOfDate(node) else { return }
      table.restartRetry(node.path)
      consider([node])
    case .removed(let node):
      guard !isOutOfDate(node) else { return }
      forget(node.path)
    case .lost:
      onChange(.overflown)
      return rescan()
    }
    finishWake()
  }

  /// Whether another device has the node's path by now, which a rescan found before udev reported it.
  private func isOutOfDate(_ node: DeviceNode) -> Bool {
    table[node.path].map { node.isOlder(than: $0.node) } ?? false
  }

  private func forget(_ path: String) {
    close(path)
    table[path] = nil
    news.departure = true
  }

  /// Looks again at devices that may be used now.
  private func finishWake() {
    let (arrival, departure) = news
    if arrival || departure {
      news = (false, false)
      let nodes = table.nodes {
        $0.mayBeUsed(afterArrival: arrival, afterDeparture: departure) { owners[$0] == nil }
      }
      if !nodes.isEmpty { consider(nodes, again: true) }
    }
    onDelivery()
  }
}

// MARK: - Other layouts

extension Touchscreens {
  /// Gives the devices that are there to other layouts. What is down is cancelled; the devices stay open, so that no
  /// event is lost and no right to open them can be missing.
  func use(_ layouts: [LiveLayout]) {
    self.layouts = layouts
    let names = Set(layouts.map(\.name))
    owners = owners.filter { names.contains($0.key) }
    let outcomes = outcomes(for: layouts)
    let before = Dictionary(uniqueKeysWithValues: used.map { ($0.node.path, $0) })
    closeAll()
    reportMissingOutputs()
    for outcome in outcomes {
      apply(outcome, before)
      if case .left(let node, _, let notUsed, _) = outcome, let touchscreen = before[node.path] {
        onChange(.dismissed(touchscreen, reason: notUsed.reason))
      }
    }
    setTimer()
    finishWake()
  }

  /// Why layouts would not do: a panel that is in use, or that a layout in use has, would be lost because they do not fit
  /// it, or do not say which they want.
  func problem(with layouts: [LiveLayout]) -> String? {
    let outcomes = outcomes(for: layouts)
    let served = Set(outcomes.compactMap(\.layout))
    return outcomes.lazy.compactMap { [table, owners] in
      $0.problem(isUsed: { table[$0]?.used != nil }, isMissed: { owners[$0] != nil && !served.contains($0) })
    }.first
  }

  private func outcomes(for layouts: [LiveLayout]) -> [PanelSelection.Outcome] {
    let selection = PanelSelection(layouts: layouts, choice: choice, owners: owners) {
      [table, devices] path in
      try table[path]?.used?.candidate.device ?? devices.open(path)
    }
    return selection.outcomes(table.nodes())
  }

  /// Takes what the devices have sent to its deliveries.
  func serveAll() {
    for one in table.used { serve(one.touchscreen, .readable) }
  }

  /// Cancels what is down everywhere and lets all devices go: no change of theirs.
  func closeAll() {
    for one in table.used { release(one) }
  }
}

// MARK: - Taking and letting go

extension Touchscreens {
  /// Opens the devices that are for a layout, and says of the others why they are not.
  ///
  /// - Parameter again: whether they were looked at before. What is not used for the same reason is not reported again.
  private func consider(_ nodes: [DeviceNode], again: Bool = false) {
    let news = nodes.filter(isNews)
    let selection = PanelSelection(layouts: layouts, choice: choice, owners: owners, open: devices.open)
    let outcomes = selection.outcomes(
      news, used: table.used.map(\.candidate), waiting: table.claims(except: Set(news.map(\.path))))
    for outcome in outcomes where !(again && isKnown(outcome)) { apply(outcome) }
    setTimer()
  }

  private func isKnown(_ outcome: PanelSelection.Outcome) -> Bool {
    guard case .left(let node, _, let notUsed, _) = outcome else { return false }
    return table[node.path]?.notUsed?.reason == notUsed.reason
  }

  private func isNews(_ node: DeviceNode) -> Bool {
    guard choice.includes(node.path) else { return false }
    guard let one = table[node.path]?.used else { return true }
    if one.candidate.node.isUsed(like: node) {
      pair(one, node)
      return false
    }
    // udev had not finished with it when it was opened, or it was calibrated anew.
    close(node.path)
    return true
  }

  /// Pairs a device in use with its pens, or its panels, by what udev says of it now: udev may not have finished with it
  /// when it was opened. Its fingers stay down.
  private func pair(_ one: OpenTouchscreen, _ node: DeviceNode) {
    guard one.candidate.node.deviceGroup != node.deviceGroup else { return }
    var one = one
    one.candidate = one.candidate.described(by: node)
    table[node.path] = DeviceTable.Entry(node: node, name: one.candidate.name, standing: .used(one))
    one.touchscreen.panel.pairing = one.candidate.pairing
    news.arrival = true
  }

  /// - Parameter before: the touchscreens that the devices were until now, by their paths.
  private func apply(_ outcome: PanelSelection.Outcome, _ before: [String: Touchscreen] = [:]) {
    switch outcome {
    case .left(let node, let name, let reason, let claim): leave(node, name, reason, claim)
    case .taken(let candidate):
      do throws(NotUsed) {
        try take(candidate, after: before[candidate.node.path])
      } catch {
        leave(candidate.node, candidate.name, error)
      }
    }
  }

  private func leave(_ node: DeviceNode, _ name: String?, _ notUsed: NotUsed, _ claim: PanelClaim? = nil) {
    if case .denied(let error) = notUsed {
      let isNews = table.deny(node, name, error, at: MonotonicClock.now)
      return isNews ? onChange(.denied(path: node.path, error)) : ()
    }
    table[node.path] = DeviceTable.Entry(node: node, name: name, standing: .unused(notUsed, claim))
    let (path, reason) = (node.path, notUsed.reason)
    onChange(
      notUsed.isFault
        ? .unusable(path: path, name: name, reason: reason) : .refused(path: path, name: name, reason: reason)
    )
  }

  private func take(_ candidate: PanelCandidate, after predecessor: Touchscreen?) throws(NotUsed) {
    guard table.used.count < Self.limit else {
      throw .crowdedOut(
        reason: "\(Self.limit) touchscreens are open already; it is taken when one of them goes")
    }
    let touchscreen = try candidate.touchscreen(meter, after: predecessor)
    touchscreen.onInterruption = { [unowned self, unowned touchscreen] interruption in
      onChange(.interrupted(touchscreen, interruption))
    }
    let one = OpenTouchscreen(candidate: candidate, touchscreen: touchscreen, watch: try watch(touchscreen))
    table[candidate.node.path] = DeviceTable.Entry(
      node: candidate.node, name: candidate.name, standing: .used(one))
    candidate.layout.panels += 1
    if !candidate.builder.isPen {
      owners[candidate.layout.name] = candidate.claim.identity
      news.arrival = true
    }
    onChange(.added(touchscreen))
    // What came between opening and watching, and frames that a hang-up follows at once.
    serve(touchscreen, .readable)
  }

  private func watch(_ touchscreen: Touchscreen) throws(NotUsed) -> RunLoop.Watch {
    do throws(SystemError) {
      return try runLoop.watch(touchscreen.device.fileDescriptor) { [unowned self] readiness in
        serve(touchscreen, readiness)
        finishWake()
      }
    } catch {
      touchscreen.detach()
      throw .denied(error)
    }
  }

  private func serve(_ touchscreen: Touchscreen, _ readiness: Readiness) {
    if !touchscreen.serve(readiness) { close(touchscreen.node.path) }
  }

  private func close(_ path: String) {
    guard let one = table[path]?.used else { return }
    release(one)
    news.departure = true
    onChange(.removed(one.touchscreen))
  }

  private func release(_ one: OpenTouchscreen) {
    table[one.touchscreen.node.path] = nil
    runLoop.cancel(one.watch)
    one.touchscreen.detach()
    one.candidate.layout.panels -= 1
  }
}
