import FakePanels
import Glibc
import LinuxInput
import TestTables
import YAML

@testable import TouchdKit

/// A touchd with `delivery: filter` on a machine: what becomes of its panel, and what the readers of the page's device
/// see, as a compositor would.
///
/// A step is a word and its numbers: `plug`, `plug second` for another node of the panel, `unplug`; `udev` announces
/// the page's device; `wait 0.5` seconds; `down 0 100 50` a finger in a slot at a point, `move 0 120 50`, `up 0`;
/// `home 1`, `home 0` the panel's key; `busy`, `free` another program's grab; `reload filter|observe|edge|hdmi`;
/// `stop`; `crash`, after which another process takes over, and `crash gone`, without the panel; `destroy` by another
/// program; `half`: of the next frame, the kernel takes the first two events.
final class PageKiosk {
  private let machine = Machine()
  private let uinput = FakeUinput()
  private let canMake: Bool
  private var runLoop: RunLoop
  private var pages = Pages()
  private var touchscreens: Touchscreens?
  private var live: [LiveLayout] = []
  private var devices: [VirtualDevice] = []
  /// Whether the next frame is taken in part.
  private var takesHalf = false
  private var readers: [Reader] = []
  private var lines: [String] = []
  private var now = MonotonicClock.now
  private var ids: Int32 = 0
  /// What another program has open, and grabbed.
  private var rival: InputDevice?

  static let size = Size(width: 1000, height: 500)
  private static let panel = 3

  /// - Parameter canMake: whether the system makes devices.
  init(canMake: Bool = true) throws {
    self.canMake = canMake
    runLoop = try RunLoop(servesMainQueue: false)
    begin()
    use(.filter)
  }

  // At the end, the panels are closed when this has gone already.
  deinit { touchscreens?.closeAll() }

  /// Begins as a process does.
  private func begin() {
    var outputs = PageOutputs()
    let (path, uinput) = (uinput.path, uinput)
    outputs.make = { [weak self] description throws(SystemError) in
      guard let self, self.canMake else { throw SystemError(call: "open", on: "/dev/uinput", code: EACCES) }
      let device = try VirtualDevice(description, at: path)
      self.read(device)
      return device
    }
    outputs.adopt = { descriptor throws(SystemError) in try VirtualDevice(adopting: descriptor, path: path) }
    // As the kernel calls the device.
    outputs.node = { $0.sysname }
    outputs.read = { device throws(SystemError) in
      guard let reader = try? uinput.reader(of: device) else {
        throw SystemError(call: "open", on: "a device", code: ENODEV)
      }
      return try PageOutputs.State(reader)
    }
    outputs.write = { [weak self] device, events throws(SystemError) in
      guard self?.takesHalf == true else { return try device.write(events) }
      self?.takesHalf = false
      try device.write(UnsafeBufferPointer(rebasing: events.prefix(2)))
      throw SystemError(call: "write", on: "a device", code: EIO)
    }
    pages = Pages(
      outputs, clock: { [weak self] in self?.now ?? .zero }, pause: { [weak self] in self?.pass($0) })
    pages.onChange = { [weak self] in self?.note($0) }
    touchscreens = Touchscreens(
      for: [], .decided, pages: pages, on: runLoop,
      devices: .init(open: machine.open, list: machine.list), onChange: { [weak self] in self?.note($0) })
  }

  // MARK: - Layouts

  enum Delivery: String {
    case filter
    case observe
    /// `filter` with another way to cancel.
    case edge
    /// `filter` on an output.
    case hdmi
  }

  private static func live(_ delivery: Delivery) -> LiveLayout {
    var layout = Layout.empty(size)
    layout.file = "/etc/touchd/lobby.yaml"
    layout.screen.page = delivery == .observe ? nil : PageDescription(mark: .start)
    if delivery == .edge { layout.screen.page?.cancel = .edge }
    if delivery == .hdmi { layout.screen.output = "HDMI-A-1" }
    layout.screen.touchscreen.stuckAfter = .seconds(60)
    return LiveLayout(layout, [:]) { application in
      let pipeline = Pipeline(application: application)
      pipeline.hold([])
      return pipeline
    }
  }

  // MARK: - Steps

  /// Takes steps, and says what came of each: a line a step.
  func play(_ script: String) throws -> [String] {
    try script.split(separator: ";").map { step in
      try take(step.split(separator: " ").map(String.init))
      try settle()
      defer { lines.removeAll() }
      return lines.joined(separator: ", ")
    }
  }

  private func take(_ words: [String]) throws {
    let numbers = words.dropFirst().compactMap(Double.init)
    switch words[0] {
    case "plug":
      var panel = DeviceDescription.panel()
      panel.codes[EventType.key]?.insert(172)
      if words.count > 1 { (panel.name, panel.phys) = ("Second Node", "usb-0000:00:14.0-2/input1") }
      touchscreens?.follow(machine.plug(panel, Self.panel + words.count - 1))
    case "unplug": if let change = machine.unplug(Self.panel) { touchscreens?.follow(change) }
    case "udev": announce()
    case "wait": pass(.seconds(numbers[0]))
    case "down":
      ids += 1
      frame("slot \(Int(numbers[0])); id \(ids); \(Self.place(numbers)); touch 1")
    case "move": frame("slot \(Int(numbers[0])); \(Self.place(numbers))")
    case "up": frame("slot \(Int(numbers[0])); id -1; touch 0")
    case "home": frame("home \(Int(numbers[0]))")
    case "busy":
      let program = try machine.open(Machine.path(Self.panel))
      // Where touchd was first, it is refused.
      if (try? program.grab()) != nil { rival = program }
    case "free": rival = nil
    case "reload": reload(words[1])
    case "stop":
      touchscreens?.closeAll()
      pages.finish()
    case "crash": try crash(isPanelGone: words.count > 1)
    case "half": takesHalf = true
    case "destroy": try devices.last?.destroy()
    default: preconditionFailure("no such step: \(words[0])")
    }
  }

  private func announce() {
    guard let node = readers.last?.node else { preconditionFailure("no device was made") }
    pages.announced(DeviceNode(path: node, number: 9))
  }

  private func reload(_ word: String) {
    guard let delivery = Delivery(rawValue: word) else { preconditionFailure("no such layout: \(word)") }
    let former = live
    use(delivery)
    for layout in former { layout.pipeline?.finish() }
  }

  private func use(_ delivery: Delivery) {
    live = [Self.live(delivery)]
    touchscreens?.use(live)
  }

  /// The process ends, and another takes over the page's device; the panel's grab goes with the process here.
  private func crash(isPanelGone: Bool) throws {
    guard let device = devices.last else { preconditionFailure("no device was made") }
    let descriptor = try uinput.duplicate(of: device)
    (touchscreens, live, runLoop) = (nil, [], try RunLoop(servesMainQueue: false))
    if isPanelGone { _ = machine.unplug(Self.panel) }
    begin()
    let layout = Self.live(.filter)
    pages.adopt(descriptor, of: layout.layout)
    live = [layout]
    touchscreens?.use(live)
    touchscreens?.rescan()
  }

  private func pass(_ time: Interval) {
    now = now + time
    for layout in live { layout.advance(to: now) }
    pages.advance()
  }

  private func frame(_ text: String) {
    now = now + .milliseconds(8)
    machine.frame(Self.panel, now, text)
  }

  /// The units of the panel at a point of the screen.
  private static func place(_ numbers: [Double]) -> String {
    "x \(Int(numbers[1] * 4.106) - 10 + 1); y \(Int(numbers[2] * 4.096) + 1)"
  }

  private func settle() throws {
    for _ in 0..<4 { try runLoop.runOnce(timeout: Interval(microseconds: 0)) }
    for reader in readers { lines += reader.read() }
  }

  // MARK: - What came of it

  private func read(_ device: VirtualDevice) {
    guard let reader = try? uinput.reader(of: device) else { preconditionFailure("it was made just now") }
    devices.append(device)
    readers.append(Reader(reader))
    lines.append("made \(reader.description.name)")
  }

  private func note(_ change: PageChange) {
    switch change {
    case .held: lines.append("held")
    case .waiting(_, let reason): lines.append(reason)
    case .failed(_, let error): lines.append("failed: errno \(error.code)")
    case .turned: lines.append("turned")
    case .lost: lines.append("lost")
    case .givenUp: lines.append("given up")
    }
  }

  private func note(_ change: Touchscreens.Change) {
    switch change {
    case .added: lines.append("added")
    case .removed: lines.append("removed")
    // There is no such output on the machine of the test.
    case .missing: break
    default: lines.append("\(change)")
    }
  }

  /// Whether other programs get nothing of the panel.
  var isHeld: Bool { touchscreens?.used.contains { $0.device.isGrabbed } ?? false }

  /// How many contacts the readers of devices have seen come down.
  var landings: Int { readers.reduce(0) { $0 + $1.landings } }

  /// How many contacts they have now.
  var contacts: Int { readers.reduce(0) { $0 + $1.contacts } }

  /// How many keys they have down now.
  var keys: Int { readers.reduce(0) { $0 + $1.keys } }
}

/// A program that reads the page's device, as libinput does.
private final class Reader {
  let node: String
  private let device: InputDevice
  private var page: PageReader
  private var known: [Int32: PageReader.Contact] = [:]
  private var knownKeys: Set<UInt16> = []
  private var isGone = false
  private let buffer = UnsafeMutableBufferPointer<RawEvent>.allocate(capacity: 512)

  init(_ device: InputDevice) {
    (self.device, node) = (device, device.path)
    page = PageReader(device.description)
  }

  deinit { buffer.deallocate() }

  var landings: Int { page.landings }
  var contacts: Int { known.count }
  var keys: Int { knownKeys.count }

  /// What has come since the last call: of each frame, `down`, `move` and `up` with slot and point, or a key.
  func read() -> [String] {
    guard !isGone else { return [] }
    guard let count = try? device.read(into: buffer) else {
      isGone = true
      return known.isEmpty ? ["destroyed"] : ["destroyed under \(known.count) contacts"]
    }
    var (lines, start) = ([String](), 0)
    for end in 0..<count where buffer[end].isReport {
      page.read(UnsafeBufferPointer(rebasing: buffer[start...end]))
      start = end + 1
      lines += changes()
    }
    return lines + [page.fault].compactMap(\.self)
  }

  private func changes() -> [String] {
    defer { (known, knownKeys) = (page.contacts, page.keys) }
    let keys = knownKeys.symmetricDifference(page.keys).map { page.keys.contains($0) ? "press" : "release" }
    let slots = Set(known.keys).union(page.contacts.keys).sorted()
    return keys
      + slots.compactMap { slot in
        switch (known[slot], page.contacts[slot]) {
        case (nil, let new?): "down \(slot) \(Self.point(new))"
        case (_?, nil): "up \(slot)"
        case (let old?, let new?) where old != new: "move \(slot) \(Self.point(new))"
        default: nil
        }
      }
  }

  private static func point(_ contact: PageReader.Contact) -> String {
    let x = Double(contact.x) / 65536 * PageKiosk.size.width,
      y = Double(contact.y) / 65536 * PageKiosk.size.height
    return "\(Int(x.rounded())),\(Int(y.rounded()))"
  }
}
