internal import CEvdev
internal import Glibc

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

extension DeviceNode {
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
  static func number(sysname: String) -> Int? {
    count(after: "event", in: sysname[...])
  }

  private static func count(after word: String, in name: Substring) -> Int? {
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
