internal import CEvdev

/// The kernel's names of event types, codes and properties, as libevdev knows them.
///
/// What it does not know is named by its number, `0x2e`: a kernel may be newer than the library.
public enum EventName {
  /// The name of an event type, `EV_ABS`.
  public static func type(_ type: UInt16) -> String {
    name(libevdev_event_type_get_name(UInt32(type)), else: type)
  }

  /// The name of a code of an event type, `ABS_MT_SLOT`.
  public static func code(_ code: UInt16, of type: UInt16) -> String {
    name(libevdev_event_code_get_name(UInt32(type), UInt32(code)), else: code)
  }

  /// The name of an input property, `INPUT_PROP_DIRECT`.
  public static func property(_ property: UInt16) -> String {
    name(libevdev_property_get_name(UInt32(property)), else: property)
  }

  /// The code of that name within an event type, or `nil` if libevdev knows none.
  public static func code(named name: String, of type: UInt16) -> UInt16? {
    number(libevdev_event_code_from_name(UInt32(type), name))
  }

  /// The input property of that name, or `nil` if libevdev knows none.
  public static func property(named name: String) -> UInt16? {
    number(libevdev_property_from_name(name))
  }

  private static func name(_ known: UnsafePointer<CChar>?, else number: UInt16) -> String {
    known.map { String(cString: $0) } ?? "0x" + String(number, radix: 16)
  }

  private static func number(_ found: Int32) -> UInt16? { UInt16(exactly: found) }
}
