/// One event as the kernel wrote it: the layout of `struct input_event`, so that a `read(2)` fills an array of these.
@frozen public struct RawEvent: Equatable, Sendable {
  /// The whole seconds of the event's time, on the clock that the reader chose (EVIOCSCLOCKID).
  public var seconds: Int
  /// The microseconds of the event's time; 0 to 999,999 from the kernel.
  public var microseconds: Int
  /// The EV_… number (see ``EventType``).
  public var type: UInt16
  /// The number within the type (see ``EventCode``).
  public var code: UInt16
  /// The value: of an axis in device units; of a key 1 for down, 0 for up, 2 for a repetition.
  public var value: Int32

  /// An event as the kernel would write it.
  @inlinable public init(time: Timestamp = .zero, type: UInt16, code: UInt16, value: Int32) {
    seconds = Int(time.microseconds / 1_000_000)
    microseconds = Int(time.microseconds % 1_000_000)
    self.type = type
    self.code = code
    self.value = value
  }

  /// The kernel's time of the event. Wraps instead of trapping, whatever the device sends.
  @inlinable public var time: Timestamp {
    Timestamp(microseconds: Int64(seconds) &* 1_000_000 &+ Int64(microseconds))
  }
}

extension RawEvent {
  /// SYN_REPORT, the end of a frame.
  public static func report(at time: Timestamp) -> RawEvent {
    RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0)
  }

  /// SYN_DROPPED: the kernel lost events, and what follows up to the next SYN_REPORT means nothing.
  public static func drop(at time: Timestamp) -> RawEvent {
    RawEvent(time: time, type: EventType.syn, code: EventCode.synDropped, value: 0)
  }

  /// Whether it is the end of a frame.
  @inlinable public var isReport: Bool { type == EventType.syn && code == EventCode.synReport }

  /// Whether it says that events were lost.
  @inlinable public var isDrop: Bool { type == EventType.syn && code == EventCode.synDropped }

  /// Whether it is the end of a packet, one contact of a panel without slots.
  @inlinable public var isPacketEnd: Bool { type == EventType.syn && code == EventCode.synMTReport }

  /// Whether it is the end of a frame, or says that events were lost.
  @inline(__always) var isReportOrDrop: Bool {
    type == EventType.syn && (code == EventCode.synReport || code == EventCode.synDropped)
  }

  /// Whether a key was pressed or released; a value of 2 is key repeat.
  var isKeyChange: Bool { type == EventType.key && value != 2 }
}
