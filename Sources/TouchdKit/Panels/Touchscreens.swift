package import Dispatcher
package import LinuxInput

/// The touchscreens of the machine that a layout is for, as they come and go.
///
/// udev and the list of nodes say which devices there are, and ``PanelSelection`` which of them are used.
package final class Touchscreens {
  /// Called after each batch of deliveries.
  var onDelivery: () -> Void = {}
  /// Called when udev has reported something, of touchscreens or not, and when the devices are listed anew.
  var onReport: () -> Void = {}
  /// Every device that was looked at and is there.
  private(set) var table: DeviceTable
  /// Whether panels have come, or gone, since the devices that are not used were last looked at.
  private var news = (arrival: false, departure: false)
  private var selection: PanelSelection
  /// Time at which the nodes are listed again after a failure.
  private var rescanDue: Timestamp?
  private var monitor: DeviceMonitor?
  private var timer: LoopTimer?
  private let meter: InputMeter
  private let pages: Pages?
  private let runLoop: RunLoop
  private let devices: DeviceAccess
  private let onChange: (Change) -> Void

  /// Finds and opens devices. Tests have a machine of their own.
  struct DeviceAccess {
    var open: (String) throws -> InputDevice = { try InputDevice(path: $0) }
    var list: () throws(SystemError) -> [DeviceNode] = { () throws(SystemError) in try DeviceNode.all() }
  }

  /// Pause before the nodes are listed again: a lack of memory or descriptors passes. (O)
  private static let rescanPause = Interval.seconds(5)
  /// More than this many touchscreens on one machine are a mistake somewhere. (O)
  private static let limit = 32

  /// - Parameters:
  ///   - pages: for layouts whose panels are held; `nil` where none is.
  ///   - onChange: called on the run loop.
  init(
    for layouts: [LiveLayout], _ choice: PanelChoice, _ meter: InputMeter = InputMeter(), pages: Pages? = nil,
    on runLoop: RunLoop, devices: DeviceAccess = DeviceAccess(), onChange: @escaping (Change) -> Void
  ) {
    selection = PanelSelection(layouts, choice)
    table = DeviceTable(isPatient: choice == .decided)
    (self.meter, self.pages, self.runLoop, self.devices) = (meter, pages, runLoop, devices)
    self.onChange = onChange
  }

  var isEmpty: Bool { used.isEmpty }

  var isWithinFrame: Bool { used.contains { $0.panel.assembler.isWithinFrame } }

  /// The touchscreens in use, in the order of their nodes' paths.
  var used: [Touchscreen] { table.used }

  /// Takes what the devices have sent to its deliveries.
  func serveAll() {
    for touchscreen in used { serve(touchscreen, .readable) }
  }

  /// Opens what is there, and follows what comes and goes.
  func start() throws(SystemError) {
    timer = try LoopTimer(on: runLoop) { [unowned self] in retry(at: MonotonicClock.now) }
    reportMissingSources()
    // Listen first, look afterwards: so nothing is missed in between.
    do {
      try listen()
    } catch {
      onChange(.unmonitored(error))
    }
    try pages?.start(selection.layouts.map(\.layout), on: runLoop)
    try look()
    settlePages()
    finishWake()
  }

  /// Gives panels held for layouts that are no longer in use back to all programs.
  private func settlePages() { pages?.settle(selection.layouts.map(\.layout)) }

  private func reportMissingSources() {
    for source in selection.layouts.flatMap(\.screen.missing) { onChange(.missing(source)) }
  }

  private func retry(at now: Timestamp) {
    consider(table.nodes { $0.isDue(at: now) })
    onReport()
    if let rescanDue, rescanDue <= now { rescan() } else { finishWake() }
  }

  private func setTimer() { timer?.set([table.nextRetry, rescanDue].compactMap { $0 }.min()) }

  // MARK: - Which devices there are

  private func listen() throws(SystemError) {
    let monitor = try DeviceMonitor()
    _ = try runLoop.watch(monitor.fileDescriptor) { [unowned self] _ in
      for change in monitor.receive() { follow(change) }
      onReport()
    }
    self.monitor = monitor
  }

  /// Looks at what is there, whatever udev has reported: takes up what came, and lets go of what went. A device that
  /// was looked at is not opened again: all that it costs is what sysfs and udev's database say of each node.
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
    let nodes = selection.choice.adding(to: try devices.list())
    // What went while nothing reported it. One that is open hangs up.
    let paths = Set(nodes.map(\.path))
    for gone in table.nodes(where: { $0.used == nil && !paths.contains($0.node.path) }) { forget(gone.path) }
    consider(
      nodes.filter { node in
        guard let known = table[node.path]?.node else { return true }
        return !known.isUsed(like: node) || known.deviceGroup != node.deviceGroup
      })
    onReport()
  }

  /// Takes up what came, and lets go of what went.
  func follow(_ change: DeviceChange) {
    switch change {
    case .added(let node), .changed(let node):
      guard !isOutOfDate(node) else { return }
      pages?.announced(node)
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

  /// Ends what a wake began: if panels have come or gone, looks again at the devices that may be used now; then reports
  /// the batch of deliveries (``onDelivery``).
  private func finishWake() {
    if news.arrival || news.departure {
      let nodes = table.nodes {
        $0.mayBeUsed(afterArrival: news.arrival, afterDeparture: news.departure, isFree: selection.isFree)
      }
      news = (false, false)
      if !nodes.isEmpty {
        consider(nodes, isSecondLook: true)
        onReport()
      }
    }
    pages?.served()
    onDelivery()
  }

  // MARK: - Which are used

  /// Gives the devices that are there to other layouts. What is down is cancelled; the devices stay open, so that no
  /// event is lost and no right to open them can be missing.
  func use(_ layouts: [LiveLayout]) {
    selection = selection.replacing(layouts)
    let outcomes = selection.outcomes(table.nodes(), open: open)
    let before = Dictionary(uniqueKeysWithValues: used.map { ($0.node.path, $0) })
    closeAll()
    reportMissingSources()
    for outcome in outcomes {
      apply(outcome, before)
      if case .left(let node, _, let notUsed, _) = outcome, let touchscreen = before[node.path] {
        onChange(.dismissed(touchscreen, reason: notUsed.reason))
      }
    }
    settlePages()
    setTimer()
    finishWake()
  }

  /// Reason for which layouts would not do: a panel would be lost, or none of several chosen. Each layout is made ready
  /// for the panel that it would get.
  func problem(with layouts: [LiveLayout]) -> String? {
    let selection = selection.replacing(layouts)
    let outcomes = selection.outcomes(table.nodes(), open: open)
    return selection.problem(by: outcomes, used: Set(used.map(\.node.path)))
  }

  private func open(_ path: String) throws -> InputDevice {
    try table[path]?.used?.device ?? pages?.takeStored(at: path) ?? devices.open(path)
  }

  /// Opens the devices that are for a layout, and reports of the others why they are not. Those in use stay so, unless
  /// they are something else now.
  ///
  /// - Parameter isSecondLook: whether they were looked at before. What is not used for the same reason is not reported
  ///   again.
  private func consider(_ nodes: [DeviceNode], isSecondLook: Bool = false) {
    // Those that are to be opened are not in use, or have changed since they were opened.
    let devices = nodes.filter { node in
      selection.choice.includes(node.path)
        && table[node.path]?.used?.candidate.node.isUsed(like: node) != true
    }
    for node in nodes { update(node) }
    let outcomes = selection.outcomes(
      devices, used: used.map(\.candidate), waiting: table.claims(except: Set(devices.map(\.path))),
      open: open)
    for outcome in outcomes {
      if isSecondLook, case .left(let node, _, let notUsed, _) = outcome,
        table[node.path]?.notUsed?.reason == notUsed.reason
      {
        continue
      }
      apply(outcome)
    }
    setTimer()
  }

  /// Brings a device in use to what udev says of it now: pairs it, or closes it where it has to be opened anew.
  private func update(_ node: DeviceNode) {
    guard selection.choice.includes(node.path), let touchscreen = table[node.path]?.used else { return }
    if touchscreen.candidate.node.isUsed(like: node) {
      pair(touchscreen, node)
    } else {
      // udev had not finished with it when it was opened, or it was calibrated anew.
      close(node.path, hasVanished: touchscreen.candidate.node.isOlder(than: node))
    }
  }

  /// - Parameter before: the touchscreens that the devices were until now, by their paths.
  private func apply(_ outcome: PanelSelection.Outcome, _ before: [String: Touchscreen] = [:]) {
    switch outcome {
    case .left(let node, let name, let reason, let claim): leave(node, name, reason, claim)
    case .taken(let candidate):
      do throws(NotUsed) {
        try take(candidate, after: before[candidate.node.path])
        selection.own(candidate.claim)
      } catch {
        leave(candidate.node, candidate.name, error)
      }
    }
  }

  // MARK: - Coming and going

  /// Opens a touchscreen.
  ///
  /// - Parameter predecessor: the touchscreen that the device was until now.
  /// - Throws: ``NotUsed``; the device has no standing then.
  private func take(_ candidate: PanelCandidate, after predecessor: Touchscreen?) throws(NotUsed) {
    guard used.count < Self.limit else {
      throw .crowdedOut(
        reason: "\(Self.limit) touchscreens are open already; it is taken when one of them goes")
    }
    let touchscreen = try candidate.open(meter, after: predecessor)
    touchscreen.onInterruption = { [unowned self, unowned touchscreen] interruption in
      onChange(.interrupted(touchscreen, interruption))
    }
    touchscreen.watch = try watch(touchscreen)
    table[candidate.node.path] = DeviceTable.Entry(
      node: candidate.node, name: candidate.name, standing: .used(touchscreen))
    candidate.layout.panels += 1
    if !candidate.builder.isPen { news.arrival = true }
    onChange(.added(touchscreen))
    if let page = candidate.pagePanel(touchscreen) {
      pages?.take(page)
    } else {
      pages?.give(touchscreen.device)
    }
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

  /// Pairs a device in use with its pens, or its panels, by what udev says of it now. Its fingers stay down.
  private func pair(_ touchscreen: Touchscreen, _ node: DeviceNode) {
    guard touchscreen.candidate.node.deviceGroup != node.deviceGroup else { return }
    touchscreen.candidate.node = node
    touchscreen.panel.pairing = touchscreen.candidate.pairing
    table[node.path] = DeviceTable.Entry(
      node: node, name: touchscreen.candidate.name, standing: .used(touchscreen))
    news.arrival = true
  }

  private func leave(_ node: DeviceNode, _ name: String?, _ notUsed: NotUsed, _ claim: PanelClaim? = nil) {
    if case .denied(let error) = notUsed {
      let isNews = table.deny(node, name, error, at: MonotonicClock.now)
      if isNews { onChange(.left(path: node.path, name: nil, notUsed)) }
      return
    }
    table[node.path] = DeviceTable.Entry(node: node, name: name, standing: .unused(notUsed, claim))
    onChange(.left(path: node.path, name: name, notUsed))
  }

  /// Closes a device that is no longer there.
  private func forget(_ path: String) {
    close(path)
    table[path] = nil
    news.departure = true
  }

  /// Closes a device, if it is in use.
  private func close(_ path: String, hasVanished: Bool = true) {
    guard let touchscreen = table[path]?.used else { return }
    release(touchscreen, isGone: true, hasVanished: hasVanished)
    news.departure = true
    onChange(.removed(touchscreen))
  }

  /// Cancels what is down everywhere and lets all devices go: no change of theirs.
  func closeAll() {
    for touchscreen in used { release(touchscreen, isGone: false) }
  }

  private func release(_ touchscreen: Touchscreen, isGone: Bool, hasVanished: Bool = false) {
    table[touchscreen.node.path] = nil
    if let watch = touchscreen.watch { runLoop.cancel(watch) }
    touchscreen.detach(isGone: isGone, hasVanished: hasVanished)
    pages?.leave(touchscreen.node.path, isGone: isGone)
    touchscreen.layout.panels -= 1
  }

  /// A change of a device.
  package enum Change {
    case added(Touchscreen)
    /// It was unplugged or revoked; it is taken up again when it comes back.
    case removed(Touchscreen)
    /// It is there, but no layout is for it any more.
    case dismissed(Touchscreen, reason: String)
    /// It lost events, or was asleep; its state was read anew, and it goes on.
    case interrupted(Touchscreen, Pipeline.Interruption)
    /// A device that is not used; without its name where the system does not let it be looked at.
    case left(path: String, name: String?, NotUsed)
    /// The layout's source for whether its screen is lit is missing: the screen counts as lit.
    case missing(ScreenSource)
    /// udev cannot be listened to, or the devices not be listed: what is plugged in from now on is not noticed at once.
    case unmonitored(SystemError)
    /// More devices came and went than udev's socket holds: all that are there are looked at.
    case overflown
  }
}

extension Touchscreens.Change {
  /// Trace lines about it; empty if it concerns no device.
  func lines(at time: Timestamp) -> [TraceLine] {
    switch self {
    case .added(let touchscreen): [touchscreen.line("added", how: touchscreen.decisions, at: time)]
    case .removed(let touchscreen): [touchscreen.line("removed", at: time)]
    case .interrupted(let touchscreen, let interruption):
      interruption.changes.map { touchscreen.line($0, at: time) }
    case .left(let path, let name, let notUsed):
      [.device(name: name, path: path, change: "refused", reason: notUsed.reason, at: time)]
    case .dismissed, .missing, .unmonitored, .overflown: []
    }
  }
}

extension Touchscreen {
  /// That something has become of it.
  func line(_ change: String, how: [String] = [], at time: Timestamp) -> TraceLine {
    .device(name: panel.name, path: node.path, change: change, how: how, at: time)
  }
}
