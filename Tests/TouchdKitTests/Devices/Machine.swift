import Dispatcher
import FakePanels
import Glibc
import LinuxInput

@testable import TouchdKit

/// A machine with fake panels plugged in, each under a node that udev announces.
final class Machine {
  private var devices: [Int: FakeDevice] = [:]
  /// Those that were replaced without a hangup.
  private var former: [FakeDevice] = []
  private(set) var nodes: [Int: DeviceNode] = [:]
  /// Nodes that may not be read, or are not there yet, with the errno of `open`.
  var unreadable: [Int: Int32] = [:]
  /// How often each node was opened.
  private(set) var opened: [Int: Int] = [:]
  /// Why the nodes cannot be listed.
  var unlisted: SystemError?
  /// How many devices there have been: the kernel counts them, too.
  private var count = 0

  static func path(_ number: Int) -> String { "/dev/input/event\(number)" }

  /// Makes a panel appear.
  ///
  /// - Parameters:
  ///   - properties: what udev says of it.
  ///   - isSettled: whether udev has finished with it.
  @discardableResult
  func plug(
    _ panel: DeviceDescription, _ number: Int, _ properties: [String: String] = [:], isSettled: Bool = true
  ) -> DeviceChange {
    devices[number] = FakeDevice(panel, path: Self.path(number))
    count += 1
    return describe(number, properties, phys: panel.phys, isSettled: isSettled)
  }

  /// udev's message about a panel that is there.
  @discardableResult
  func describe(
    _ number: Int, _ properties: [String: String], phys: String? = nil, isSettled: Bool = true
  ) -> DeviceChange {
    let known = nodes[number]
    let node = DeviceNode(
      path: Self.path(number), number: number, properties: properties, device: known?.device ?? count,
      phys: known?.phys ?? phys, isSettled: isSettled)
    nodes[number] = node
    return known == nil ? .added(node) : .changed(node)
  }

  /// The nodes that there are, as udev lists them.
  func list() throws(SystemError) -> [DeviceNode] {
    if let unlisted { throw unlisted }
    return nodes.values.sorted { $0.number < $1.number }
  }

  /// Puts another panel in the place of one that has not hung up yet.
  func replace(_ panel: DeviceDescription, _ number: Int) -> DeviceChange {
    devices[number].map { former.append($0) }
    nodes[number] = nil
    return plug(panel, number)
  }

  func unplug(_ number: Int) -> DeviceChange? {
    devices.removeValue(forKey: number)?.unplug()
    return nodes.removeValue(forKey: number).map(DeviceChange.removed)
  }

  func open(_ path: String) throws -> InputDevice {
    guard let number = nodes.first(where: { $0.value.path == path })?.key else {
      throw SystemError(call: "open", on: path, code: ENOENT)
    }
    if let code = unreadable[number] { throw SystemError(call: "open", on: path, code: code) }
    guard let device = devices[number] else { throw SystemError(call: "open", on: path, code: ENODEV) }
    opened[number, default: 0] += 1
    return try device.open()
  }

  /// Sends a frame from a panel; what it says is `slot 1; id 5; x 10; y 20; touch 1`.
  func frame(_ number: Int, at milliseconds: Int64, _ text: String) {
    frame(number, Timestamp(microseconds: 1_000_000) + .milliseconds(milliseconds), text)
  }

  /// Sends a frame at a time of the kernel's clock.
  func frame(_ number: Int, _ time: Timestamp, _ text: String) {
    let events = text.split(separator: ";").map { Self.event($0.split(separator: " ").map(String.init)) }
    devices[number]?.sendAsIs((events + [.report]).map { $0.at(time) })
  }

  /// Sends events as they are; what is lost is what follows a SYN_DROPPED.
  func send(_ number: Int, _ events: [RawEvent]) {
    guard let drop = events.firstIndex(where: \.isDrop), let end = events.last else {
      devices[number]?.sendAsIs(events)
      return
    }
    for event in events[(drop + 1)...] where !event.isReport { devices[number]?.sendUnseen(event) }
    devices[number]?.sendDrop(at: end.time)
  }

  /// Tells the reader that events were lost.
  func drop(_ number: Int, at milliseconds: Int64) {
    devices[number]?.sendDrop(at: Timestamp(microseconds: 1_000_000) + .milliseconds(milliseconds))
  }

  private static func event(_ words: [String]) -> RawEvent {
    let value = Int32(words[1]) ?? 0
    let axes = [
      "slot": EventCode.absMTSlot, "id": EventCode.absMTTrackingID, "x": EventCode.absMTPositionX,
      "y": EventCode.absMTPositionY,
    ]
    if let axis = axes[words[0]] { return .abs(axis, value) }
    return .key(["pen": EventCode.btnToolPen, "home": 172][words[0]] ?? EventCode.btnTouch, value)
  }
}
