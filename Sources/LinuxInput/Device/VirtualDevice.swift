internal import CEvdev
public import Dispatcher
internal import Glibc
internal import YAML

/// An input device that this process makes with uinput. Other programs read it as they read one of a driver's.
///
/// The kernel destroys it when the last descriptor of it is closed: this object's, and one that the service manager may
/// have in its store. Contacts that are down then are cancelled by the kernel's way, which many programs miss; so end
/// them before. Not thread-safe. The descriptor is closed when the object goes.
public final class VirtualDevice {
  /// The kernel's name of the device, `input42`, which no other device has until the next boot.
  public let sysname: String
  /// The node of uinput, for messages.
  private let path: String
  private let descriptor: OwnedDescriptor

  /// Makes a device, some hundred system calls. It is what ``description(madeOf:)`` says.
  ///
  /// Programs open it later, when udev has announced it; what is written before, they miss.
  ///
  /// - Parameter path: the node of uinput.
  /// - Throws: ``SystemError`` with a remedy: `EACCES` or `EPERM` without the right to make devices, `ENOENT` or
  ///   `ENODEV` without the kernel's module, `EINVAL` for a description without a name, with an axis that ends
  ///   before it begins, or with force feedback. Nothing stays then.
  public convenience init(
    _ description: DeviceDescription, at path: String = "/dev/uinput"
  ) throws(SystemError) {
    let descriptor = try OwnedDescriptor(opening: path, O_RDWR | O_NONBLOCK, remedy: DeviceRemedy.making)
    try UinputSetup(descriptor: descriptor.rawValue, path: path).make(Self.description(madeOf: description))
    try self.init(adopting: descriptor, path: path)
  }

  /// Takes over a device that was made before, by its descriptor: from the service manager's store.
  ///
  /// - Parameter path: the node of uinput, for messages.
  /// - Throws: ``SystemError``: `ENOENT` if the device was destroyed, `ENOTTY` or `EINVAL` if the descriptor is not
  ///   uinput's. It is closed then.
  public init(
    adopting descriptor: consuming OwnedDescriptor, path: String = "/dev/uinput"
  ) throws(SystemError) {
    sysname = try Self.sysname(of: descriptor.rawValue, path)
    self.path = path
    self.descriptor = descriptor
  }

  /// The descriptor, to be stored elsewhere, too; this object keeps and closes its own.
  public var fileDescriptor: Int32 { descriptor.rawValue }

  /// Ends the device, whichever process has a descriptor of it; nothing happens if it has ended. Programs that
  /// have it open see an unplug.
  ///
  /// - Throws: ``SystemError``; the kernel has no reason to refuse.
  public func destroy() throws(SystemError) {
    try check(cevdev_uinput_destroy(fileDescriptor), "ioctl(UI_DEV_DESTROY)", on: subject)
  }

  /// Which device, in a message.
  private var subject: String { "\(path) (\(sysname))" }

  // MARK: - Events

  /// Sends events, a whole frame with its SYN_REPORT, in one write. Allocates nothing.
  ///
  /// From Linux 6.5 on the kernel keeps a time of the last 10 s that is not in the future; it puts its own in place of
  /// any other. Values that an axis has already are sent to no program.
  ///
  /// - Throws: ``SystemError``: `EINVAL` once the device is destroyed; `EAGAIN` if there was no room, nothing being
  ///   sent; `EIO` if only a part was taken, after which readers have half a frame.
  public func write(_ events: UnsafeBufferPointer<RawEvent>) throws(SystemError) {
    let bytes = UnsafeRawBufferPointer(events)
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    let written = try systemCall("write", on: subject, remedy: DeviceRemedy.writing) {
      Glibc.write(fileDescriptor, start, bytes.count)
    }
    guard written == bytes.count else {
      throw SystemError(
        call: "write", on: subject, code: EIO,
        remedy: "the kernel took \(written) of \(bytes.count) bytes; the device must be made anew")
    }
  }

  // MARK: - Names

  /// The device file that programs open, `/dev/input/event3`. O(entries of the device's folder).
  ///
  /// - Parameter folder: where sysfs has the devices that processes made; another one in tests.
  /// - Throws: ``SystemError``: `ENOENT` if the device was destroyed, if the kernel makes no event nodes, or where
  ///   sysfs is out of reach (a container).
  public func node(below folder: String = "/sys/devices/virtual/input") throws(SystemError) -> String {
    let own = "\(folder)/\(sysname)"
    for name in try entries(ofFolder: own) where DeviceNode.number(sysname: name) != nil {
      return "/dev/input/\(name)"
    }
    throw SystemError(
      call: "readdir", on: own, code: ENOENT,
      remedy: "it has no event node; load the module of the kernel: `sudo modprobe evdev`")
  }

  private static func sysname(of descriptor: Int32, _ path: String) throws(SystemError) -> String {
    var bytes = [CChar](repeating: 0, count: longestSysname)
    try check(
      cevdev_uinput_sysname(descriptor, &bytes, bytes.count), "ioctl(UI_GET_SYSNAME)", on: path,
      remedy: DeviceRemedy.adopting)
    let name = bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
    // A driver to which the request means something else answers otherwise.
    guard DeviceNode.count(after: "input", in: name[...]) != nil else {
      throw SystemError(
        call: "ioctl(UI_GET_SYSNAME)", on: path, code: ENOTTY, remedy: DeviceRemedy.adopting(ENOTTY))
    }
    return name
  }

  /// Room for `input`, the digits of a kernel's number, and the zero at the end.
  private static let longestSysname = 64

  /// The longest name of a device that is made with uinput, in bytes: UINPUT_MAX_NAME_SIZE, less the zero at its end.
  public static let longestName = 79

  /// Description as programs read it of a device made of a description: its name cut to ``longestName``, no serial,
  /// since uinput gives none, and each axis among its codes, which EV_SYN is not, as in that of an ``InputDevice``.
  ///
  /// A device of the store that is described otherwise is to be made anew.
  public static func description(madeOf description: DeviceDescription) -> DeviceDescription {
    var made = description
    made.name = description.name.cleaned(limit: longestName)
    made.serial = nil
    if made.phys == "" { made.phys = nil }
    made.codes[EventType.syn] = nil
    if !description.axes.isEmpty { made.codes[EventType.abs, default: []].formUnion(description.axes.keys) }
    return made
  }
}

/// Tells uinput what a device is to be, and has the kernel make it.
struct UinputSetup {
  /// An open descriptor of uinput with which no device was made yet.
  let descriptor: Int32
  /// The node of uinput, for messages.
  let path: String

  func make(_ description: DeviceDescription) throws(SystemError) {
    for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) { try enable(codes, of: type) }
    for (code, range) in description.axes.sorted(by: { $0.key < $1.key }) {
      var info = input_absinfo(range)
      try check(
        cevdev_uinput_set_axis(descriptor, UInt32(code), &info), "ioctl(UI_ABS_SETUP)",
        on: "\(path) for \(EventName.code(code, of: EventType.abs))")
    }
    for property in description.properties.sorted() {
      try check(
        cevdev_uinput_enable_property(descriptor, UInt32(property)), "ioctl(UI_SET_PROPBIT)",
        on: "\(path) for \(EventName.property(property))")
    }
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
  /// An axis for the kernel; its first value is 0.
  fileprivate init(_ range: AxisRange) {
    self.init(
      value: 0, minimum: range.minimum, maximum: range.maximum, fuzz: range.fuzz, flat: range.flat,
      resolution: range.resolution)
  }
}
