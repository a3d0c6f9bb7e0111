import Dispatcher
import LinuxInput

/// The page of a layout: the device that its programs read, and how far touchd is with taking the panels from them.
///
/// The device is made when the first panel of the layout is seen, and stays while the panel is unplugged and over
/// reloads.
final class LivePage {
  let layout: String
  private(set) var device: PageDevice?
  /// Reason for which there is no device, and the time of the next attempt.
  private var failure: Failure?
  /// Whether the device was ended by another program.
  private var isLost = false
  /// Until when the readers of the device have the time to open it.
  private var readersAt = Timestamp.zero
  /// End of the rest of contacts that an earlier process left. If a panel comes before, its tree of views ends it.
  private var restEnd: Timestamp?
  /// By the paths of their nodes.
  private var entries: [String: Entry] = [:]
  /// Those that it is one of.
  private unowned let pages: Pages

  private struct Entry {
    let panel: PagePanel
    var hold: PanelHold
    /// Whether it was said that it is not held.
    var hasComplained = false
  }

  private struct Failure {
    let error: SystemError
    let retry: Timestamp
    let isReported: Bool
  }

  /// Wait before a device is tried again that the system did not make. (O)
  private static let pause = Interval.seconds(5)
  private static let firstPause = Interval.milliseconds(500)

  init(_ layout: String, in pages: Pages) { (self.layout, self.pages) = (layout, pages) }

  // MARK: - The device

  /// Takes over the device that an earlier process made.
  func adopt(_ descriptor: consuming OwnedDescriptor, cancel: ScreenCancel, at time: Timestamp) {
    do throws(SystemError) {
      let output = try pages.outputs.adopt(descriptor)
      let state = try pages.outputs.read(output)
      device = PageDevice(adopting: output, state, pages.outputs, cancel: cancel, at: time) {
        [unowned self] in lose($0)
      }
      (readersAt, restEnd) = (time, time + ScreenCancel.rest)
    } catch {
      // It is made anew.
      pages.store?.removeDevice(of: layout)
    }
  }

  /// Has a device as the panel's request says: the one that there is, if it fits, or a new one. That of another node of
  /// the panel is for both.
  private func prepareDevice(for panel: PagePanel, at time: Timestamp) {
    if device != nil, !entries.isEmpty { return }
    if let device, device.fits(panel.request) {
      device.renew(for: panel.request, at: time)
    } else {
      dropDevice(at: time)
      makeDevice(for: panel, at: time)
    }
    if let device { panel.pipeline.usePage(device.panel, at: time) }
  }

  private func makeDevice(for panel: PagePanel, at time: Timestamp) {
    do throws(SystemError) {
      let made = try PageDevice(panel.request, pages.outputs) { [unowned self] in lose($0) }
      pages.store?.store(made, of: layout)
      (device, failure) = (made, nil)
      readersAt = time + PanelHold.silence
    } catch {
      fail(error, at: time)
    }
  }

  /// udev gives the right to make devices when it has loaded the module: the first failure may be over at once.
  private func fail(_ error: SystemError, at time: Timestamp) {
    if let failure, !failure.isReported { pages.report(.failed(layout: layout, error)) }
    failure = Failure(
      error: error, retry: time + (failure == nil ? Self.firstPause : Self.pause), isReported: failure != nil)
  }

  /// Ends the device, if there is one.
  func dropDevice(at time: Timestamp) {
    // Its last frame may be refused as well.
    defer { isLost = false }
    guard let former = device else { return }
    device = nil
    former.end(at: time)
    pages.store?.removeDevice(of: layout)
    pages.retire(former)
  }

  /// A frame could not be written: another program has ended the device, or the kernel took half of it. It is made
  /// anew, not in the middle of a frame.
  private func lose(_ error: SystemError) {
    guard !isLost else { return }
    isLost = true
    pages.report(.lost(layout: layout, error))
  }

  private func replaceLost(at time: Timestamp) {
    dropDevice(at: time)
    for entry in entries.values where entry.hold.isHeld { release(entry.panel, at: time) }
    retryDevice(at: time)
  }

  func announced(_ node: DeviceNode, at time: Timestamp) {
    guard let device, device.node == node.path else { return }
    if case .success(let matrix) = node.calibration, matrix != CalibrationKeys.identity {
      pages.report(.turned(layout: layout, matrix))
    }
    readersAt = min(readersAt, time + PanelHold.announcement)
    for path in entries.keys { entries[path]?.hold.wait(forReadersUntil: readersAt) }
  }

  // MARK: - Panels

  /// Takes a panel in: it is held as soon as that is possible.
  ///
  /// - Parameter isHeld: whether it is held already, by an earlier process or for an earlier tree of views.
  func take(_ panel: PagePanel, isHeld: Bool, at time: Timestamp) {
    let former = device
    prepareDevice(for: panel, at: time)
    // Another device has other readers, which would miss what comes before they have it open.
    let staysHeld = isHeld && device != nil && device === former && entries.values.allSatisfy(\.hold.isHeld)
    if isHeld, !staysHeld { release(panel, at: time) }
    let stuckAfter = panel.panel.assembler.stuckAfter
    entries[panel.device.path] = Entry(
      panel: panel, hold: staysHeld ? .held : PanelHold(readersAt: readersAt, stuckAfter: stuckAfter))
    if staysHeld {
      pages.store?.store(panel.device, of: layout)
      pages.report(.held(panel, self))
    }
    passOn(panel.pipeline)
  }

  /// Lets a panel go whose touches have been cancelled. What rests, goes on to rest.
  ///
  /// - Returns: the panel, if it is held: others get nothing of it until it is released.
  func leave(_ path: String) -> PagePanel? {
    guard let entry = entries.removeValue(forKey: path) else { return nil }
    passOn(entry.panel.pipeline)
    return entry.hold.isHeld ? entry.panel : nil
  }

  /// Gives a panel back to the other programs. What the page has of it ends first.
  func release(_ panel: PagePanel, at time: Timestamp) {
    if entries.isEmpty { device?.end(at: time) }
    pages.store?.remove(panel.device, of: layout)
    // One that has gone refuses.
    try? panel.device.ungrab()
  }

  private func passOn(_ pipeline: Pipeline) {
    let held = entries.values.filter { $0.hold.isHeld && $0.panel.pipeline === pipeline }
    pipeline.hold(held.map(\.panel.panel))
  }

  // MARK: - Time

  /// Latest time to call ``advance(to:)``.
  var deadline: Timestamp? {
    if isLost { return .zero }
    if device == nil { return entries.isEmpty ? nil : failure?.retry }
    return earlier(restEnd, entries.values.compactMap(\.hold.deadline).min())
  }

  /// Whether there is something to do as soon as more was read.
  var isWaiting: Bool { isLost || entries.values.contains { !$0.hold.isHeld } }

  /// Whether a panel may still come to be held soon.
  func isSettling(at time: Timestamp) -> Bool {
    failure?.isReported != true && entries.values.contains { $0.hold.isSettling(at: time) }
  }

  /// Takes the panels that can be taken now.
  func advance(to time: Timestamp) {
    if isLost { replaceLost(at: time) }
    if device == nil, let failure, failure.retry <= time { retryDevice(at: time) }
    guard let device else { return }
    if let end = restEnd, end <= time {
      restEnd = nil
      if entries.isEmpty { device.end(at: time) }
    }
    for path in entries.keys.sorted() { advance(path, to: time) }
  }

  private func retryDevice(at time: Timestamp) {
    guard let first = entries.min(by: { $0.key < $1.key }) else { return }
    makeDevice(for: first.value.panel, at: time)
    for (path, entry) in entries {
      entries[path]?.hold = PanelHold(
        readersAt: readersAt, stuckAfter: entry.panel.panel.assembler.stuckAfter)
      if let device { entry.panel.pipeline.usePage(device.panel, at: time) }
      passOn(entry.panel.pipeline)
    }
  }

  private func advance(_ path: String, to time: Timestamp) {
    guard let entry = entries[path], !entry.hold.isHeld else { return }
    let (panel, device) = (entry.panel, entry.panel.device)
    let isTaken = entries[path]?.hold.advance(
      to: time,
      PanelHold.Actions(
        slotsDown: { panel.slotsDown }, hasKeyDown: { panel.pipeline.hasPress(of: panel.device.path) },
        grab: { () throws(SystemError) in try device.grab() },
        isQuiet: { device.isQuiet }, release: { try? device.ungrab() }))
    if isTaken == true {
      pages.store?.store(device, of: layout)
      passOn(panel.pipeline)
      pages.report(.held(panel, self))
    } else if !entry.hasComplained, let words = entries[path]?.hold.complaint(at: time) {
      entries[path]?.hasComplained = true
      pages.report(.waiting(panel, words))
    }
  }

  var storedNames: [String] {
    entries.values.filter(\.hold.isHeld).map { PageStore.panelName(layout, $0.panel.device.path) }
  }

  /// Its state, for people and programs, and the reason for which it is not held.
  var state: (DaemonStatus.Page.State, reason: String?) {
    if let failure, device == nil { return (.failed, "\(failure.error)") }
    guard !entries.isEmpty else { return (.absent, nil) }
    let waiting = entries.sorted { $0.key < $1.key }.first { !$0.value.hold.isHeld }
    guard let hold = waiting?.value.hold else { return (.held, nil) }
    return (.waiting, hold.reason ?? "waiting for programs to open \(device?.description.name ?? "")")
  }
}
