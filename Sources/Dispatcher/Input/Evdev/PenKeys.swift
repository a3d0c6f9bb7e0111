/// Which tools of a pen are near the glass, and which of its buttons are pressed: the keys 0x140 to 0x14f.
@frozen public struct PenKeys: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The tip, BTN_TOOL_PEN.
  public static let pen = PenKeys(code: EventCode.btnToolPen)
  /// The other end, BTN_TOOL_RUBBER.
  public static let eraser = PenKeys(code: EventCode.btnToolRubber)
  /// The first button of the barrel, BTN_STYLUS.
  public static let stylus = PenKeys(code: EventCode.btnStylus)
  /// The second button of the barrel, BTN_STYLUS2.
  public static let stylus2 = PenKeys(code: EventCode.btnStylus2)
  /// The third button of the barrel, BTN_STYLUS3.
  public static let stylus3 = PenKeys(code: EventCode.btnStylus3)

  /// Everything that is a tool, from BTN_TOOL_PEN to BTN_TOOL_AIRBRUSH: one of them is on while a pen is near.
  public static let tools = PenKeys(rawValue: 0x1f)
  /// The buttons of the barrel.
  public static let buttons: PenKeys = [.stylus, .stylus2, .stylus3]
  private static let known: PenKeys = [.tools, .buttons]

  /// The event codes of all keys of a pen.
  public static let codes: [UInt16] = (0..<16).map { EventCode.btnToolPen + $0 }
    .filter { !PenKeys(code: $0).isDisjoint(with: known) }

  /// The key of an event code; none for a code that is no key of a pen.
  public init(code: UInt16) {
    let bit = Int(code) - Int(EventCode.btnToolPen)
    rawValue = 0..<16 ~= bit ? 1 << UInt16(bit) : 0
  }

  /// Takes in that a key was pressed or released. Codes that are no keys of a pen have no effect.
  public mutating func set(_ code: UInt16, _ isOn: Bool) {
    let key = PenKeys(code: code).intersection(Self.known)
    if isOn { formUnion(key) } else { subtract(key) }
  }
}
