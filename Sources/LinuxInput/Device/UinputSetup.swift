internal import CEvdev
internal import Dispatcher

/// Tells uinput what a device is to be, and has the kernel make it.
struct UinputSetup {
  /// An open descriptor of uinput with which no device was made yet.
  let descriptor: Int32
  /// The node of uinput, for messages.
  let path: String

  func make(_ description: DeviceDescription) throws(SystemError) {
    for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) { try enable(codes, of: type) }
    for (code, range) in description.axes.sorted(by: { $0.key < $1.key }) { try set(range, of: code) }
    for property in description.properties.sorted() { try enable(property: property) }
    try setNames(description)
    try check(
      cevdev_uinput_create(descriptor), "ioctl(UI_DEV_CREATE)", on: path, remedy: DeviceRemedy.making)
  }

  private func enable(_ codes: Set<UInt16>, of type: UInt16) throws(SystemError) {
    let name = EventName.type(type)
    try check(
      cevdev_uinput_enable_type(descriptor, UInt32(type)), "ioctl(UI_SET_EVBIT)", on: "\(path) for \(name)",
      remedy: DeviceRemedy.making)
    // `EV_KEY` and `UI_SET_KEYBIT`, and so on.
    let request = "ioctl(UI_SET_\(name.dropFirst(3))BIT)"
    for code in codes.sorted() {
      try check(
        cevdev_uinput_enable_code(descriptor, UInt32(type), UInt32(code)), request,
        on: "\(path) for \(EventName.code(code, of: type))")
    }
  }

  private func set(_ range: AxisRange, of code: UInt16) throws(SystemError) {
    var info = input_absinfo(range)
    try check(
      cevdev_uinput_set_axis(descriptor, UInt32(code), &info), "ioctl(UI_ABS_SETUP)",
      on: "\(path) for \(EventName.code(code, of: EventType.abs))")
  }

  private func enable(property: UInt16) throws(SystemError) {
    try check(
      cevdev_uinput_enable_property(descriptor, UInt32(property)), "ioctl(UI_SET_PROPBIT)",
      on: "\(path) for \(EventName.property(property))")
  }

  private func setNames(_ description: DeviceDescription) throws(SystemError) {
    if let phys = description.phys {
      try check(cevdev_uinput_set_phys(descriptor, phys), "ioctl(UI_SET_PHYS)", on: path)
    }
    var id = input_id(
      bustype: description.bus, vendor: description.vendor, product: description.product,
      version: description.version)
    try check(
      cevdev_uinput_set_identity(descriptor, &id, description.name), "ioctl(UI_DEV_SETUP)", on: path,
      remedy: DeviceRemedy.making)
  }
}

extension input_absinfo {
  /// What the kernel is to know of an axis; its first value is 0.
  fileprivate init(_ range: AxisRange) {
    self.init(
      value: 0, minimum: range.minimum, maximum: range.maximum, fuzz: range.fuzz, flat: range.flat,
      resolution: range.resolution)
  }
}
