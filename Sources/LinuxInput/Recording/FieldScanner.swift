internal import YAML

/// Reason for which a field of a line cannot be read, as one clause.
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

  /// Rest of the line, without the spaces around it; bytes that are not UTF-8 become U+FFFD.
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
    _ name: String, radix: Int = 10
  ) throws(FieldError) -> Number {
    skipBlanks()
    let sign = radix == 10 && Number.isSigned && take("-") ? "-" : ""
    let digits = rest.prefix { Self.isDigit($0, radix) }
    guard !digits.isEmpty else {
      throw FieldError(message: "expected \(name), a \(radix == 10 ? "decimal" : "hexadecimal") number")
    }
    rest = rest[digits.endIndex...]
    guard let value = Number(sign + String(decoding: digits, as: UTF8.self), radix: radix) else {
      throw FieldError(message: "\(name): the number does not fit \(Number.bitWidth) bits")
    }
    return value
  }

  private static func isDigit(_ byte: UInt8, _ radix: Int) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): radix == 16
    default: false
    }
  }

  private mutating func skipBlanks() { rest = rest.drop(while: isBlank) }
}

/// The lines of a text in memory, ended by LF or CR LF, counted from 1.
struct LineReader {
  private let file: String
  private let limit: Int
  private var rest: ArraySlice<UInt8>
  /// The number of the line read last.
  private(set) var number = 0

  /// - Parameter limit: the longest line, in bytes.
  init(_ bytes: [UInt8], file: String, limit: Int) {
    self.file = file
    self.limit = limit
    rest = bytes.withoutByteOrderMark
  }

  /// The next line without its end; `nil` after the last.
  mutating func next() throws(RecordingError) -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let window = rest.prefix(limit + 1)
    let end = window.firstIndex(of: UInt8(ascii: "\n")) ?? window.endIndex
    let line = rest[..<end]
    guard line.count <= limit else {
      throw error("the line is longer than \(limit) bytes; no line of a recording is")
    }
    rest = rest[end...].dropFirst()
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// An error at the line read last, or at the first.
  func error(_ message: String) -> RecordingError {
    RecordingError(file: file, line: max(number, 1), message: message)
  }
}

/// Reads typed values out of a YAML tree; a value of another type is an error at its place.
struct LocatedReader {
  let file: String

  /// The tree of a file.
  func root(_ bytes: [UInt8]) throws(RecordingError) -> Node {
    do {
      return try Node(parsing: bytes, file: file)
    } catch {
      throw RecordingError(error)
    }
  }

  func error(_ node: Node, _ message: String) -> RecordingError {
    RecordingError(file: file, line: node.mark.line, column: node.mark.column, message: message)
  }

  /// A whole number that fits the type.
  func number<Number: FixedWidthInteger>(_ node: Node, _ name: String) throws(RecordingError) -> Number {
    guard let value = node.int, let number = Number(exactly: value) else {
      throw error(node, "expected \(name), a whole number of \(Number.bitWidth) bits")
    }
    return number
  }

  /// One of the kernel's numbers, which end before a limit.
  func code(_ node: Node, _ name: String, below limit: UInt16) throws(RecordingError) -> UInt16 {
    let code: UInt16 = try number(node, name)
    guard code < limit else { throw error(node, "\(name) is \(code); the kernel's end at \(limit - 1)") }
    return code
  }

  /// A set of the kernel's numbers.
  func codes(_ node: Node, _ name: String, below limit: UInt16) throws(RecordingError) -> Set<UInt16> {
    var codes: Set<UInt16> = []
    for item in try sequence(node, name) { codes.insert(try code(item, name, below: limit)) }
    return codes
  }

  func sequence(_ node: Node, _ name: String) throws(RecordingError) -> [Node] {
    guard let items = node.sequence else { throw error(node, "expected \(name), a list") }
    return items
  }

  func mapping(_ node: Node, _ name: String) throws(RecordingError) -> [Node.Pair] {
    guard let pairs = node.mapping else { throw error(node, "expected \(name), keys and values") }
    return pairs
  }

  func text(_ node: Node, _ name: String) throws(RecordingError) -> String {
    guard let scalar = node.scalar else { throw error(node, "expected \(name), a string") }
    return scalar.text
  }

  /// A list of whole numbers.
  func numbers<Number: FixedWidthInteger>(_ node: Node, _ name: String) throws(RecordingError) -> [Number] {
    var numbers: [Number] = []
    for item in try sequence(node, name) { numbers.append(try number(item, name)) }
    return numbers
  }
}

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
