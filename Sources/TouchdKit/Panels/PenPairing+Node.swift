import Dispatcher
import LinuxInput

extension PenPairing {
  /// What a device is paired by, as it and udev say.
  init(_ device: DeviceDescription, _ node: DeviceNode?, isPen: Bool, isArbitrated: Bool = true) {
    self.init(
      isPen: isPen, isArbitrated: isArbitrated, group: node?.deviceGroup, phys: device.phys,
      port: node?.idPath.map(withoutInterface), vendor: device.vendor, product: device.product)
  }
}

/// A port of udev's ID_PATH without the interface of the device in it: `usb-0:3:1.1` is on the device `usb-0:3`.
func withoutInterface(_ path: String) -> String {
  guard path.contains("usb-"), let colon = path.lastIndex(of: ":") else { return path }
  return String(path[..<colon])
}
