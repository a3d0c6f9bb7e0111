import Dispatcher
import LinuxInput

/// The pages of the layouts in use, each with its device and the panels that are held for it.
final class Pages {
  var onChange: (PageChange) -> Void = { _ in }
  /// By the layouts' files.
  private var pages: [String: LivePage] = [:]
  /// The panels that are held for trees of views that have gone, by their paths: the trees that come may want them.
  private var kept: [String: (page: LivePage, panel: PagePanel)] = [:]
  private var isWaiting = false
  /// Devices that are not used any more, and when they go.
  private var retired: [(device: PageDevice, end: Timestamp)] = []
  private var timer: LoopTimer?
  let outputs: PageOutputs
  let store: PageStore?
  private let clock: () -> Timestamp
  private let pause: (Interval) -> Void

  /// - Parameters:
  ///   - store: where the devices and panels outlive the process; `nil` without a service manager.
  ///   - clock: that of the panels' events.
  ///   - pause: lets time pass, at the end.
  init(
    _ outputs: PageOutputs = PageOutputs(), store: PageStore? = nil,
    clock: @escaping () -> Timestamp = { MonotonicClock.now },
    pause: @escaping (Interval) -> Void = { MonotonicClock.pause(for: $0) }
  ) {
    (self.outputs, self.store, self.clock, self.pause) = (outputs, store, clock, pause)
  }

  /// Whether panels are not held, since too many processes in a row have come to an end.
  var isGivenUp: Bool { store?.isGivenUp == true }

  /// Begins to keep time, and takes over what an earlier process left for these layouts; the rest is let go.
  func start(_ layouts: [Layout], on runLoop: RunLoop) throws(SystemError) {
    timer = try LoopTimer(on: runLoop) { [unowned self] in advance() }
    let now = clock()
    if isGivenUp { onChange(.givenUp) }
    for layout in layouts where !isGivenUp {
      guard let descriptor = store?.takeDevice(of: layout.file) else { continue }
      adopt(descriptor, of: layout)
    }
    while let descriptor = store?.takeOtherDevice() { dissolve(descriptor, at: now) }
  }

  /// Takes over the device that an earlier process made for a layout.
  func adopt(_ descriptor: consuming OwnedDescriptor, of layout: Layout) {
    guard let cancel = layout.screen.page?.cancel else { return dissolve(descriptor, at: clock()) }
    page(of: layout.file).adopt(descriptor, cancel: cancel, at: clock())
  }

  /// Ends the device of a layout that is not in use any more.
  private func dissolve(_ descriptor: consuming OwnedDescriptor, at time: Timestamp) {
    guard let output = try? outputs.adopt(descriptor) else { return }
    if let state = try? outputs.read(output) {
      let device = PageDevice(adopting: output, state, outputs, cancel: .lift, at: time, onFailure: { _ in })
      device.end(at: time)
      retire(device)
    } else {
      try? output.destroy()
    }
  }

  /// The device at a node, if an earlier process held it.
  func takeStored(at path: String) -> InputDevice? { store?.takePanel(at: path) }

  private func page(of layout: String) -> LivePage {
    if let page = pages[layout] { return page }
    let page = LivePage(layout, in: self)
    pages[layout] = page
    return page
  }

  func report(_ change: PageChange) {
    onChange(change)
    setTimer()
  }

  // MARK: - Panels

  /// Takes a panel in whose layout has a page.
  func take(_ panel: PagePanel) {
    guard !isGivenUp else { return give(panel.device) }
    let page = page(of: panel.layout)
    if let former = kept[panel.device.path], former.page !== page { release(panel.device.path) }
    kept[panel.device.path] = nil
    page.take(panel, isHeld: panel.device.isGrabbed, at: clock())
    setTimer()
  }

  /// Gives a panel to all programs whose layout has no page.
  func give(_ device: InputDevice) {
    release(device.path)
    // An earlier process held it.
    try? device.ungrab()
  }

  private func release(_ path: String) {
    guard let former = kept.removeValue(forKey: path) else { return }
    former.page.release(former.panel, at: clock())
  }

  /// Lets a panel go whose touches have been cancelled.
  ///
  /// - Parameter isGone: whether the device has gone; otherwise it stays held until ``settle(_:)``.
  func leave(_ path: String, isGone: Bool) {
    for page in pages.values {
      guard let panel = page.leave(path) else { continue }
      if isGone { store?.remove(panel.device, of: page.layout) } else { kept[path] = (page, panel) }
    }
    setTimer()
  }

  /// The layouts are others now, and have their panels: what none of them holds goes back to all programs, and pages
  /// that no layout has end.
  func settle(_ layouts: [Layout]) {
    let time = clock()
    for path in kept.keys.sorted() { release(path) }
    let wanted = Set(layouts.filter { $0.screen.page != nil }.map(\.file))
    for (layout, page) in pages where !wanted.contains(layout) {
      page.dropDevice(at: time)
      pages[layout] = nil
    }
    store?.forgetPanels(except: Set(pages.values.flatMap(\.storedNames)))
    setTimer()
  }

  // MARK: - Devices that go

  /// A device goes a while after its last contact has ended: its readers miss what they have not read by then.
  func retire(_ device: PageDevice) {
    let left = device.hasFailed ? device.afterFailure(at: clock()) : nil
    left?.end(at: clock())
    retired.append((left ?? device, clock() + Self.farewell))
    setTimer()
  }

  /// Ends what the pages have, after its rest, before the process ends and the devices with it: waits for at most 150
  /// ms, and only if a contact is down.
  func finish() {
    guard pages.values.contains(where: { $0.device?.panel.isInUse == true }) else { return }
    pause(ScreenCancel.rest)
    for page in pages.values { page.device?.end(at: clock()) }
    pause(Self.reading)
  }

  /// A compositor that is busy with a frame reads after it, which is 33 ms later on a screen of 30 Hz. (O)
  private static let reading = Interval.milliseconds(50)
  /// Time for which an unused device stays. (O)
  private static let farewell = Interval.milliseconds(500)

  // MARK: - Time

  func announced(_ node: DeviceNode) {
    let time = clock()
    for page in pages.values { page.announced(node, at: time) }
    setTimer()
  }

  /// Something was read from a panel: a finger may have lifted.
  func served() { if isWaiting { advance() } }

  /// Takes the panels that can be taken now.
  func advance() {
    let time = clock()
    for page in pages.values { page.advance(to: time) }
    for one in retired where one.end <= time { one.device.destroy() }
    retired.removeAll { $0.end <= time }
    setTimer()
  }

  /// Time at which ``advance()`` is due.
  var deadline: Timestamp? { (pages.values.compactMap(\.deadline) + retired.map(\.end)).min() }

  private func setTimer() {
    isWaiting = pages.values.contains(where: \.isWaiting)
    timer?.set(deadline)
  }

  /// Whether a panel may still come to be held soon.
  var isSettling: Bool {
    let time = clock()
    return pages.values.contains { $0.isSettling(at: time) }
  }

  /// State of the page of a layout; `nil` if it has none.
  func status(of layout: Layout) -> DaemonStatus.Page? {
    guard layout.screen.page != nil else { return nil }
    let device = pages[layout.file]?.device
    let (state, reason) =
      isGivenUp
      ? (.failed, "touchd ended too often while it held the panel")
      : pages[layout.file]?.state ?? (.absent, nil)
    return DaemonStatus.Page(
      state: state, reason: reason, device: device?.description.name, path: device?.node,
      refused: device?.panel.refused ?? 0)
  }
}

/// A change of a page's device, or of a panel that is to be held for it.
enum PageChange {
  /// The panel is touchd's alone, and what nothing keeps of its touches goes to the page.
  case held(PagePanel, LivePage)
  /// The panel could not be taken for a while; in words, why.
  case waiting(PagePanel, String)
  case failed(layout: String, SystemError)
  /// udev says that the positions of the device are to be converted once more.
  case turned(layout: String, [Double])
  /// A frame did not get to the readers of the device.
  case lost(layout: String, SystemError)
  /// Too many processes in a row have come to an end with panels held: they were let go.
  case givenUp
}

/// Device that the page of a layout wants.
struct PageRequest {
  let traits: VirtualPanelTraits
  let cancel: ScreenCancel
  let keys: Set<UInt16>
  let description: DeviceDescription

  /// - Parameters:
  ///   - panel: the device that it stands in for: its numbers are kept, so that what goes by them finds it.
  ///   - name: by the layout; `nil` for that of the panel.
  ///   - layout: the layout's file.
  ///   - output: the screen's connector.
  init(
    _ traits: VirtualPanelTraits, cancel: ScreenCancel, keys: Set<UInt16> = [], for panel: DeviceDescription,
    name: String?, layout: String, output: String?
  ) {
    (self.traits, self.cancel, self.keys) = (traits, cancel, keys)
    var identity = DeviceDescription(name: name ?? "touchd \(panel.name)")
    // What is right for the axes of the real panel does not match on another bus.
    identity.bus = Self.virtualBus
    (identity.vendor, identity.product, identity.version) = (panel.vendor, panel.product, panel.version)
    identity.phys = Self.phys(layout, output)
    description = traits.description(identity, keys: keys)
  }

  /// Description of the device as programs read it.
  var madeDescription: DeviceDescription { VirtualDevice.description(madeOf: description) }

  /// With what the physical path of each page's device begins; rules of udev know it by that.
  static let physPrefix = "touchd/"

  /// BUS_VIRTUAL (linux/input.h).
  static let virtualBus: UInt16 = 0x06

  /// Physical path of the devices that are made for a layout: `touchd/LAYOUT@OUTPUT`.
  static func phys(_ layout: String, _ output: String?) -> String {
    physPrefix + stem(of: layout) + (output.map { "@\($0)" } ?? "")
  }

  /// The file's name without its folder and its endings, in characters that a rule of udev matches as they are.
  static func stem(of file: String) -> String {
    let name = file.fileName
    let stem = name.split(separator: ".").first ?? name[...]
    return String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
  }
}

extension DeviceNode {
  /// Whether it is a device that touchd made; no right to open it is needed to know that.
  var isOwn: Bool { phys?.hasPrefix(PageRequest.physPrefix) == true }
}

extension DeviceDescription {
  /// Whether it is a device that touchd made for a page.
  var isPage: Bool { bus == PageRequest.virtualBus && phys?.hasPrefix(PageRequest.physPrefix) == true }
}
