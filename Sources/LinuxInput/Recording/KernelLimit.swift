/// Where the kernel's numbers end (linux/input-event-codes.h): whatever a file says, a device has none
/// beyond.
enum KernelLimit {
  /// EV_CNT.
  static let types: UInt16 = 0x20
  /// KEY_CNT, the most codes of any type.
  static let codes: UInt16 = 0x300
  /// ABS_CNT.
  static let axes: UInt16 = 0x40
  /// INPUT_PROP_CNT.
  static let properties: UInt16 = 0x20
}
