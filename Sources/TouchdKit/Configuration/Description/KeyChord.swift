import Dispatcher
import LinuxInput
import YAML

/// Keys that are pressed together, by the kernel's codes.
struct KeyChord: Equatable, Sendable {
  /// The most keys of a chord: a hand's, and three modifiers. (O)
  static let longest = 8

  /// In the order in which they are pressed.
  let codes: [UInt16]

  /// The code of a key's name, `KEY_LEFTALT`; `nil` if there is no such key. Buttons of mice and panels are no keys.
  static func code(_ name: String) -> UInt16? {
    guard name.hasPrefix(prefix), let code = EventName.code(named: name, of: EventType.key),
      names.contains(code)
    else { return nil }
    return code
  }

  /// The names of all keys that the library knows, for suggestions.
  static var allNames: [String] {
    names.map { EventName.code($0, of: EventType.key) }.filter { $0.hasPrefix(prefix) }
  }

  /// The question whether the key with this label was meant, as `F5`; `nil` if no key is called so.
  fileprivate static func question(ofLabel label: String) -> String? {
    let name = prefix + label.uppercased()
    return code(name) == nil ? nil : "did you mean \(quoted(name))?"
  }

  private static let prefix = "KEY_"
  /// KEY_RESERVED and KEY_MAX are no keys.
  private static let names: Range<UInt16> = 1..<0x2ff

  /// Reason for which a key is never pressed; `nil` if it may be.
  static func refusal(of code: UInt16) -> String? {
    switch code {
    case Key.sysRq: "it commands the kernel"
    case Key.power, Key.power2, Key.sleep, Key.suspend, Key.restart:
      "it switches the machine off, or restarts it"
    default: nil
    }
  }

  /// Reason for which these keys are never pressed together; `nil` if they may be.
  var refusal: String? {
    guard holds(Key.controls), holds(Key.alts) else { return nil }
    if holds(Key.deletes) { return "Ctrl+Alt+Delete restarts the machine" }
    if holds(Key.functions) { return "Ctrl+Alt with a function key leaves the session for a console" }
    return nil
  }

  private func holds(_ keys: some Sequence<UInt16>) -> Bool { keys.contains { codes.contains($0) } }

  /// The kernel's codes, linux/input-event-codes.h.
  private enum Key {
    static let sysRq: UInt16 = 99
    static let power: UInt16 = 116
    static let sleep: UInt16 = 142
    static let suspend: UInt16 = 205
    static let power2: UInt16 = 0x164
    static let restart: UInt16 = 0x198
    /// Left and right.
    static let controls: [UInt16] = [29, 97]
    static let alts: [UInt16] = [56, 100]
    /// That of the number pad as well, as the kernel's own keymap has it.
    static let deletes: [UInt16] = [111, 83]
    /// F1 to F10, F11, F12, F13 to F24.
    static let functions = Array(59...68) + [87, 88] + Array(183...194) as [UInt16]
  }
}

extension Setting {
  /// Keys that are pressed together: a key's name, or a list of them in the order in which they are pressed.
  func chord() -> KeyChord? {
    let items = node.sequence == nil ? [self] : items() ?? []
    guard !items.isEmpty else { return error("\(name) must hold at least one key") }
    if items.count > KeyChord.longest {
      return items[KeyChord.longest].error("\(name) may hold at most \(KeyChord.longest) keys")
    }
    var codes: [UInt16] = []
    for item in items {
      guard let code = item.keyCode() else { continue }
      if codes.contains(code) { item.error("\(quoted(item.node.string ?? "")) is pressed twice") }
      codes.append(code)
    }
    guard codes.count == items.count else { return nil }
    let chord = KeyChord(codes: codes)
    if let refusal = chord.refusal { return error("\(name) must not be these keys together", help: refusal) }
    return chord
  }

  private func keyCode() -> UInt16? {
    guard let name = node.string else { return mismatch("the name of a key such as KEY_LEFTALT") }
    guard let code = KeyChord.code(name) else {
      return error(
        "there is no key \(quoted(name))",
        help: findings.isFull
          ? nil
          : Suggestion.question(name, among: KeyChord.allNames)
            ?? KeyChord.question(ofLabel: name)
            ?? "the names are those of linux/input-event-codes.h, such as KEY_LEFTALT")
    }
    if let refusal = KeyChord.refusal(of: code) {
      return error("\(quoted(name)) is never pressed", help: refusal)
    }
    return code
  }
}
