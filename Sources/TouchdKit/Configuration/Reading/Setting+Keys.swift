import Dispatcher
import LinuxInput
import YAML

extension Setting {
  /// Keys that are pressed together: a key's name, or a list of them in the order in which they are pressed.
  func chord() -> KeyChord? {
    let items = node.sequence == nil ? [self] : items() ?? []
    guard !items.isEmpty else {
      error("\(name) must hold at least one key")
      return nil
    }
    if items.count > VirtualKeyboard.longestChord {
      items[VirtualKeyboard.longestChord].error(
        "\(name) may hold at most \(VirtualKeyboard.longestChord) keys")
      return nil
    }
    var codes: [UInt16] = []
    for item in items {
      guard let code = item.keyCode() else { continue }
      if codes.contains(code) { item.error("\(quoted(item.node.string ?? "")) is pressed twice") }
      codes.append(code)
    }
    guard codes.count == items.count else { return nil }
    let chord = KeyChord(codes: codes)
    if let refusal = chord.refusal {
      error("\(name) must not be these keys together", help: refusal)
      return nil
    }
    return chord
  }

  private func keyCode() -> UInt16? {
    guard let name = node.string else {
      mismatch("the name of a key such as KEY_LEFTALT")
      return nil
    }
    guard let code = KeyChord.code(name) else {
      error(
        "there is no key \(quoted(name))",
        help: findings.isFull
          ? nil
          : KeyChord.name(meantBy: name).map { "did you mean \(quoted($0))?" }
            ?? Suggestion.question(name, among: KeyChord.allNames)
            ?? "the names are those of linux/input-event-codes.h, such as KEY_LEFTALT")
      return nil
    }
    if let refusal = KeyChord.refusal(of: code) {
      error("\(quoted(name)) is never pressed", help: refusal)
      return nil
    }
    return code
  }
}
