internal import CEvdev
internal import Dispatcher
internal import Glibc
internal import YAML

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
  /// What the device says of itself. Of ``DeviceDescription/codes``, EV_SYN is left out: every device sends
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
