internal import CEvdev
public import Dispatcher
internal import Glibc
internal import YAML

/// An open evdev node, `/dev/input/eventN`.
///
/// Events are read raw, many at a time: libevdev's own reader costs twenty times as much and hides what the
/// device said (it merges a contact replaced in its slot, and rewrites slots out of range). libevdev
/// describes the device, grabs it and knows the kernel's state of the slots.
///
/// Not thread-safe: it belongs to the thread of its run loop. The node is closed when the object goes.
public final class InputDevice {
  /// The node, as given.
  public let path: String
  /// The device's description of itself when it was opened.
  public let description: DeviceDescription
  /// Whether the kernel stamps the events with CLOCK_MONOTONIC. Where it refused, stamps are CLOCK_REALTIME, which
  /// jumps when the clock is set.
  public let isMonotonic: Bool
  /// Whether this program alone receives the device's events.
  public private(set) var isGrabbed = false

  private let descriptor: OwnedDescriptor
  private let evdev: EvdevHandle
  private var partial = cevdev_partial()

  /// Opens a node for reading.
  ///
  /// - Throws: ``SystemError`` with a remedy: `EACCES` without the right to read it, `ENOENT`, `ENODEV` or
  ///   `ENXIO` if it is gone, `ENOTTY` if it is no evdev node.
  public convenience init(path: String) throws(SystemError) {
    let descriptor = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK, remedy: DeviceRemedy.opening)
    try self.init(adopting: descriptor, path: path)
  }

  /// Takes over a node that the caller has opened, non-blocking.
  ///
  /// - Parameter isGrabbed: whether it was grabbed by this descriptor, or by another one of the same `open`.
  /// - Throws: ``SystemError``, `ENOTTY` if it is no evdev node, `ENODEV` if it is gone.
  public init(
    adopting descriptor: consuming OwnedDescriptor, path: String, isGrabbed: Bool = false
  ) throws(SystemError) {
    // First of all: changing the clock of a queue that holds events makes the kernel drop them.
    isMonotonic = cevdev_use_monotonic_clock(descriptor.rawValue) == 0
    evdev = try EvdevHandle(reading: descriptor.rawValue, path: path)
    description = DeviceDescription(evdev)
    self.path = path
    self.descriptor = descriptor
    self.isGrabbed = isGrabbed
  }

  /// The descriptor to wait on; the device keeps and closes it.
  public var fileDescriptor: Int32 { descriptor.rawValue }

  // MARK: - Events

  /// The most reads of ``discardPending()``: 64 × 256 events are twice the buffer that the kernel gives a panel
  /// of 60 slots.
  private static let discardLimit = 64

  /// Reads what waits, whole events only. The first may be a SYN_DROPPED.
  ///
  /// - Parameter buffer: room for at least one event; 64 hold every frame of a ten-finger panel.
  /// - Returns: the number of events; 0 if none waits.
  /// - Throws: ``SystemError`` with `ENODEV` once the device is unplugged or revoked.
  public func read(into buffer: UnsafeMutableBufferPointer<RawEvent>) throws(SystemError) -> Int {
    try check(
      cevdev_read(fileDescriptor, &partial, buffer.baseAddress, buffer.count), "read", on: path,
      remedy: DeviceRemedy.reading)
  }

  /// Throws away what waits, as a reader must after a SYN_DROPPED and before it asks for the ``state(of:)``.
  ///
  /// - Returns: the number of events thrown away, at most 16,384: a device that sends faster than this reads
  ///   is left to the next wake.
  /// - Throws: ``SystemError`` with `ENODEV` once the device is unplugged or revoked.
  @discardableResult
  public func discardPending() throws(SystemError) -> Int {
    let scratch = UnsafeMutableBufferPointer<RawEvent>.allocate(capacity: 256)
    defer { scratch.deallocate() }
    var total = 0
    for _ in 0..<Self.discardLimit {
      let count = try read(into: scratch)
      guard count > 0 else { break }
      total += count
    }
    return total
  }

  // MARK: - State and grab

  /// The kernel's state of the panel now, by asking anew.
  ///
  /// Events that wait are older than it; the kernel takes key events out of the queue at this. So read or
  /// discard them first.
  ///
  /// - Throws: ``SystemError`` with `ENODEV` once the device is unplugged or revoked.
  public func state(of touchProtocol: TouchProtocol) throws(SystemError) -> DeviceState {
    DeviceState(try EvdevHandle(reading: fileDescriptor, path: path), touchProtocol)
  }

  /// The codes of its keys and buttons that are down now. What waits is as with ``state(of:)``.
  ///
  /// - Throws: ``SystemError`` with `ENODEV` once the device is unplugged or revoked.
  public func keysDown() throws(SystemError) -> Set<UInt16> {
    let evdev = try EvdevHandle(reading: fileDescriptor, path: path)
    return (description.codes[EventType.key] ?? []).filter { evdev.value(EventType.key, $0) != 0 }
  }

  /// Takes the device for this program alone; nothing happens if it has it already.
  ///
  /// - Throws: ``SystemError``, `EBUSY` if another program has grabbed it, `ENODEV` if it is gone.
  public func grab() throws(SystemError) { try setGrabbed(true) }

  /// Gives the device back to all programs; nothing happens if it was not grabbed.
  ///
  /// - Throws: ``SystemError`` with `ENODEV` once the device is unplugged or revoked.
  public func ungrab() throws(SystemError) { try setGrabbed(false) }

  private func setGrabbed(_ grabs: Bool) throws(SystemError) {
    guard grabs != isGrabbed else { return }
    let result = cevdev_grab(fileDescriptor, grabs ? 1 : 0)
    try check(result, "ioctl(EVIOCGRAB)", on: path, remedy: DeviceRemedy.grabbing)
    isGrabbed = grabs
  }

  /// Whether everything was read that the device has sent.
  public var isQuiet: Bool {
    var waiting = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 0
  }
}

/// libevdev's picture of a device at the moment of asking: what it can send, and what its slots hold.
struct EvdevHandle: ~Copyable {
  let pointer: OpaquePointer

  /// Asks the kernel, some thirty ioctls; reads no event.
  init(reading descriptor: Int32, path: String) throws(SystemError) {
    var handle: OpaquePointer?
    try check(
      libevdev_new_from_fd(descriptor, &handle), "libevdev_new_from_fd", on: path,
      remedy: DeviceRemedy.opening)
    guard let handle else { throw SystemError(call: "libevdev_new_from_fd", on: path, code: ENOMEM) }
    pointer = handle
  }

  deinit { libevdev_free(pointer) }

  func has(_ type: UInt16, _ code: UInt16) -> Bool {
    libevdev_has_event_code(pointer, UInt32(type), UInt32(code)) == 1
  }

  /// The current value of a key or an axis outside the slots; 0 where the device has none.
  func value(_ type: UInt16, _ code: UInt16) -> Int32 {
    libevdev_get_event_value(pointer, UInt32(type), UInt32(code))
  }

  /// The current value of an axis of a slot; 0 where the device has none.
  func value(_ code: UInt16, inSlot slot: Int) -> Int32 {
    libevdev_get_slot_value(pointer, UInt32(slot), UInt32(code))
  }
}

// MARK: - Description

extension DeviceDescription {
  /// Reads a device's description of itself. Of ``DeviceDescription/codes``, EV_SYN is left out: every device sends
  /// it.
  init(_ device: borrowing EvdevHandle) {
    let pointer = device.pointer
    self.init(name: text(libevdev_get_name(pointer)) ?? "")
    bus = UInt16(truncatingIfNeeded: libevdev_get_id_bustype(pointer))
    vendor = UInt16(truncatingIfNeeded: libevdev_get_id_vendor(pointer))
    product = UInt16(truncatingIfNeeded: libevdev_get_id_product(pointer))
    version = UInt16(truncatingIfNeeded: libevdev_get_id_version(pointer))
    phys = text(libevdev_get_phys(pointer))
    serial = text(libevdev_get_uniq(pointer))
    for property in 0..<UInt16(INPUT_PROP_CNT) where libevdev_has_property(pointer, UInt32(property)) == 1 {
      properties.insert(property)
    }
    for type in 1..<UInt16(EV_CNT) where libevdev_has_event_type(pointer, UInt32(type)) == 1 {
      let last = libevdev_event_type_get_max(UInt32(type))
      codes[type] = Set((0..<UInt16(clamping: last + 1)).filter { device.has(type, $0) })
    }
    for code in codes[EventType.abs] ?? [] {
      axes[code] = libevdev_get_abs_info(pointer, UInt32(code)).map { AxisRange($0.pointee) }
    }
  }
}

extension AxisRange {
  fileprivate init(_ info: input_absinfo) {
    self.init(
      minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat,
      resolution: info.resolution)
  }
}

/// A string of the device's, cleaned; `nil` where it is missing or empty. Bytes that are no UTF-8 become U+FFFD.
private func text(_ bytes: UnsafePointer<CChar>?) -> String? {
  guard let bytes, bytes.pointee != 0 else { return nil }
  return String(cString: bytes).cleaned()
}

extension DeviceState {
  /// Reads the kernel's state of a panel: its slots, the one contact of a single-touch panel, or whether BTN_TOUCH is
  /// down on one that sends packets.
  init(_ device: borrowing EvdevHandle, _ touchProtocol: TouchProtocol) {
    switch touchProtocol {
    case .slots(let count):
      // libevdev may count fewer: it takes some devices that have ABS_MT_SLOT for ones without slots.
      let known = max(0, Int(libevdev_get_num_slots(device.pointer)))
      var slots: [SlotState] = []
      for slot in 0..<min(count, known) { slots.append(SlotState(device, slot: slot)) }
      self.init(slots: slots, currentSlot: Int(libevdev_get_current_slot(device.pointer)))
    case .packets:
      let hasButton = device.has(EventType.key, EventCode.btnTouch)
      self.init(slots: hasButton ? [SlotState(device, button: EventCode.btnTouch)] : [])
    case .singleTouch(let button):
      self.init(slots: [SlotState(device, button: button)])
    }
  }
}

extension SlotState {
  fileprivate init(_ device: borrowing EvdevHandle, slot: Int) {
    self.init()
    trackingID = device.value(EventCode.absMTTrackingID, inSlot: slot)
    for (code, axis) in SlotAxis.multitouch { self[axis] = device.value(code, inSlot: slot) }
  }

  fileprivate init(_ device: borrowing EvdevHandle, button: UInt16) {
    self.init()
    trackingID = device.value(EventType.key, button) == 0 ? -1 : 0
    for (code, axis) in SlotAxis.pointer { self[axis] = device.value(EventType.abs, code) }
    for code in PenKeys.codes { penKeys.set(code, device.value(EventType.key, code) != 0) }
  }
}

/// The kernel's names of event types, codes and properties, as libevdev knows them.
///
/// What it does not know is named by its number, `0x2e`: a kernel may be newer than the library.
public enum EventName {
  /// The name of an event type, `EV_ABS`.
  public static func type(_ type: UInt16) -> String {
    name(libevdev_event_type_get_name(UInt32(type)), else: type)
  }

  /// The name of a code of an event type, `ABS_MT_SLOT`.
  public static func code(_ code: UInt16, of type: UInt16) -> String {
    name(libevdev_event_code_get_name(UInt32(type), UInt32(code)), else: code)
  }

  /// The name of an input property, `INPUT_PROP_DIRECT`.
  public static func property(_ property: UInt16) -> String {
    name(libevdev_property_get_name(UInt32(property)), else: property)
  }

  /// The event type of that name, `0x03` being a name too; `nil` if there is none.
  public static func type(named name: String) -> UInt16? {
    let type = number(name) ?? libevdev_event_type_from_name(name)
    return type >= 0 && type <= EV_MAX ? UInt16(exactly: type) : nil
  }

  /// The code of that name within an event type, `0x2e` being a name too; `nil` if there is none.
  public static func code(named name: String, of type: UInt16) -> UInt16? {
    let code = number(name) ?? libevdev_event_code_from_name(UInt32(type), name)
    return code >= 0 && code <= libevdev_event_type_get_max(UInt32(type)) ? UInt16(exactly: code) : nil
  }

  /// The input property of that name, `0x1e` being a name too; `nil` if there is none.
  public static func property(named name: String) -> UInt16? {
    let property = number(name) ?? libevdev_property_from_name(name)
    return property >= 0 && property <= INPUT_PROP_MAX ? UInt16(exactly: property) : nil
  }

  private static func name(_ known: UnsafePointer<CChar>?, else number: UInt16) -> String {
    known.map { String(cString: $0) } ?? "0x" + String(number, radix: 16)
  }

  private static func number(_ name: String) -> Int32? {
    name.hasPrefix("0x") ? Int32(name.dropFirst(2), radix: 16) : nil
  }
}
