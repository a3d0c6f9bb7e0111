import LinuxInput
import YAML

// What a file of cases is made of, with a problem in words where it is something else.
extension Node {
  /// A value that must be there.
  func required<Value>(_ value: Value?, _ what: String) throws -> Value {
    guard let value else { throw CaseProblem(self, "expected \(what)") }
    return value
  }

  /// The text of this scalar; empty for something else.
  var word: String { scalar?.text ?? "" }

  /// The items of a list under a key.
  func list(_ key: String) throws -> [Node] { try required(self[key]?.sequence, "a list, “\(key)”") }

  /// The items of this list.
  func items(_ what: String) throws -> [Node] { try required(sequence, "\(what), a list") }

  /// The keys of this mapping and their values, in the file's order.
  func pairs(_ what: String) throws -> [(key: String, value: Node)] {
    try required(mapping, "\(what), a mapping").map { ($0.key.word, $0.value) }
  }

  /// This whole number.
  func whole(_ what: String) throws -> Int { try required(int, "\(what), a whole number") }

  /// This number.
  func number(_ what: String) throws -> Double {
    try required(double.flatMap { $0.isFinite ? $0 : nil }, "\(what), a number")
  }

  /// The number under a key.
  ///
  /// - Parameter name: where nothing else may stand beside it, what this is.
  func number(at key: String, alone name: String? = nil) throws -> Double {
    if let name, mapping?.count != 1 { throw CaseProblem(self, "“\(name)” has one option here, “\(key)”") }
    return try required(self[key], "“\(key)”").number("“\(key)”")
  }

  /// The value of an axis or a key under a name.
  func value(_ key: String, else missing: Int32? = nil) throws -> Int32 {
    if let missing, self[key] == nil { return missing }
    let value = try required(self[key], "“\(key)”").whole("“\(key)”")
    return try required(Int32(exactly: value), "“\(key)” of 32 bits")
  }

  /// The kernel's number for the name of a code.
  func code(_ name: String, of type: UInt16) throws -> UInt16 {
    try required(EventName.code(named: name, of: type), "a code of \(EventName.type(type)), not “\(name)”")
  }
}
