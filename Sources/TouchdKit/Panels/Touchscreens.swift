import Dispatcher
import LinuxInput

/// The touchscreens of the machine that a layout is for, as they come and go.
package final class Touchscreens {
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
  private let listNodes: () throws(SystemError) -> [DeviceNode]
  @exclusivity(unchecked) private var monitor: DeviceMonitor?
  @exclusivity(unchecked) private var retries = OpenRetries()
  @exclusivity(unchecked) private var retryTimer: LoopTimer?
  /// When the nodes are listed again that could not be.
  @exclusivity(unchecked) private var rescanDue: Timestamp?
  @exclusivity(unchecked) private var open: [String: Open] = [:]
  /// The panel that each layout has, or had last.
  @exclusivity(unchecked) private var owners: [String: String] = [:]
  /// Whether a panel has gone, so that one of two that were one too many may be left.
  @exclusivity(unchecked) private var hasRoom = false
  /// Whether a panel has come, or is known better, so that a pen that was refused may be a part of it.
  @exclusivity(unchecked) private var hasNewPanel = false

  private struct Open {
    let candidate: PanelCandidate
    let touchscreen: Touchscreen
    let watch: RunLoop.Watch
  }

  /// More than this many touchscreens on one machine are a mistake somewhere. (O)
  private static let limit = 32
  /// What keeps the nodes from being listed is a lack of memory or descriptors, which passes. (O)
  private static let rescanPause = Interval.seconds(5)

  /// - Parameters:
  ///   - openDevice: opens a device node. Tests have nodes of their own.
  ///   - listNodes: the nodes that there are now.
  ///   - onChange: called on the run loop.
  init(
    for layouts: [LiveLayout], _ choice: PanelChoice, _ meter: InputMeter = InputMeter(), on runLoop: RunLoop,
    openDevice: @escaping (String) throws -> InputDevice = { try InputDevice(path: $0) },
    listNodes: @escaping () throws(SystemError) -> [DeviceNode] = { () throws(SystemError) in
      try DeviceNode.all()
    },
    onChange: @escaping (Change) -> Void
  ) {
    self.layouts = layouts
    self.choice = choice
    self.meter = meter
    self.runLoop = runLoop
    self.openDevice = openDevice
    self.listNodes = listNodes
    self.onChange = onChange
  }

  var isEmpty: Bool { open.isEmpty }

  /// Whether a panel has begun a frame and not ended it.
  var isWithinFrame: Bool { open.values.contains { $0.touchscreen.panel.assembler.isWithinFrame } }

  /// The touchscreens in use, by the paths of their nodes.
  var used: [Touchscreen] { open.keys.sorted().compactMap { open[$0]?.touchscreen } }

  /// Opens what is there, and follows what comes and goes.
  func start() throws(SystemError) {
    retryTimer = try LoopTimer(on: runLoop) { [unowned self] in retry(at: MonotonicClock.now) }
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

  private func retry(at now: Timestamp) {
    consider(retries.due(at: now))
    if let rescanDue, rescanDue <= now { rescan() } else { finishWake() }
  }

  private func listen() throws(SystemError) {
    let monitor = try DeviceMonitor()
    _ = try runLoop.watch(monitor.fileDescriptor) { [unowned self] _ in
      for change in monitor.receive() { follow(change) }
    }
    self.monitor = monitor
  }

  /// Looks at what is there, whatever udev has told: takes up what came, and lets go of what went. A device that was
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
    var nodes = try listNodes()
    if case .nodes(let paths) = choice {
      // A node that was named need not be known to udev.
      nodes += paths.filter { path in !nodes.contains { $0.path == path } }.map {
        DeviceNode(path: $0, number: 0)
      }
    }
    // What went while nothing told it. One that is open hangs up.
    let paths = Set(nodes.map(\.path))
    for (path, gone) in seen where open[path] == nil && !paths.contains(path) { forget(gone.node) }
    consider(
      nodes.filter { node in
        guard let known = seen[node.path]?.node else { return true }
        return !known.isUsed(like: node) || known.deviceGroup != node.deviceGroup
      })
  }

  /// Takes up what came, and lets go of what went.
  func follow(_ change: DeviceChange) {
    switch change {
    case .added(let node), .changed(let node):
      guard !isOutOfDate(node) else { return }
      retries.restart(node.path)
      consider([node])
    case .removed(let node):
      guard !isOutOfDate(node) else { return }
      forget(node)
    case .lost:
      onChange(.overflown)
      return rescan()
    }
    finishWake()
  }

  /// Whether another device has the node's path by now, which a rescan found before udev told of it.
  private func isOutOfDate(_ node: DeviceNode) -> Bool {
    seen[node.path].map { node.isOlder(than: $0.node) } ?? false
  }

  private func forget(_ node: DeviceNode) {
    seen[node.path] = nil
    retries.remove(node.path)
    close(node.path)
    hasRoom = true
  }

  private func setTimer() {
    let due = [retries.next, rescanDue].compactMap { $0 }
    retryTimer?.set(due.min())
  }

  private func reportMissingOutputs() {
    for output in layouts.compactMap(\.output) where !output.exists { onChange(.noOutput(output.name)) }
  }

  /// Where two panels were one too many and one has gone, the other is used; but not in the place of a panel that its
  /// layout had: that one may come back. So is one for which there was no room, and a pen whose panel has come.
  private func finishWake() {
    if hasRoom || hasNewPanel {
      let nodes = seen.values.filter(mayBeUsedNow).map(\.node)
      (hasRoom, hasNewPanel) = (false, false)
      if !nodes.isEmpty { consider(nodes.sorted { $0.number < $1.number }, again: true) }
    }
    onDelivery()
  }

  private func mayBeUsedNow(_ one: Seen) -> Bool {
    if hasNewPanel, one.notUsed?.isStrayPen == true { return true }
    return hasRoom
      && (one.notUsed?.isCrowdedOut == true || one.claim.map { owners[$0.layout] == nil } ?? false)
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
    var before: [String: Touchscreen] = [:]
    for path in open.keys.sorted() { before[path] = release(path) }
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
    return outcomes.lazy.compactMap { [open, owners] in
      $0.problem(isUsed: { open[$0] != nil }, isMissed: { owners[$0] != nil && !served.contains($0) })
    }.first
  }

  private func outcomes(for layouts: [LiveLayout]) -> [PanelSelection.Outcome] {
    let selection = PanelSelection(layouts: layouts, choice: choice, owners: owners) {
      [open, openDevice] path in
      try open[path]?.candidate.device ?? openDevice(path)
    }
    return selection.outcomes(seen.values.map(\.node).sorted { $0.number < $1.number })
  }

  /// Takes what the devices have sent to its deliveries.
  func serveAll() {
    for path in open.keys.sorted() {
      if let touchscreen = open[path]?.touchscreen { serve(path, touchscreen, .readable) }
    }
  }

  /// Cancels what is down everywhere and lets all devices go: no change of theirs.
  func closeAll() {
    for path in open.keys.sorted() { _ = release(path) }
  }
}

// MARK: - Taking and letting go

extension Touchscreens {
  /// Opens the devices that are for a layout, and says of the others why they are not.
  ///
  /// - Parameter again: whether they were looked at before. What is not used for the same reason is not reported again.
  private func consider(_ nodes: [DeviceNode], again: Bool = false) {
    let news = nodes.filter(isNews)
    let paths = Set(news.map(\.path))
    let selection = PanelSelection(layouts: layouts, choice: choice, owners: owners, open: openDevice)
    let waiting = seen.filter { !paths.contains($0.key) }.compactMap(\.value.claim)
    for outcome in selection.outcomes(news, used: open.values.map(\.candidate), waiting: waiting)
    where !(again && isKnown(outcome)) {
      apply(outcome)
    }
    setTimer()
  }

  private func isKnown(_ outcome: PanelSelection.Outcome) -> Bool {
    guard case .left(let node, _, let notUsed, _) = outcome else { return false }
    return seen[node.path]?.notUsed?.reason == notUsed.reason
  }

  /// - Parameter before: the touchscreens that the devices were until now, by their paths.
  private func apply(_ outcome: PanelSelection.Outcome, _ before: [String: Touchscreen] = [:]) {
    switch outcome {
    case .taken(let candidate): take(candidate, after: before[candidate.node.path])
    case .left(let node, let name, let reason, let claim): leave(node, name, reason, claim)
    }
  }

  private func isNews(_ node: DeviceNode) -> Bool {
    guard choice.includes(node.path) else { return false }
    guard let one = open[node.path] else { return true }
    if one.candidate.node.isUsed(like: node) {
      pair(one, node)
      return false
    }
    // udev had not finished with it when it was opened, or somebody has calibrated it anew.
    close(node.path)
    return true
  }

  /// Pairs a device in use with its pens, or its panels, by what udev says of it now: udev may not have finished with it
  /// when it was opened. Its fingers stay down.
  private func pair(_ one: Open, _ node: DeviceNode) {
    guard one.candidate.node.deviceGroup != node.deviceGroup else { return }
    let candidate = PanelCandidate(
      node: node, device: one.candidate.device, layout: one.candidate.layout, builder: one.candidate.builder)
    open[node.path] = Open(candidate: candidate, touchscreen: one.touchscreen, watch: one.watch)
    seen[node.path] = Seen(node: node, name: candidate.name, notUsed: nil, claim: nil)
    one.touchscreen.panel.pairing = candidate.builder.pairing(node)
    hasNewPanel = true
  }

  private func leave(_ node: DeviceNode, _ name: String?, _ notUsed: NotUsed, _ claim: PanelClaim? = nil) {
    seen[node.path] = Seen(node: node, name: name, notUsed: notUsed, claim: claim)
    if case .denied(let error) = notUsed {
      if retries.add(node, at: MonotonicClock.now) { onChange(.denied(path: node.path, error)) }
      return
    }
    retries.remove(node.path)
    let (path, reason) = (node.path, notUsed.reason)
    onChange(
      notUsed.isFault
        ? .unusable(path: path, name: name, reason: reason) : .refused(path: path, name: name, reason: reason)
    )
  }

  private func take(_ candidate: PanelCandidate, after predecessor: Touchscreen?) {
    do throws(NotUsed) {
      guard open.count < Self.limit else {
        throw .crowdedOut(
          reason: "\(Self.limit) touchscreens are open already; it is taken when one of them goes")
      }
      try use(candidate, after: predecessor)
    } catch {
      leave(candidate.node, candidate.name, error)
    }
  }

  private func use(_ candidate: PanelCandidate, after predecessor: Touchscreen?) throws(NotUsed) {
    let touchscreen = try touchscreen(of: candidate, after: predecessor)
    touchscreen.onInterruption = { [unowned self, unowned touchscreen] interruption in
      onChange(.interrupted(touchscreen, interruption))
    }
    let path = candidate.node.path
    do throws(SystemError) {
      let watch = try runLoop.watch(candidate.device.fileDescriptor) { [unowned self] readiness in
        serve(path, touchscreen, readiness)
        finishWake()
      }
      open[path] = Open(candidate: candidate, touchscreen: touchscreen, watch: watch)
    } catch {
      touchscreen.detach()
      throw .denied(error)
    }
    candidate.layout.panels += 1
    if !candidate.builder.isPen {
      owners[candidate.layout.name] = candidate.claim.identity
      hasNewPanel = true
    }
    seen[path] = Seen(node: candidate.node, name: candidate.name, notUsed: nil, claim: nil)
    retries.remove(path)
    onChange(.added(touchscreen))
    // What came between opening and watching, and frames that a hang-up follows at once.
    serve(path, touchscreen, .readable)
  }

  private func touchscreen(
    of candidate: PanelCandidate, after predecessor: Touchscreen?
  ) throws(NotUsed) -> Touchscreen {
    let pipeline: Pipeline
    do {
      pipeline = try candidate.layout.pipeline(for: candidate.builder)
    } catch {
      throw .unfit(reason: candidate.layout.layout.problem(error))
    }
    do {
      return try Touchscreen(candidate, pipeline, meter, after: predecessor)
    } catch {
      throw .denied(error)
    }
  }

  private func serve(_ path: String, _ touchscreen: Touchscreen, _ readiness: Readiness) {
    if !touchscreen.serve(readiness) { close(path) }
  }

  private func close(_ path: String) {
    guard let touchscreen = release(path) else { return }
    seen[path] = nil
    hasRoom = true
    onChange(.removed(touchscreen))
  }

  private func release(_ path: String) -> Touchscreen? {
    guard let one = open.removeValue(forKey: path) else { return nil }
    runLoop.cancel(one.watch)
    one.touchscreen.detach()
    one.candidate.layout.panels -= 1
    return one.touchscreen
  }
}
