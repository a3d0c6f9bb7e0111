internal import CFakeEvdev
public import Dispatcher
public import LinuxInput

/// A touchscreen that exists in this process only, behind the real libevdev.
public final class FakeDevice {
  /// For what only the C functions can do.
  public let pointer: OpaquePointer
  /// The node that it is opened as.
  public let path: String

  /// A device of a description.
  public init(_ description: DeviceDescription, path: String = "/dev/input/event7") {
    guard let pointer = fakeevdev_new(description.name) else {
      preconditionFailure("no memory for a fake device")
    }
    (self.pointer, self.path) = (pointer, path)
    let id = input_id(
      bustype: description.bus, vendor: description.vendor, product: description.product,
      version: description.version)
    fakeevdev_set_identity(pointer, id, description.phys ?? "", description.serial ?? "")
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
  ///
  /// - Throws: ``Gone`` once it is unplugged.
  public func open() throws -> InputDevice {
    let descriptor = fakeevdev_open(pointer)
    guard descriptor >= 0 else { throw Gone(path: path) }
    return try InputDevice(adopting: OwnedDescriptor(adopting: descriptor), path: path)
  }
}

/// Why a fake device cannot be opened any more.
public struct Gone: Error { let path: String }

// What happens to it.
extension FakeDevice {
  /// Sends events to the readers; a SYN_REPORT is added.
  public func send(_ events: RawEvent...) { sendAsIs(events + [.report]) }

  /// Sends events to the readers, and nothing besides.
  public func sendAsIs(_ events: [RawEvent]) {
    let isSent = with(events) { fakeevdev_send(pointer, $0, $1) }
    precondition(isSent, "the fake device's reader is 43,690 events behind")
  }

  /// Changes the state by events that no reader sees.
  public func sendUnseen(_ events: RawEvent...) { with(events) { fakeevdev_send_unseen(pointer, $0, $1) } }

  /// Tells the readers that events were lost.
  public func sendDrop(at time: Timestamp = .zero) { sendAsIs([RawEvent.drop, .report].map { $0.at(time) }) }

  /// Sets one value of a slot, as no event would.
  public func setSlot(_ slot: Int, _ code: UInt16, _ value: Int32) {
    fakeevdev_set_slot_value(pointer, UInt32(slot), UInt32(code), value)
  }

  public func unplug() { fakeevdev_unplug(pointer) }

  /// Takes the right to read from one reader.
  public func revoke(from device: InputDevice) { fakeevdev_revoke(device.fileDescriptor) }

  @discardableResult
  private func with<Result>(
    _ events: [RawEvent], _ body: (UnsafePointer<input_event>?, Int) -> Result
  ) -> Result {
    // RawEvent has the layout of the kernel's struct; the C shim asserts it.
    events.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: input_event.self), events.count) }
  }
}

extension RawEvent {
  public static func abs(_ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(type: EventType.abs, code: code, value: value)
  }

  public static func key(_ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(type: EventType.key, code: code, value: value)
  }

  public static let report = RawEvent(type: EventType.syn, code: EventCode.synReport, value: 0)
  public static let drop = RawEvent(type: EventType.syn, code: EventCode.synDropped, value: 0)

  /// The same at a time.
  public func at(_ time: Timestamp) -> RawEvent { RawEvent(time: time, type: type, code: code, value: value) }
}

extension InputDevice {
  /// What waits now, at most 64 events.
  public func readAll() throws -> [RawEvent] {
    let buffer = UnsafeMutableBufferPointer<RawEvent>.allocate(capacity: 64)
    defer { buffer.deallocate() }
    return Array(buffer.prefix(try read(into: buffer)))
  }
}
