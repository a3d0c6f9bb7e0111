internal import CEvdev
internal import Glibc
internal import YAML

/// An evdev node, `/dev/input/eventN`, and what udev says of it.
public struct DeviceNode: Equatable, Sendable {
  /// The device file, `/dev/input/event3`.
  public let path: String
  /// The N of `eventN`; it may differ after every replug and boot.
  public let number: Int
  /// udev's properties of the node, `ID_PATH` and so on, cleaned; empty where udev does not run.
  public let properties: [String: String]
  /// The N of the kernel's `inputN` behind the node, which tells the devices apart that have the path one after
  /// the other: the kernel counts it up and uses none again. `nil` where udev does not know the device.
  public let device: Int?

  /// The name that the device gives itself, and its physical path, cleaned, as sysfs has them for all users; `nil`
  /// where it has none.
  public let name: String?, phys: String?
  /// Whether udev has finished with the node, or does not run. Until then the node may lack its rights.
  public let isSettled: Bool

  /// A node as udev describes it.
  public init(
    path: String, number: Int, properties: [String: String] = [:], device: Int? = nil, name: String? = nil,
    phys: String? = nil, isSettled: Bool = true
  ) {
    self.path = path
    self.number = number
    self.properties = properties.mapValues { $0.cleaned() }
    self.device = device
    (self.name, self.phys, self.isSettled) = (name?.cleaned(), phys?.cleaned(), isSettled)
  }

  /// Whether another device has had this node's path since: what is said of this one is out of date.
  public func isOlder(than other: DeviceNode) -> Bool {
    guard let device, let later = other.device else { return false }
    return device < later
  }

  /// The node's name in sysfs, `event3`.
  public var sysname: String { "event\(number)" }

  /// The device's port, `pci-0000:00:14.0-usb-0:2:1.0`; tells two identical panels apart.
  public var idPath: String? { properties["ID_PATH"] }

  /// udev's serial of the device, or of what it is a part of.
  public var serial: String? { properties["ID_SERIAL"] }

  /// udev's mark of all nodes that are one device, as libinput groups them: `3/56a/37b:usb-0000:00:14.0-2`.
  public var deviceGroup: String? { properties["LIBINPUT_DEVICE_GROUP"] }

  /// The calibration that udev's database holds for the device; `nil` if none, a failure if it is malformed.
  public var calibration: Result<[Double], CalibrationProblem>? {
    properties[CalibrationProblem.property].map(CalibrationProblem.matrix)
  }

  /// The most nodes that are looked at; the kernel numbers no more evdev nodes than these.
  private static let limit = 1024

  /// Every evdev node of the system, in ascending order of event numbers.
  ///
  /// Empty where there is no input device, or sysfs is out of reach (a container).
  ///
  /// - Throws: ``SystemError``: out of memory, or sysfs cannot be read.
  public static func all() throws(SystemError) -> [DeviceNode] {
    let udev = try Udev()
    let enumeration = try udevObject("udev_enumerate_new") { udev_enumerate_new(udev.pointer) }
    defer { udev_enumerate_unref(enumeration) }
    try check(
      udev_enumerate_add_match_subsystem(enumeration, "input"),
      "udev_enumerate_add_match_subsystem", on: "udev")
    try check(
      udev_enumerate_add_match_sysname(enumeration, "event*"),
      "udev_enumerate_add_match_sysname", on: "udev")
    try check(udev_enumerate_scan_devices(enumeration), "udev_enumerate_scan_devices", on: "/sys/class/input")
    var nodes: [DeviceNode] = []
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let item = entry, nodes.count < limit {
      entry = udev_list_entry_get_next(item)
      // It may have been unplugged meanwhile.
      guard let device = udev_device_new_from_syspath(udev.pointer, udev_list_entry_get_name(item)) else {
        continue
      }
      defer { udev_device_unref(device) }
      if let node = DeviceNode(udevDevice: device) { nodes.append(node) }
    }
    return nodes.sorted { $0.number < $1.number }
  }

  /// The evdev node that a udev device stands for; `nil` for the others, `mouse0` and `js0` among them.
  init?(udevDevice device: OpaquePointer) {
    guard let path = udev_device_get_devnode(device), let name = udev_device_get_sysname(device),
      let number = DeviceNode.number(sysname: String(cString: name))
    else { return nil }
    // It belongs to the device.
    let parent = udev_device_get_parent(device)
    func attribute(_ name: String) -> String? {
      parent.flatMap { udev_device_get_sysattr_value($0, name) }.map { String(cString: $0) }
    }
    self.init(
      path: String(cString: path), number: number, properties: DeviceNode.properties(of: device),
      device: udev_device_get_syspath(device).flatMap { DeviceNode.device(syspath: String(cString: $0)) },
      name: attribute("name"), phys: attribute("phys"),
      // Where udev does not run, it never has finished.
      isSettled: udev_device_get_is_initialized(device) != 0 || access("/run/udev/control", F_OK) != 0)
  }

  /// The N of the `inputN` above a node: `/sys/devices/…/input/input57/event3`.
  static func device(syspath: String) -> Int? {
    let parts = syspath.split(separator: "/")
    guard parts.count >= 2 else { return nil }
    return count(after: "input", in: parts[parts.count - 2])
  }

  /// The N of `eventN`.
  static func number(sysname: String) -> Int? { count(after: "event", in: sysname[...]) }

  /// The number that follows a word, and nothing else does.
  static func count(after word: String, in name: Substring) -> Int? {
    guard name.hasPrefix(word) else { return nil }
    let digits = name.dropFirst(word.count)
    return digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
  }

  /// At most 256 properties: udev's own rules set about thirty.
  private static func properties(of device: OpaquePointer) -> [String: String] {
    var properties: [String: String] = [:]
    var entry = udev_device_get_properties_list_entry(device)
    while let item = entry, properties.count < 256 {
      if let name = udev_list_entry_get_name(item), let value = udev_list_entry_get_value(item) {
        properties[String(cString: name)] = String(cString: value)
      }
      entry = udev_list_entry_get_next(item)
    }
    return properties
  }
}

/// libudev's library context.
struct Udev: ~Copyable {
  let pointer: OpaquePointer

  init() throws(SystemError) {
    pointer = try udevObject("udev_new") { udev_new() }
  }

  deinit { udev_unref(pointer) }
}

/// Makes a call of libudev, which answers NULL and leaves the reason in errno.
func udevObject(
  _ call: String, _ body: () -> OpaquePointer?
) throws(SystemError) -> OpaquePointer {
  if let object = body() { return object }
  throw SystemError(call: call, on: "udev", code: errno)
}

/// Reason for which a calibration matrix of udev's database is not used.
public struct CalibrationProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// udev's property that holds the matrix, as libinput reads it too.
  public static let property = "LIBINPUT_CALIBRATION_MATRIX"

  /// The problem in words.
  public let reason: String

  /// One line: the property, what is wrong, what is done about it.
  public var description: String { "\(Self.property) is ignored: \(reason)" }

  /// Reads six finite decimal numbers separated by spaces, `1 0 0 0 1 0`, with a point in every locale.
  static func matrix(_ text: String) -> Result<[Double], CalibrationProblem> {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 6 else {
      return .failure(CalibrationProblem(reason: "it has \(words.count) numbers where six are expected"))
    }
    if let word = words.first(where: { decimal($0) == nil }) {
      return .failure(CalibrationProblem(reason: "“\(word)” is no decimal number"))
    }
    return .success(words.compactMap(decimal))
  }

  /// Swift reads hexadecimal numbers, infinities and NaN too; none of them belongs here.
  private static func decimal(_ word: Substring) -> Double? {
    guard word.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Double(word).flatMap { $0.isFinite ? $0 : nil }
  }
}

/// Remedies for the errors that people meet on an input device.
enum DeviceRemedy {
  static let rulesFile = "/usr/lib/udev/rules.d/70-touchd.rules"

  static func opening(_ code: Int32) -> String? {
    switch code {
    case EACCES:
      "add the user to the group `input` (`sudo usermod -aG input USER`, then log in again) "
        + "or install the udev rule \(rulesFile)"
    case EPERM: "the service may not see input devices: its unit needs `DeviceAllow=char-input r`"
    case ENOENT: "there is no such device now; `touchd devices` lists those there are"
    case ENODEV, ENXIO: unplugged
    case EMFILE: "raise the limit of open files (`LimitNOFILE=` in the unit)"
    case ENOTTY, EINVAL: "it is no evdev device; `touchd devices` lists those there are"
    default: nil
    }
  }

  static func reading(_ code: Int32) -> String? {
    code == ENODEV ? unplugged : nil
  }

  static func grabbing(_ code: Int32) -> String? {
    switch code {
    case EBUSY:
      "another program has grabbed the panel: `sudo fuser -v /dev/input/event*` shows who has it open"
    case ENODEV: unplugged
    default: nil
    }
  }

  /// Opening uinput and setting a device up with it.
  static func making(_ code: Int32) -> String? {
    switch code {
    case EACCES:
      "install the udev rule \(rulesFile), which gives it to the user `touchd`, and run as that user, or as root"
    case EPERM: "the service may not see it: its unit needs `DeviceAllow=/dev/uinput rw`"
    case ENOENT, ENODEV, ENXIO: "load the module of the kernel: `sudo modprobe uinput`"
    case EMFILE: "raise the limit of open files (`LimitNOFILE=` in the unit)"
    case ENOTTY: noUinput
    default: nil
    }
  }

  /// Asking for the device behind a descriptor of uinput.
  static func adopting(_ code: Int32) -> String? {
    switch code {
    case ENOENT: "no device was made with it, or it was destroyed"
    case ENOTTY, EINVAL: noUinput
    default: nil
    }
  }

  /// Writing events to a device that uinput made.
  static func writing(_ code: Int32) -> String? {
    switch code {
    case EAGAIN: "the kernel has no room for events now; none of them was sent"
    case EINVAL, ENODEV: "the device was destroyed; it must be made anew"
    default: nil
    }
  }

  private static let noUinput = "it is not uinput's: `/dev/uinput` is"
  private static let unplugged = "the device was unplugged; it is taken up again when it returns"
}
