internal import CJansson
import Dispatcher
import LinuxInput
import YAML

/// A JSON value; objects keep the order of their keys.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object(Members)

  /// The members of an object, in order.
  package typealias Members = [(key: String, value: JSON)]

  /// A point as `[x, y]`, each with at most three decimals.
  static func point(_ point: Point) -> JSON { .array([.decimal(point.x), .decimal(point.y)]) }

  /// A number with at most three decimals; `null` for what JSON has no number for.
  package static func decimal(_ value: Double) -> JSON {
    let rounded = (value * 1000).rounded() / 1000
    return .number(rounded.isFinite ? rounded : value)
  }

  /// A string, or `null` for `nil`.
  package static func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }

  package static func == (a: JSON, b: JSON) -> Bool { a.text == b.text }

  /// The value on one line.
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reason for which a text is not JSON, with its place.
  package struct SyntaxError: Error, CustomStringConvertible {
    /// Counted in bytes, from 1.
    package let column: Int
    package let description: String
  }

  /// Reads a text that is one value: strict JSON, no key twice in an object.
  ///
  /// Nests 2,048 deep at most, which is jansson's bound.
  package init(parsing text: [UInt8]) throws(SyntaxError) {
    var error = json_error_t()
    let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL
    let root = text.withUnsafeBytes { bytes in
      json_loadb(bytes.baseAddress, bytes.count, Int(flags), &error)
    }
    guard let root else { throw SyntaxError(error) }
    defer { json_decref(root) }
    self.init(root)
  }

  private init(_ value: UnsafeMutablePointer<json_t>) {
    switch value.pointee.type {
    case JSON_OBJECT: self = .object(Self.members(of: value))
    case JSON_ARRAY:
      self = .array((0..<json_array_size(value)).map { JSON(json_array_get(value, $0)) })
    case JSON_STRING:
      let bytes = UnsafeRawBufferPointer(start: json_string_value(value), count: json_string_length(value))
      self = .string(String(decoding: bytes, as: UTF8.self))
    case JSON_INTEGER: self = .integer(Int(json_integer_value(value)))
    case JSON_REAL: self = .number(json_real_value(value))
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    default: self = .null
    }
  }

  /// In the text's order.
  private static func members(of object: UnsafeMutablePointer<json_t>) -> Members {
    var members: Members = []
    var place = json_object_iter(object)
    while let member = place {
      members.append((String(cString: json_object_iter_key(member)), JSON(json_object_iter_value(member))))
      place = json_object_iter_next(object, member)
    }
    return members
  }

  /// The value of a key of an object; `nil` for none, and for what is no object. O(keys).
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The value of a key of an object, if it is a string. O(keys).
  package func string(_ key: String) -> String? { self[key]?.string }

  /// A string; `nil` for every other value.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The items of an array; `nil` for every other value.
  package var items: [JSON]? { if case .array(let items) = self { items } else { nil } }

  /// A number, whole or not; `nil` for every other value.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }
}

extension JSON.SyntaxError {
  fileprivate init(_ error: json_error_t) {
    let words = withUnsafeBytes(of: error.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(column: Int(max(error.position, 1)), description: words.cleaned())
  }
}

// Bytes, and not a `String`: to append a few characters to one takes hundreds of instructions, and a line has dozens of
// such parts.
extension JSON {
  /// Appends the value, on one line, in UTF-8.
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append("null")
    case .bool(let value): bytes.append(value ? "true" : "false")
    case .integer(let value): bytes.append(value)
    case .number(let value): Self.write(value, to: &bytes)
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for index in values.indices {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        values[index].write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members): Self.write(members, to: &bytes)
    }
  }

  /// Appends an object with these members.
  static func write(_ members: Members, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for index in members.indices {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(members[index].key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      members[index].value.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Whole numbers without a point; `-0` as `0`.
  private static func write(_ value: Double, to bytes: inout [UInt8]) {
    guard value.isFinite else { return bytes.append("null") }
    if let whole = Int(exactly: value), whole.magnitude < 1 << 53 { return bytes.append(whole) }
    guard writeThousandths(value, to: &bytes) else { return bytes.append(value.description) }
  }

  /// Appends a number that has at most three decimals, as almost all have; the shortest digits that mean it, like
  /// `description`, which takes ten times as long.
  ///
  /// - Returns: whether it has no more, and is not so large that `description` writes a power of ten.
  private static func writeThousandths(_ value: Double, to bytes: inout [UInt8]) -> Bool {
    guard value.magnitude < 1e9 else { return false }
    let thousandths = (value.magnitude * 1000).rounded()
    guard thousandths / 1000 == value.magnitude else { return false }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = Int(thousandths).quotientAndRemainder(dividingBy: 1000)
    bytes.append(whole)
    bytes.append(UInt8(ascii: "."))
    // The zeros behind it are left out; there is another digit, since whole numbers have gone before.
    var (digits, unit) = (rest, 100)
    while digits > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(digits / unit))
      (digits, unit) = (digits % unit, unit / 10)
    }
    return true
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var string = string
    let isWritten = string.withUTF8 { text in
      guard text.allSatisfy(Self.isPlain) else { return false }
      bytes.append(contentsOf: text)
      return true
    }
    if !isWritten { writeEscaped(string, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a byte stands for itself: almost all that there are.
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func writeEscaped(_ string: String, to bytes: inout [UInt8]) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": bytes.append("\\\"")
      case "\\": bytes.append("\\\\")
      case "\n": bytes.append("\\n")
      case "\t": bytes.append("\\t")
      case "\r": bytes.append("\\r")
      // By number, in one or two units of UTF-16: a trace may be read on a terminal, and names may hold any character.
      case _ where scalar.isUnprintable:
        for unit in String(scalar).utf16 { bytes.append("\\u" + unit.hexadecimal()) }
      default: bytes.append(String(scalar))
      }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  fileprivate mutating func append(_ number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let start = count
    var rest = number.magnitude
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }
}
