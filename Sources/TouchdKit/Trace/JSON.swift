import Dispatcher
import LinuxInput
import YAML

/// A JSON value that is written and never read; objects keep the order of their keys.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

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
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += Self.literal(of: value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Whole numbers without a point; `-0` as `0`.
  private static func literal(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int(exactly: value), abs(whole) < 1 << 53 { return String(whole) }
    return value.description
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.isUnprintable: writeEscaped(scalar, to: &text)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// By number, in one or two units of UTF-16: a trace may be read on a terminal, and names may hold any character.
  private static func writeEscaped(_ scalar: Unicode.Scalar, to text: inout String) {
    for unit in String(scalar).utf16 { text += "\\u" + unit.hexadecimal() }
  }
}
