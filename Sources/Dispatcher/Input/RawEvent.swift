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
