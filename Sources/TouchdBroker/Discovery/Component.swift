import TouchdKit

/// One entity of a kiosk in Home Assistant, as a device discovery message describes it.
struct Component: Equatable, Sendable {
  /// The kind of entity, by Home Assistant's name.
  enum Platform: String, Sendable {
    case event, sensor, button
    case binarySensor = "binary_sensor"
  }

  /// What no other component of the kiosk has; of letters, digits, `-` and `_`.
  let key: String
  let platform: Platform
  /// Beside the platform and the unique id.
  let options: [(key: String, value: JSON)]

  static func == (a: Component, b: Component) -> Bool { a.key == b.key && a.json(of: "") == b.json(of: "") }

  /// - Parameter id: the kiosk's.
  func json(of id: String) -> JSON {
    .object([("p", .string(platform.rawValue)), ("unique_id", .string("\(id)_\(key)"))] + options)
  }

  /// A text as a part of a key: bytes other than letters, digits and `-` as `_` and two digits, so that no two texts
  /// become the same.
  static func keyPart(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isPlain || scalar == "-" { return String(scalar) }
      return (byte < 0x10 ? "_0" : "_") + String(byte, radix: 16)
    }.joined()
  }
}
