import Dispatcher
import LinuxInput

/// Takes devices for the layouts that get them, reads them, and lets them go; keeps the standing of the others.
final class PanelTaking {
  /// Every device that was looked at and is there.
  private(set) var table: DeviceTable
  /// Whether panels have come, or gone, since the devices that are not used were last looked at.
  private var news = (arrival: false, departure: false)
  /// Called after what a device has sent was delivered, or a device has gone.
  var onServed: () -> Void = {}
  private let pages: Pages?
  private let meter: InputMeter
  private let runLoop: RunLoop
  private let onChange: (Touchscreens.Change) -> Void

  /// More than this many touchscreens on one machine are a mistake somewhere. (O)
  private static let limit = 32

  /// - Parameters:
  ///   - pages: for layouts whose panels are held; `nil` where none is.
  ///   - isPatient: whether udev is given time for nodes that cannot be opened.
  init(
    _ meter: InputMeter, pages: Pages?, isPatient: Bool, on runLoop: RunLoop,
    onChange: @escaping (Touchscreens.Change) -> Void
  ) {
    table = DeviceTable(isPatient: isPatient)
    (self.meter, self.pages, self.runLoop, self.onChange) = (meter, pages, runLoop, onChange)
  }

  /// Whether there is something to do for ``reconsidered(isFree:)``.
  var hasNews: Bool { news.arrival || news.departure }

  /// The devices that may be used now, since panels have come or gone; they are named once.
  ///
  /// - Parameter isFree: whether a layout, by its name, has had no panel yet.
  func reconsidered(isFree: (String) -> Bool) -> [DeviceNode] {
    defer { news = (false, false) }
    return table.nodes {
      $0.mayBeUsed(afterArrival: news.arrival, afterDeparture: news.departure, isFree: isFree)
    }
  }

  /// Takes what the devices have sent to its deliveries.
  func serveAll() {
    for one in table.used { serve(one.touchscreen, .readable) }
  }

  // MARK: - Coming

  /// Opens a touchscreen.
  ///
  /// - Parameter predecessor: the touchscreen that the device was until now.
  /// - Throws: ``NotUsed``; the device has no standing then.
  func take(_ candidate: PanelCandidate, after predecessor: Touchscreen?) throws(NotUsed) {
    guard table.used.count < Self.limit else {
      throw .crowdedOut(
        reason: "\(Self.limit) touchscreens are open already; it is taken when one of them goes")
    }
    let touchscreen = try candidate.open(meter, after: predecessor)
    touchscreen.onInterruption = { [unowned self, unowned touchscreen] interruption in
      onChange(.interrupted(touchscreen, interruption))
    }
    let one = OpenTouchscreen(candidate: candidate, touchscreen: touchscreen, watch: try watch(touchscreen))
    table[candidate.node.path] = DeviceTable.Entry(
      node: candidate.node, name: candidate.name, standing: .used(one))
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
        onServed()
      }
    } catch {
      touchscreen.detach()
      throw .denied(error)
    }
  }

  private func serve(_ touchscreen: Touchscreen, _ readiness: Readiness) {
    if !touchscreen.serve(readiness) { close(touchscreen.node.path) }
  }

  /// Pairs a device in use with its pens, or its panels, by what udev says of it now: udev may not have finished with
  /// it when it was opened. Its fingers stay down.
  func pair(_ one: OpenTouchscreen, _ node: DeviceNode) {
    guard one.candidate.node.deviceGroup != node.deviceGroup else { return }
    var one = one
    one.candidate = one.candidate.described(by: node)
    table[node.path] = DeviceTable.Entry(node: node, name: one.candidate.name, standing: .used(one))
    one.touchscreen.panel.pairing = one.candidate.pairing
    news.arrival = true
  }

  // MARK: - Staying away

  /// Leaves a device to others.
  func leave(_ node: DeviceNode, _ name: String?, _ notUsed: NotUsed, _ claim: PanelClaim? = nil) {
    if case .denied(let error) = notUsed {
      let isNews = table.deny(node, name, error, at: MonotonicClock.now)
      if isNews { onChange(.left(path: node.path, name: nil, notUsed)) }
      return
    }
    table[node.path] = DeviceTable.Entry(node: node, name: name, standing: .unused(notUsed, claim))
    onChange(.left(path: node.path, name: name, notUsed))
  }

  /// Something has happened to a device that could not be opened: it is tried again soon.
  func restartRetry(_ path: String) { table.restartRetry(path) }

  // MARK: - Going

  /// Closes a device that is no longer there.
  func forget(_ path: String) {
    close(path)
    table[path] = nil
    news.departure = true
  }

  /// Closes a device, if it is in use.
  func close(_ path: String) {
    guard let one = table[path]?.used else { return }
    release(one, isGone: true)
    news.departure = true
    onChange(.removed(one.touchscreen))
  }

  /// Cancels what is down everywhere and lets all devices go: no change of theirs.
  func closeAll() {
    for one in table.used { release(one, isGone: false) }
  }

  private func release(_ one: OpenTouchscreen, isGone: Bool) {
    table[one.touchscreen.node.path] = nil
    runLoop.cancel(one.watch)
    one.touchscreen.detach(isGone: isGone)
    pages?.leave(one.touchscreen.node.path, isGone: isGone)
    one.candidate.layout.panels -= 1
  }
}

/// Retries of opening a device node: rights may come a moment after the node.
struct OpenRetry {
  /// udev sets rights within some milliseconds; a slow boot takes seconds. Each wait is twice the one before. (O)
  private static let first = Interval.milliseconds(100)
  /// The longest wait is about a minute. (O)
  private static let mostDoublings = 9

  /// Number of tries that udev has for a node that it has not finished with, 3 s. (O)
  private static let patience = 5

  private var tries = 0
  /// Whether it was said that the node cannot be opened.
  private var isReported = false
  let time: Timestamp

  init(at now: Timestamp) { time = now + Self.first }

  private init(after tries: Int, isReported: Bool, at now: Timestamp) {
    (self.tries, self.isReported) = (tries, isReported)
    time = now + Interval(microseconds: Self.first.microseconds << Int64(tries))
  }

  /// The next one, after another failure.
  func next(at now: Timestamp) -> OpenRetry {
    OpenRetry(after: min(tries + 1, Self.mostDoublings), isReported: isReported, at: now)
  }

  /// Notes the failure that it comes after.
  ///
  /// - Parameter isSettled: whether udev has given the node its rights.
  /// - Returns: whether it is to be reported, which is once.
  mutating func report(isSettled: Bool) -> Bool {
    guard !isReported, isSettled || tries >= Self.patience else { return false }
    isReported = true
    return true
  }

  mutating func restart() { tries = 0 }
}

extension PenPairing {
  /// Key by which a device is paired, by its own and udev's facts.
  init(_ device: DeviceDescription, _ node: DeviceNode?, isPen: Bool, isArbitrated: Bool = true) {
    self.init(
      isPen: isPen, isArbitrated: isArbitrated, group: node?.deviceGroup, phys: device.phys,
      port: node?.idPath.map(withoutInterface), vendor: device.vendor, product: device.product)
  }
}

/// A port of udev's ID_PATH without the interface of the device in it: `usb-0:3:1.1` is on the device `usb-0:3`.
func withoutInterface(_ path: String) -> String {
  guard path.contains("usb-"), let colon = path.lastIndex(of: ":") else { return path }
  return String(path[..<colon])
}
