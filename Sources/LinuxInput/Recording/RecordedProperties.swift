/// What udev said of a recorded device, as comment lines that other readers of evemu text skip:
/// `# touchd: udev LIBINPUT_CALIBRATION_MATRIX=0 1 0 -1 0 1`.
///
/// They stand in the head, where evemu-record has comments of its own.
enum RecordedProperties {
  private static let mark = "# touchd: udev "
  /// More than udev's own rules set of these; what is beyond is left out. (O)
  private static let limit = 32
  /// The longest value; of longer ones nothing is kept, since half of a matrix has no meaning. (O)
  private static let valueLimit = 512

  /// Whether a property decides how a device is read, or shows what udev takes it for. Serial numbers stay out: a
  /// recording is made to be given away.
  static func isKept(_ name: String) -> Bool {
    ["LIBINPUT_CALIBRATION_MATRIX", "LIBINPUT_DEVICE_GROUP", "ID_PATH", "ID_INPUT"].contains(name)
      || name.hasPrefix("ID_INPUT_") && name.utf8.allSatisfy(isNamePart)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || byte == UInt8(ascii: "_")
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// The lines that hold what is kept of the properties, in the order of their names.
  static func lines(_ properties: [String: String]) -> [String] {
    kept(properties).sorted { $0.key < $1.key }.prefix(limit).map { mark + "\($0.key)=\($0.value)" }
  }

  /// What is kept of the properties.
  static func kept(_ properties: [String: String]) -> [String: String] {
    properties.filter { name, value in isKept(name) && isPlain(value) }
  }

  private static func isPlain(_ value: String) -> Bool {
    value.utf8.count <= valueLimit && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
  }

  /// Takes a comment line in if it is one of these.
  static func take(_ line: ArraySlice<UInt8>, into properties: inout [String: String]) {
    guard line.starts(with: mark.utf8) else { return }
    take(String(decoding: line.dropFirst(mark.utf8.count), as: UTF8.self), into: &properties)
  }

  /// Takes `NAME=VALUE` in if the property is one that is kept.
  static func take(_ text: String, into properties: inout [String: String]) {
    guard let sign = text.firstIndex(of: "=") else { return }
    let (name, value) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
    guard isKept(name), isPlain(value), properties.count < limit || properties[name] != nil else { return }
    properties[name] = value
  }
}
