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

  /// Where the device is plugged in, `pci-0000:00:14.0-usb-0:2:1.0`; tells two identical panels apart.
  public var idPath: String? { properties["ID_PATH"] }

  /// udev's serial of the device, or of what it is a part of.
  public var serial: String? { properties["ID_SERIAL"] }

  /// udev's mark of all nodes that are one device, as libinput groups them: `3/56a/37b:usb-0000:00:14.0-2`.
  public var deviceGroup: String? { properties["LIBINPUT_DEVICE_GROUP"] }

  /// The calibration that udev's database holds for the device; `nil` if none, a failure if it is malformed.
  public var calibration: Result<[Double], CalibrationProblem>? {
    properties[CalibrationProblem.property].map(CalibrationProblem.matrix)
  }
}
