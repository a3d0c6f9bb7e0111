extension BinaryInteger {
  /// At least that many characters, the sign among them, with zeros in front.
  package func padded(_ width: Int) -> String {
    let digits = String(magnitude)
    let sign = self < 0 ? "-" : ""
    return sign + String(repeating: "0", count: max(0, width - digits.utf8.count - sign.utf8.count)) + digits
  }

  /// At least that many hexadecimal digits, `0eef`.
  package func hexadecimal(_ width: Int = 4) -> String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
