internal import YAML

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
