internal import CEvdev
internal import Glibc

/// The netlink socket to which udev sends what happens to input devices, once it has finished with them.
final class UdevSocket: MonitorSocket {
  /// How much the queue may hold, in bytes: the news of some 600 devices that come and go, at three messages for each
  /// way and 2.3 KiB of the kernel's memory for a message. The kernel's default holds fifteen of them. (O)
  ///
  /// More than `net.core.rmem_max` takes CAP_NET_ADMIN (SO_RCVBUFFORCE), which the service does not have; without, the
  /// kernel gives as much as that allows (SO_RCVBUF), by default twice of what it would have been. What overflows all
  /// the same is noticed, and looked up.
  private static let bufferSize: Int32 = 8 << 20

  private let monitor: OpaquePointer

  /// - Throws: ``SystemError`` if the socket cannot be opened or bound.
  init() throws(SystemError) {
    let udev = try Udev()
    monitor = try udevObject("udev_monitor_new_from_netlink") {
      udev_monitor_new_from_netlink(udev.pointer, "udev")
    }
    // The object is complete: should one of these throw, `deinit` lets the monitor go.
    try check(
      udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil),
      "udev_monitor_filter_add_match_subsystem_devtype", on: "udev")
    enlargeBuffer()
    try check(udev_monitor_enable_receiving(monitor), "udev_monitor_enable_receiving", on: "udev")
  }

  deinit { udev_monitor_unref(monitor) }

  var fileDescriptor: Int32 { udev_monitor_get_fd(monitor) }

  /// As far as the system lets it: the queue works with any size.
  private func enlargeBuffer() {
    guard udev_monitor_set_receive_buffer_size(monitor, Self.bufferSize) < 0 else { return }
    // Older versions of libudev try nothing but SO_RCVBUFFORCE.
    var size = Self.bufferSize
    setsockopt(fileDescriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  func receive() -> MonitorMessage {
    errno = 0
    guard let device = udev_monitor_receive_device(monitor) else {
      // Anything else is a message that libudev does not pass on, or the end of the queue: both wake again.
      return errno == ENOBUFS ? .overflow : .empty
    }
    defer { udev_device_unref(device) }
    return DeviceChange(device).map(MonitorMessage.change) ?? .other
  }

  func discard() -> Bool {
    var byte: UInt8 = 0
    while true {
      if recv(fileDescriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 { return true }
      switch errno {
      case EINTR: continue
      case ENOBUFS: return true
      default: return false
      }
    }
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
