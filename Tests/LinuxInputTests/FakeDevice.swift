import CEvdev
import CFakeEvdev
import Dispatcher
import LinuxInput
import Testing

/// A touchscreen that exists in this process only, behind the real libevdev.
final class FakeDevice {
  let pointer: OpaquePointer
  static let path = "/dev/input/event7"

  private init(_ pointer: OpaquePointer?) throws {
    self.pointer = try #require(pointer)
  }

  /// A device as the head of evemu text describes it.
  convenience init(evemu text: String) throws { try self.init(fakeevdev_new_from_evemu(text)) }

  /// A device of a description.
  convenience init(_ description: DeviceDescription) throws {
    try self.init(fakeevdev_new(description.name))
    fakeevdev_set_id(
      pointer,
      input_id(
        bustype: description.bus, vendor: description.vendor, product: description.product,
        version: description.version))
    fakeevdev_set_phys(pointer, description.phys ?? "")
    fakeevdev_set_uniq(pointer, description.serial ?? "")
    for property in description.properties { fakeevdev_enable_property(pointer, UInt32(property)) }
    for (type, codes) in description.codes {
      for code in codes { fakeevdev_enable_code(pointer, UInt32(type), UInt32(code)) }
    }
    for (code, range) in description.axes {
      var info = input_absinfo(
        value: 0, minimum: range.minimum, maximum: range.maximum, fuzz: range.fuzz, flat: range.flat,
        resolution: range.resolution)
      fakeevdev_enable_axis(pointer, UInt32(code), &info)
    }
  }

  deinit { fakeevdev_free(pointer) }

  /// Opens the device as the program opens a real node.
  func open() throws -> InputDevice {
    let descriptor = fakeevdev_open(pointer)
    try #require(descriptor >= 0)
    return try InputDevice(adopting: OwnedDescriptor(adopting: descriptor), path: Self.path)
  }

  /// Sends events to the readers; a SYN_REPORT is added.
  func send(_ events: RawEvent...) {
    #expect(with(events + [.report]) { fakeevdev_send(pointer, $0, $1) })
  }

  /// Changes the state by events that no reader sees.
  func sendUnseen(_ events: RawEvent...) {
    with(events) { fakeevdev_send_unseen(pointer, $0, $1) }
  }

  func sendDrop(at time: Timestamp = .zero) {
    let seconds = Int(time.microseconds / 1_000_000)
    #expect(fakeevdev_send_drop(pointer, seconds, Int(time.microseconds % 1_000_000)))
  }

  func unplug() { fakeevdev_unplug(pointer) }

  private func with<Result>(
    _ events: [RawEvent], _ body: (UnsafePointer<input_event>?, Int) -> Result
  ) -> Result {
    // RawEvent has the layout of the kernel's struct; the C shim asserts it.
    events.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: input_event.self), events.count) }
  }
}

extension RawEvent {
  static func abs(_ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(type: EventType.abs, code: code, value: value)
  }

  static func key(_ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(type: EventType.key, code: code, value: value)
  }

  static let report = RawEvent(type: EventType.syn, code: EventCode.synReport, value: 0)
  static let drop = RawEvent(type: EventType.syn, code: EventCode.synDropped, value: 0)
}

extension InputDevice {
  /// What waits now, at most 64 events.
  func readAll() throws -> [RawEvent] {
    let buffer = UnsafeMutableBufferPointer<RawEvent>.allocate(capacity: 64)
    defer { buffer.deallocate() }
    return Array(buffer.prefix(try read(into: buffer)))
  }
}
