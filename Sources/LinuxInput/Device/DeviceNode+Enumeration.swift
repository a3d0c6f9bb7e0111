internal import CEvdev

extension DeviceNode {
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
      if let node = node(at: udev_list_entry_get_name(item), udev) { nodes.append(node) }
      entry = udev_list_entry_get_next(item)
    }
    return nodes.sorted { $0.number < $1.number }
  }

  /// The node of a path in sysfs; `nil` if it has been unplugged meanwhile.
  private static func node(at syspath: UnsafePointer<CChar>?, _ udev: borrowing Udev) -> DeviceNode? {
    guard let device = udev_device_new_from_syspath(udev.pointer, syspath) else { return nil }
    defer { udev_device_unref(device) }
    return DeviceNode(udevDevice: device)
  }
}
