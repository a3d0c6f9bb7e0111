/// The numbers of YAML 1.2's core schema (§10.3.2 of its specification), read from a plain scalar's text.
enum CoreSchema {
  /// The whole number, or `nil` if the text is not a whole number or does not fit 64 bits.
  static func int(_ text: String) -> Int? {
    guard let radix = radix(text.utf8) else { return Int(text) }
    return isNumber(text) ? Int(text.dropFirst(2), radix: radix) : nil
  }

  /// The number, whole or not, or `nil` if the text is not a number.
  static func double(_ text: String) -> Double? {
    guard isNumber(text) else { return nil }
    if let radix = radix(text.utf8) {
      return text.dropFirst(2).reduce(0) { $0 * Double(radix) + Double($1.hexDigitValue ?? 0) }
    }
    if let value = Double(text) { return value }
    return isNotANumber(text) ? .nan : text.utf8.first == minus ? -.infinity : .infinity
  }

  /// Whether the text is a number, of whatever size.
  static func isNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first <= UInt8(ascii: "9") else { return false }
    return isDecimal(text.utf8[...]) || isWholeInRadix(text.utf8) || isNotANumber(text) || isInfinity(text)
  }

  /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
  private static func isDecimal(_ text: Substring.UTF8View) -> Bool {
    var rest = text
    if let first = rest.first, isSign(first) { rest.removeFirst() }
    let whole = dropDigits(&rest)
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = dropDigits(&rest)
    }
    guard whole + fraction > 0 else { return false }
    guard let next = rest.popFirst() else { return true }
    guard next | 0x20 == UInt8(ascii: "e") else { return false }
    if let first = rest.first, isSign(first) { rest.removeFirst() }
    return dropDigits(&rest) > 0 && rest.isEmpty
  }

  private static func isWholeInRadix(_ text: String.UTF8View) -> Bool {
    guard let radix = radix(text) else { return false }
    let digits = text.dropFirst(2)
    return !digits.isEmpty && digits.allSatisfy { isDigit($0, radix: radix) }
  }

  private static func isNotANumber(_ text: String) -> Bool {
    text == ".nan" || text == ".NaN" || text == ".NAN"
  }

  private static func isInfinity(_ text: String) -> Bool {
    let unsigned = text.utf8.first.map(isSign) == true ? text.dropFirst() : text[...]
    return unsigned == ".inf" || unsigned == ".Inf" || unsigned == ".INF"
  }

  /// 16 for what starts with `0x`, 8 for `0o`.
  private static func radix(_ text: String.UTF8View) -> Int? {
    guard text.first == UInt8(ascii: "0") else { return nil }
    return switch text.dropFirst().first {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    default: nil
    }
  }

  private static func isDigit(_ byte: UInt8, radix: Int) -> Bool {
    let scalar = Character(UnicodeScalar(byte))
    return scalar.hexDigitValue.map { $0 < radix } ?? false
  }

  private static func dropDigits(_ text: inout Substring.UTF8View) -> Int {
    let digits = text.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count
    text.removeFirst(digits)
    return digits
  }

  private static let minus = UInt8(ascii: "-")

  private static func isSign(_ byte: UInt8) -> Bool { byte == minus || byte == UInt8(ascii: "+") }
}
