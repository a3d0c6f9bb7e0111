import YAML

// Names that the layout gives and uses.
extension Setting {
  /// A text that can stand in a line of the trace: not empty, without control characters.
  func label() -> Located<String>? {
    guard let text = string() else { return nil }
    return label(text, at: mark)
  }

  /// The key as such a text, where keys are of the user's choice.
  func keyLabel() -> Located<String>? { named("a name").label(key, at: keyMark) }

  /// An id that the layout gives to a window, view or controller.
  func ownID(except permitted: Set<String> = []) -> Located<String>? {
    guard let id = label() else { return nil }
    let reserved: Set = ["window", "scene", "application", "delegate"]
    guard !reserved.subtracting(permitted).contains(id.value) else {
      error("the id \(quoted(id.value)) is reserved", help: "it always names the \(id.value) itself")
      return nil
    }
    return id
  }

  /// A responder's name, or a list of them.
  func responderNames() -> [Located<String>] { names("a responder's name") }

  /// A gesture's name, or a list of them.
  func gestureNames() -> [Located<String>] { names("a gesture's name") }

  private func names(_ expected: String) -> [Located<String>] {
    if node.sequence != nil { return items()?.compactMap { $0.label() } ?? [] }
    if node.string != nil { return label().map { [$0] } ?? [] }
    mismatch("\(expected) or a list of them")
    return []
  }

  private func label(_ text: String, at mark: Mark) -> Located<String>? {
    guard !text.isEmpty, !text.unicodeScalars.contains(where: \.isUnprintable) else {
      findings.error(
        text.isEmpty ? "\(name) must not be empty" : "\(name) must not contain control characters", at: mark)
      return nil
    }
    return Located(text, at: mark)
  }
}

/// Names for what has none of its own.
enum DefaultName {
  /// The base itself the first time, then `BASE#2`, `BASE#3`, …
  static func next(_ base: String, _ count: inout Int) -> String {
    count += 1
    return count == 1 ? base : "\(base)#\(count)"
  }
}
