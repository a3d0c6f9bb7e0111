/// One event as the kernel wrote it: the layout of `struct input_event`, so that a `read(2)` fills an array of these.
@frozen public struct RawEvent: Equatable, Sendable {
  public var seconds: Int
  public var microseconds: Int
  public var type: UInt16
  public var code: UInt16
  public var value: Int32

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
}
