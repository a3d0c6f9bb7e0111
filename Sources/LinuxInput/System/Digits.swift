/// A number of at least that many characters, its sign among them, with zeros in front.
package func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number.magnitude)
  let sign = number < 0 ? "-" : ""
  return sign + String(repeating: "0", count: max(0, width - digits.utf8.count - sign.utf8.count)) + digits
}

/// A number in at least that many hexadecimal digits, `0eef`.
package func hexadecimal(_ number: some BinaryInteger, _ width: Int = 4) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
