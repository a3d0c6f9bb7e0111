internal import Dispatcher

/// A keyboard of a few keys, which this process makes with uinput.
///
/// The kernel releases its keys and removes it when the object goes. Not thread-safe.
public final class VirtualKeyboard {
  /// The device behind it.
  public let device: VirtualDevice
  /// The codes of its keys.
  public let keys: Set<UInt16>

  /// The most keys of a chord: a hand's, and three modifiers. (O)
  public static let longestChord = 8

  /// Makes a keyboard, some dozen system calls. Programs open it when udev has announced it; what is pressed before,
  /// they miss.
  ///
  /// - Parameters:
  ///   - phys: the physical path that it has for udev's rules, `touchd/keys`.
  ///   - keys: the codes of its keys; not empty.
  ///   - path: the node of uinput.
  /// - Throws: ``SystemError`` with a remedy, as a ``VirtualDevice`` does.
  public init(
    name: String, phys: String, keys: Set<UInt16>, at path: String = "/dev/uinput"
  ) throws(SystemError) {
    var description = DeviceDescription(name: name)
    description.phys = phys
    description.bus = Self.virtualBus
    description.codes[EventType.key] = keys
    device = try VirtualDevice(description, at: path)
    self.keys = keys
  }

  /// Presses a chord: its keys in their order, each in a report of its own, and releases them in the opposite order.
  /// One write, which does not wait. A key that it does not have is left out by the kernel; so are keys beyond
  /// ``longestChord``.
  ///
  /// - Throws: ``SystemError``, as ``VirtualDevice/write(_:)``.
  public func press(_ chord: [UInt16]) throws(SystemError) {
    let chord = chord.prefix(Self.longestChord)
    let strokes = chord.map { RawEvent.key($0, 1) } + chord.reversed().map { RawEvent.key($0, 0) }
    try device.writeAll(
      strokes.flatMap { [$0, RawEvent(type: EventType.syn, code: EventCode.synReport, value: 0)] })
  }

  /// BUS_VIRTUAL.
  private static let virtualBus: UInt16 = 6
}

extension RawEvent {
  /// A key that goes down (1) or up (0); the kernel stamps it.
  fileprivate static func key(_ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(type: EventType.key, code: code, value: value)
  }
}

extension VirtualDevice {
  fileprivate func writeAll(_ events: [RawEvent]) throws(SystemError) {
    let written = events.withUnsafeBufferPointer { events in
      Result { () throws(SystemError) in try write(events) }
    }
    try written.get()
  }
}
