import LinuxInput
import YAML

// What a file of cases is made of, with a problem in words where it is something else.
extension Node {
  /// The items of a list under a key.
  func list(_ key: String) throws -> [Node] {
    guard let list = self[key]?.sequence else { throw CaseProblem(self, "expected a list, “\(key)”") }
    return list
  }

  /// The items of this list.
  func items(_ what: String) throws -> [Node] {
    guard let items = sequence else { throw CaseProblem(self, "\(what) is a list") }
    return items
  }

  /// The keys of this mapping and their values, in the file's order.
  func pairs(_ what: String) throws -> [(key: String, value: Node)] {
    guard let mapping else { throw CaseProblem(self, "\(what) is a mapping") }
    return mapping.map { ($0.key.scalar?.text ?? "", $0.value) }
  }

  /// This whole number.
  func whole(_ what: String) throws -> Int {
    guard let int else { throw CaseProblem(self, "\(what) is a whole number") }
    return int
  }

  /// This number.
  func number(_ what: String) throws -> Double {
    guard let double, double.isFinite else { throw CaseProblem(self, "\(what) is a number") }
    return double
  }

  /// The number under a key.
  ///
  /// - Parameter name: where nothing else may stand beside it, what this is.
  func number(at key: String, alone name: String? = nil) throws -> Double {
    if let name, mapping?.count != 1 { throw CaseProblem(self, "“\(name)” has one option here, “\(key)”") }
    guard let node = self[key] else { throw CaseProblem(self, "“\(key)” is missing") }
    return try node.number("“\(key)”")
  }

  /// The value of an axis or a key under a name.
  func value(_ key: String, else missing: Int32? = nil) throws -> Int32 {
    guard let node = self[key] else {
      if let missing { return missing }
      throw CaseProblem(self, "“\(key)” is missing")
    }
    guard let value = Int32(exactly: try node.whole("“\(key)”")) else {
      throw CaseProblem(node, "“\(key)” does not fit 32 bits")
    }
    return value
  }

  /// The kernel's number for the name of a code.
  func code(_ name: String, of type: UInt16) throws -> UInt16 {
    guard let code = EventName.code(named: name, of: type) else {
      throw CaseProblem(self, "“\(name)” is no code of \(EventName.type(type))")
    }
    return code
  }
}
