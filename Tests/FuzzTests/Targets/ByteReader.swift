/// The fuzzer's bytes, taken from front to back. Behind the last there are zeros.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A whole number, the lowest byte first, as the kernel has it here.
  mutating func number<Number: FixedWidthInteger>() -> Number {
    var number: Number = 0
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      number |= Number(truncatingIfNeeded: byte()) << shift
    }
    return number
  }

  /// A digit, so that a seed can be typed: `0` is 0, `9` is 9, `/` is −1, `o` is 63; any byte is a number.
  mutating func digit() -> Int { Int(Int8(bitPattern: byte())) - 48 }

  /// What follows an instruction: a digit times a unit, or a whole number of 32 bits.
  mutating func operand(_ isWide: Bool, unit: Int = 1) -> Int32 { isWide ? number() : Int32(digit() * unit) }
}
