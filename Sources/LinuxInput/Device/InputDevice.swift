internal import CEvdev
public import Dispatcher
internal import Glibc

/// An open evdev node, `/dev/input/eventN`.
///
/// Events are read raw, many at a time: libevdev's own reader costs twenty times as much and hides what the
/// device said (it merges a contact replaced in its slot, and rewrites slots out of range). libevdev
/// describes the device, grabs it and knows the kernel's state of the slots.
///
/// Not thread-safe: it belongs to the thread of its run loop. The node is closed when the object goes.
public final class InputDevice {
  /// The node, as given.
  public let path: String
  /// What the device said of itself when it was opened.
  public let description: DeviceDescription
  /// Whether the kernel stamps the events with CLOCK_MONOTONIC. Where it refused, stamps are CLOCK_REALTIME, which
  /// jumps when the clock is set.
  public let isMonotonic: Bool
  /// Whether this program alone receives the device's events.
  @exclusivity(unchecked) public private(set) var isGrabbed = false

  private let descriptor: OwnedDescriptor
  private let evdev: EvdevHandle
  @exclusivity(unchecked) private var partial = cevdev_partial()

  /// Opens a node for reading.
  ///
  /// - Throws: ``SystemError`` with a remedy: `EACCES` without the right to read it, `ENOENT`, `ENODEV` or
  ///   `ENXIO` if it is gone, `ENOTTY` if it is no evdev node.
  public convenience init(path: String) throws(SystemError) {
    let fd = try systemCall("open", on: path, remedy: DeviceRemedy.opening) {
      open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    }
    try self.init(adopting: OwnedDescriptor(adopting: fd), path: path)
  }

  /// Takes over a node that the caller has opened, non-blocking.
  ///
  /// - Parameter isGrabbed: whether it was grabbed by this descriptor, or by another one of the same `open`.
  /// - Throws: ``SystemError``, `ENOTTY` if it is no evdev node, `ENODEV` if it is gone.
  public init(
    adopting descriptor: consuming OwnedDescriptor, path: String, isGrabbed: Bool = false
  ) throws(SystemError) {
    // First of all: changing the clock of a queue that holds events makes the kernel drop them.
    isMonotonic = cevdev_use_monotonic_clock(descriptor.rawValue) == 0
    evdev = try EvdevHandle(reading: descriptor.rawValue, path: path)
    description = DeviceDescription(evdev)
    self.path = path
    self.descriptor = descriptor
    self.isGrabbed = isGrabbed
  }

  /// The descriptor to wait on; the device keeps and closes it.
  public var fileDescriptor: Int32 { descriptor.rawValue }
}

// MARK: - Events

extension InputDevice {
  /// The most reads of ``discardPending()``: 64 × 256 events are twice the buffer that the kernel gives a panel
  /// of 60 slots.
  private static let discardLimit = 64

  /// Reads what waits, whole events only. The first may be a SYN_DROPPED.
  ///
  /// - Parameter buffer: room for at least one event; 64 hold every frame of a ten-finger panel.
  /// - Returns: the number of events; 0 if none waits.
  /// - Throws: ``SystemError`` with `ENODEV` once the device is unplugged or revoked.
  public func read(into buffer: UnsafeMutableBufferPointer<RawEvent>) throws(SystemError) -> Int {
    try check(
      cevdev_read(fileDescriptor, &partial, buffer.baseAddress, buffer.count), "read", on: path,
      remedy: DeviceRemedy.reading)
  }

  /// Throws away what waits, as a reader must after a SYN_DROPPED and before it asks for the ``state(of:)``.
  ///
  /// - Returns: the number of events thrown away, at most 16,384: a device that sends faster than this reads
  ///   is left to the next wake.
  /// - Throws: ``SystemError`` with `ENODEV` once the device is unplugged or revoked.
  @discardableResult
  public func discardPending() throws(SystemError) -> Int {
    let scratch = UnsafeMutableBufferPointer<RawEvent>.allocate(capacity: 256)
    defer { scratch.deallocate() }
    var total = 0
    for _ in 0..<Self.discardLimit {
      let count = try read(into: scratch)
      guard count > 0 else { break }
      total += count
    }
    return total
  }
}

// MARK: - State and grab

extension InputDevice {
  /// The kernel's state of the panel now, by asking anew.
  ///
  /// Events that wait are older than it; the kernel takes key events out of the queue at this. So read or
  /// discard them first.
  ///
  /// - Throws: ``SystemError`` with `ENODEV` once the device is unplugged or revoked.
  public func state(of touchProtocol: TouchProtocol) throws(SystemError) -> DeviceState {
    DeviceState(try EvdevHandle(reading: fileDescriptor, path: path), touchProtocol)
  }

  /// The codes of its keys and buttons that are down now. What waits is as with ``state(of:)``.
  ///
  /// - Throws: ``SystemError`` with `ENODEV` once the device is unplugged or revoked.
  public func keysDown() throws(SystemError) -> Set<UInt16> {
    let evdev = try EvdevHandle(reading: fileDescriptor, path: path)
    return (description.codes[EventType.key] ?? []).filter { evdev.value(EventType.key, $0) != 0 }
  }

  /// Takes the device for this program alone; nothing happens if it has it already.
  ///
  /// - Throws: ``SystemError``, `EBUSY` if another program has grabbed it, `ENODEV` if it is gone.
  public func grab() throws(SystemError) {
    guard !isGrabbed else { return }
    try check(cevdev_grab(fileDescriptor, 1), "ioctl(EVIOCGRAB)", on: path, remedy: DeviceRemedy.grabbing)
    isGrabbed = true
  }

  /// Gives the device back to all programs; nothing happens if it was not grabbed.
  ///
  /// - Throws: ``SystemError`` with `ENODEV` once the device is unplugged or revoked.
  public func ungrab() throws(SystemError) {
    guard isGrabbed else { return }
    try check(cevdev_grab(fileDescriptor, 0), "ioctl(EVIOCGRAB)", on: path, remedy: DeviceRemedy.grabbing)
    isGrabbed = false
  }

  /// Whether everything was read that the device has sent.
  public var isQuiet: Bool {
    var waiting = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 0
  }
}
