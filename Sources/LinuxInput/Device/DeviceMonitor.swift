internal import CEvdev
internal import Glibc

/// What happened to the input devices of the system.
public enum DeviceChange: Equatable, Sendable {
  /// A node appeared, and udev has finished with it.
  case added(DeviceNode)
  /// A node went. Its descriptor hung up before or after this: take whichever comes first.
  case removed(DeviceNode)
  /// udev's properties of a node changed, its calibration perhaps.
  case changed(DeviceNode)
  /// More happened at once than the socket could hold: only ``DeviceNode/all()`` knows what there is now.
  case lost
}

/// Tells of evdev nodes that come and go, as udev reports them.
///
/// Not thread-safe: it belongs to the thread of its run loop. Needs the host's network namespace, in which
/// udev speaks: with `PrivateNetwork=` nothing is ever reported.
public final class DeviceMonitor {
  /// The most changes taken in one wake, so that a storm of them does not hold up the touchscreens; the rest
  /// makes the descriptor readable again.
  private static let limit = 64

  private let monitor: OpaquePointer

  /// Starts to listen. What happened before is not told: enumerate after this, not before, and nothing is
  /// missed.
  ///
  /// - Throws: ``SystemError`` if the netlink socket cannot be opened or bound.
  public init() throws(SystemError) {
    let udev = try Udev()
    monitor = try udevObject("udev_monitor_new_from_netlink") {
      udev_monitor_new_from_netlink(udev.pointer, "udev")
    }
    // The object is complete: should one of these throw, `deinit` lets the monitor go.
    try check(
      udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil),
      "udev_monitor_filter_add_match_subsystem_devtype", on: "udev")
    try check(udev_monitor_enable_receiving(monitor), "udev_monitor_enable_receiving", on: "udev")
  }

  deinit { udev_monitor_unref(monitor) }

  /// The descriptor to wait on; the monitor keeps and closes it.
  public var fileDescriptor: Int32 { udev_monitor_get_fd(monitor) }

  /// Takes what has been reported, oldest first, at most 64 changes. Devices other than evdev nodes are left
  /// out.
  public func receive() -> [DeviceChange] {
    var changes: [DeviceChange] = []
    for _ in 0..<Self.limit {
      errno = 0
      guard let device = udev_monitor_receive_device(monitor) else {
        if errno == ENOBUFS { changes.append(.lost) }
        break
      }
      defer { udev_device_unref(device) }
      if let change = DeviceChange(device) { changes.append(change) }
    }
    return changes
  }
}

extension DeviceChange {
  /// What a udev device received from a monitor tells; `nil` for other nodes and other actions (`bind`).
  fileprivate init?(_ device: OpaquePointer) {
    guard let node = DeviceNode(udevDevice: device), let action = udev_device_get_action(device) else {
      return nil
    }
    switch String(cString: action) {
    case "add": self = .added(node)
    case "remove": self = .removed(node)
    case "change": self = .changed(node)
    default: return nil
    }
  }
}
