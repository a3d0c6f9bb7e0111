import LinuxInput
import YAML

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
  static func write(_ members: [(key: String, value: JSON)], to bytes: inout [UInt8]) {
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
    if let whole = Int(exactly: value), abs(whole) < 1 << 53 { return bytes.append(whole) }
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

  /// Appends a number in digits.
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
