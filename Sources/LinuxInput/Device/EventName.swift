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

  /// The event type of that name, `0x03` being a name too; `nil` if there is none.
  public static func type(named name: String) -> UInt16? {
    let type = number(name) ?? libevdev_event_type_from_name(name)
    return type >= 0 && type <= EV_MAX ? UInt16(exactly: type) : nil
  }

  /// The code of that name within an event type, `0x2e` being a name too; `nil` if there is none.
  public static func code(named name: String, of type: UInt16) -> UInt16? {
    let code = number(name) ?? libevdev_event_code_from_name(UInt32(type), name)
    return code >= 0 && code <= libevdev_event_type_get_max(UInt32(type)) ? UInt16(exactly: code) : nil
  }

  /// The input property of that name, `0x1e` being a name too; `nil` if there is none.
  public static func property(named name: String) -> UInt16? {
    let property = number(name) ?? libevdev_property_from_name(name)
    return property >= 0 && property <= INPUT_PROP_MAX ? UInt16(exactly: property) : nil
  }

  private static func name(_ known: UnsafePointer<CChar>?, else number: UInt16) -> String {
    known.map { String(cString: $0) } ?? "0x" + String(number, radix: 16)
  }

  private static func number(_ name: String) -> Int32? {
    name.hasPrefix("0x") ? Int32(name.dropFirst(2), radix: 16) : nil
  }
}
