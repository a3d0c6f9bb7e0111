import YAML

// Names that the layout gives and uses.
extension Setting {
  /// The longest name, in characters. What has no name of its own is named after its parent, so each name may stand in
  /// thousands of others. (O)
  static let longestName = 255
  /// As many as Linux has bytes for a path, `PATH_MAX`.
  static let longestPath = 4095

  /// A text that can stand in a line of the trace: not empty, not long, without control characters.
  func label(atMost longest: Int = longestName) -> Located<String>? {
    guard let text = string() else { return nil }
    return label(text, at: mark, atMost: longest)
  }

  /// The key as such a text, where keys are of the user's choice.
  func keyLabel() -> Located<String>? { named("a name").label(key, at: keyMark, atMost: Self.longestName) }

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

  /// The most responders that one gesture or event goes to: each is called in the frame of the finger. (O)
  static let mostResponders = 64

  /// A responder's name, or a list of them.
  func responderNames() -> [Located<String>] {
    let names = names("a responder's name")
    if names.count > Self.mostResponders {
      findings.error(
        "\(name) may name at most \(Self.mostResponders) responders", at: names[Self.mostResponders].mark)
    }
    return names
  }

  /// A gesture's name, or a list of them.
  func gestureNames() -> [Located<String>] { names("a gesture's name") }

  private func names(_ expected: String) -> [Located<String>] {
    if node.sequence != nil { return items()?.compactMap { $0.label() } ?? [] }
    if node.string != nil { return label().map { [$0] } ?? [] }
    mismatch("\(expected) or a list of them", help: inPlacePlugin)
    return []
  }

  /// What to write for a plugin in the place of a responder's name.
  var inPlacePlugin: String? {
    guard let plugin = node["plugin"]?.string, plugin.isWord else { return nil }
    let entry = "\(plugin): \(node.written ?? "{ plugin: \(plugin), … }")"
    return "write \(isItem ? "`\(plugin)`" : "`\(key): \(plugin)`"), and `\(entry)` under `responders`"
  }

  private func label(_ text: String, at mark: Mark, atMost longest: Int) -> Located<String>? {
    guard text.unicodeScalars.count <= longest else {
      findings.error("\(name) must not have more than \(longest) characters", at: mark)
      return nil
    }
    guard !text.isEmpty, !text.unicodeScalars.contains(where: \.isUnprintable) else {
      findings.error(
        text.isEmpty ? "\(name) must not be empty" : "\(name) must not contain control characters", at: mark)
      return nil
    }
    if let first = text.first, "“”„‘’«»".contains(first) {
      findings.warning(
        "\(name) begins with a quotation mark that is a letter here", at: mark, help: "YAML's are \" and '")
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
