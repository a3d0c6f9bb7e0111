internal import CJansson
import YAML

extension JSON {
  /// Why a text is not JSON: where, and what is wrong.
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
  private static func members(of object: UnsafeMutablePointer<json_t>) -> [(key: String, value: JSON)] {
    var members: [(key: String, value: JSON)] = []
    var place = json_object_iter(object)
    while let member = place {
      members.append((String(cString: json_object_iter_key(member)), JSON(json_object_iter_value(member))))
      place = json_object_iter_next(object, member)
    }
    return members
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

extension JSON {
  /// The value of a key of an object; `nil` for none, and for what is no object. O(keys).
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The value of a key of an object, if it is a string. O(keys).
  package func string(_ key: String) -> String? {
    guard case .string(let text)? = self[key] else { return nil }
    return text
  }

  /// A number, whole or not; `nil` for every other value.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }
}
