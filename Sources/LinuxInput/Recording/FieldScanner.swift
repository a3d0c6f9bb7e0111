/// Why a field of a line cannot be read, as one clause.
struct FieldError: Error {
  let message: String
}

/// The fields of one line, from left to right, separated by blanks. A `#` starts a comment.
struct FieldScanner {
  private var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) { rest = line }

  /// Whether nothing is left but blanks and a comment.
  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return rest.isEmpty || rest.first == UInt8(ascii: "#")
  }

  /// Takes one character if it comes next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// What is left of the line, without the blanks around it; bytes that are no UTF-8 become U+FFFD.
  mutating func text() -> String {
    skipBlanks()
    let trailing = rest.reversed().prefix(while: isBlank).count
    return String(decoding: rest.dropLast(trailing), as: UTF8.self)
  }

  /// Takes a number; hexadecimal ones have neither sign nor prefix.
  ///
  /// - Parameter name: the number's name, for the error.
  /// - Throws: ``FieldError`` if there is none, or it does not fit.
  mutating func number<Number: FixedWidthInteger>(
    _ name: String, radix: Number = 10
  ) throws(FieldError) -> Number {
    skipBlanks()
    let isNegative = radix == 10 && Number.isSigned && take("-")
    guard rest.first.flatMap({ digit($0, radix) }) != nil else {
      throw FieldError(message: "expected \(name), a \(radix == 10 ? "decimal" : "hexadecimal") number")
    }
    var value: Number = 0
    while let digit = rest.first.flatMap({ digit($0, radix) }) {
      let (shifted, over) = value.multipliedReportingOverflow(by: radix)
      // Negative numbers are summed downwards, since there is one more of them.
      let (sum, beyond) =
        isNegative ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
      guard !over, !beyond else {
        throw FieldError(message: "\(name): the number does not fit \(Number.bitWidth) bits")
      }
      value = sum
      rest.removeFirst()
    }
    return value
  }

  private func digit<Number: FixedWidthInteger>(_ byte: UInt8, _ radix: Number) -> Number? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Number(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f") where radix == 16: Number(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F") where radix == 16: Number(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  private mutating func skipBlanks() { rest = rest.drop(while: isBlank) }
}
