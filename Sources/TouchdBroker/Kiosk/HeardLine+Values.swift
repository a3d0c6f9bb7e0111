import TouchdKit

extension HeardLine {
  /// The member of a key; `nil` if the line has none.
  func value(_ key: String) -> JSON? { members.first { $0.key == key }?.value }

  /// A member that is a whole number.
  func integer(_ key: String) -> Int? { if case .integer(let number)? = value(key) { number } else { nil } }

  /// A member that is true or false.
  func flag(_ key: String) -> Bool? { if case .bool(let flag)? = value(key) { flag } else { nil } }

  /// Those items of a list that are strings.
  func strings(_ key: String) -> [String] {
    guard case .array(let items)? = value(key) else { return [] }
    return items.compactMap { item in if case .string(let text) = item { text } else { nil } }
  }
}
