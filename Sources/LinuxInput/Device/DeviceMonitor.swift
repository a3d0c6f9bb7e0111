internal import CEvdev
internal import Glibc

/// A change of the system's input devices.
public enum DeviceChange: Equatable, Sendable {
  /// A node appeared, and udev has finished with it.
  case added(DeviceNode)
  /// A node went. Its descriptor hung up before or after this: take whichever comes first.
  case removed(DeviceNode)
  /// udev's properties of a node changed, its calibration perhaps.
  case changed(DeviceNode)
  /// More happened at once than the socket could hold: only ``DeviceNode/all()`` knows what there is now. Comes
  /// once all that was queued has been thrown away, so that nothing older than the list of nodes follows it.
  case lost

  /// The change that a monitor's udev device reports; `nil` for other nodes and other actions (`bind`).
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

/// Reports evdev nodes that come and go, as udev announces them.
///
/// Not thread-safe: it belongs to the thread of its run loop. Needs the host's network namespace, in which
/// udev speaks: with `PrivateNetwork=` nothing is ever reported.
public final class DeviceMonitor {
  /// The most changes taken in one wake, so that a storm of them does not hold up the touchscreens; the rest
  /// makes the descriptor readable again.
  private static let limit = 64
  /// The most messages thrown away in one wake: at 1 µs each far below the 50 ms that a finger may wait.
  private static let discardLimit = 8192

  private let socket: any MonitorSocket
  /// Whether some were lost: then the rest of the queue is thrown away, up to its end.
  private var isDiscarding = false

  /// Starts to listen. What happened before is not reported: enumerate after this, not before, and nothing is missed.
  ///
  /// - Throws: ``SystemError`` if the netlink socket cannot be opened or bound.
  public convenience init() throws(SystemError) { self.init(try UdevSocket()) }

  init(_ socket: any MonitorSocket) { self.socket = socket }

  /// The descriptor to wait on; the monitor keeps and closes it.
  public var fileDescriptor: Int32 { socket.fileDescriptor }

  /// Takes what has been reported, oldest first, at most 64 changes. Devices other than evdev nodes are left
  /// out.
  public func receive() -> [DeviceChange] { isDiscarding ? discard() : follow() }

  private func follow() -> [DeviceChange] {
    var changes: [DeviceChange] = []
    for _ in 0..<Self.limit {
      switch socket.receive() {
      case .change(let change): changes.append(change)
      case .other: continue
      case .empty: return changes
      // What is queued is older than what was lost. A `remove` in it may be of a node whose `add` is missing.
      case .overflow: return changes + discard()
      }
    }
    return changes
  }

  private func discard() -> [DeviceChange] {
    isDiscarding = true
    for _ in 0..<Self.discardLimit where !socket.discard() {
      isDiscarding = false
      return [.lost]
    }
    return []
  }
}

/// Source of a monitor's messages: the kernel's queue of them.
protocol MonitorSocket {
  var fileDescriptor: Int32 { get }
  /// Takes the oldest message.
  func receive() -> MonitorMessage
  /// Throws the oldest message away without reading it, or the news that some were lost.
  ///
  /// - Returns: whether there was one.
  func discard() -> Bool
}

/// A message taken from a monitor's queue.
enum MonitorMessage {
  case change(DeviceChange)
  /// A message about nothing that counts.
  case other
  case empty
  /// The queue was full, and what came then is lost (ENOBUFS). What stood in it before is there still.
  case overflow
}

/// The netlink socket to which udev sends changes of input devices, once it has finished with them; on a machine
/// without udevd, that to which the kernel does.
final class UdevSocket: MonitorSocket {
  /// Size of the queue, in bytes: the news of some 600 devices that come and go, at three messages for each
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
    // udevd has this socket from its start to the machine's end.
    let sender = access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
    monitor = try udevObject("udev_monitor_new_from_netlink") {
      udev_monitor_new_from_netlink(udev.pointer, sender)
    }
    // The object is complete: should one of these throw, `deinit` lets the monitor go.
    // A sound card is no change of its own: it makes the descriptor readable.
    for subsystem in ["input", "sound"] {
      try check(
        udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil),
        "udev_monitor_filter_add_match_subsystem_devtype", on: "udev")
    }
    // As far as the system lets it: the queue works with any size.
    if udev_monitor_set_receive_buffer_size(monitor, Self.bufferSize) < 0 {
      // Older versions of libudev try nothing but SO_RCVBUFFORCE.
      var size = Self.bufferSize
      setsockopt(fileDescriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    try check(udev_monitor_enable_receiving(monitor), "udev_monitor_enable_receiving", on: "udev")
  }

  deinit { udev_monitor_unref(monitor) }

  var fileDescriptor: Int32 { udev_monitor_get_fd(monitor) }

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
    while recv(fileDescriptor, &byte, 1, Int32(MSG_DONTWAIT)) < 0 {
      if errno != EINTR { return errno == ENOBUFS }
    }
    return true
  }
}
