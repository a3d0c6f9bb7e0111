/// One value of a YAML file, and where it starts.
public struct Node: Equatable, Sendable {
  /// Start of the value.
  public let mark: Mark
  /// The value.
  public let content: Content

  /// A node made by hand, as the parser would make it.
  public init(_ content: Content, at mark: Mark) {
    self.mark = mark
    self.content = content
  }

  /// Content of a node.
  public enum Content: Equatable, Sendable {
    /// A string, number, truth value or null.
    case scalar(Scalar)
    /// A list, `[a, b]` or a line `- a` for each item.
    case sequence([Node])
    /// Keys and values in the file's order. A key may occur twice: that is for the reader to judge.
    case mapping([Pair])
    /// An alias or a tagged scalar, whose value is not known; ``Document/problems`` has the error.
    case refused
  }

  /// One key of a mapping and its value.
  public struct Pair: Equatable, Sendable {
    /// The key: nearly always a scalar, though YAML permits any node.
    public let key: Node
    /// The value.
    public let value: Node

    /// A key and its value.
    public init(key: Node, value: Node) {
      self.key = key
      self.value = value
    }
  }

  /// The scalar, or `nil` for a sequence or mapping.
  public var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The items, or `nil` for anything but a sequence.
  public var sequence: [Node]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The pairs in the file's order, or `nil` for anything but a mapping.
  public var mapping: [Pair]? {
    if case .mapping(let pairs) = content { pairs } else { nil }
  }

  /// The value of the first key that reads so; `nil` if there is none. Linear in the keys.
  public subscript(key: String) -> Node? {
    guard case .mapping(let pairs) = content else { return nil }
    return pairs.first { $0.key.scalar?.text == key }?.value
  }

  /// The string, if this scalar is one: quoted, or plain and neither null, truth value nor number.
  public var string: String? { scalar?.string }

  /// The whole number, if this scalar is one that fits 64 bits.
  public var int: Int? { scalar?.int }

  /// The number, whole or not, if this scalar is one; it may be infinite or not a number.
  public var double: Double? { scalar?.double }

  /// The truth value, if this scalar is one.
  public var bool: Bool? { scalar?.bool }

  /// Whether this is a null: nothing at all, `~` or `null`.
  public var isNull: Bool { scalar?.isNull ?? false }
}

/// The text of a string, number, truth value or null, and how it was written.
///
/// Which of these it is follows YAML 1.2's core schema: `true` and `false` are truth values, `yes`, `no`,
/// `on` and `off` are strings, `012` is twelve, `0x1f` and `0o17` are whole numbers.
public struct Scalar: Hashable, Sendable {
  /// The text, with quotes removed and escapes replaced.
  public let text: String
  /// Style in which it was written.
  public let style: Style

  /// A scalar of a text, written in a style.
  public init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// Style of a scalar, which decides whether it can be anything but a string.
  public enum Style: Hashable, Sendable {
    /// Without quotes.
    case plain
    /// In single or double quotes, or as a block (`|`, `>`): always a string.
    case quoted
  }

  /// The string, if it is one: quoted, or plain and nothing else.
  public var string: String? {
    guard style == .plain else { return text }
    return isNull || bool != nil || CoreSchema.isNumber(text) ? nil : text
  }

  /// The whole number, if it is one that fits 64 bits.
  public var int: Int? { style == .plain ? CoreSchema.int(text) : nil }

  /// The number, whole or not, if it is one. `.inf` and `.nan` are numbers, and `1e999` is infinite.
  public var double: Double? { style == .plain ? CoreSchema.double(text) : nil }

  /// The truth value, if it is one: `true`, `True`, `TRUE` and the same of `false`.
  public var bool: Bool? {
    guard style == .plain else { return nil }
    return switch text {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  /// Whether it is a null: plain and empty, `~`, `null`, `Null` or `NULL`.
  public var isNull: Bool {
    guard style == .plain else { return false }
    return switch text {
    case "", "~", "null", "Null", "NULL": true
    default: false
    }
  }
}

/// The numbers of YAML 1.2's core schema (§10.3.2 of its specification), read from a plain scalar's text.
enum CoreSchema {
  /// The whole number, or `nil` if the text is not a whole number or does not fit 64 bits.
  static func int(_ text: String) -> Int? {
    guard let radix = radix(text.utf8) else { return Int(text) }
    return isNumber(text) ? Int(text.dropFirst(2), radix: radix) : nil
  }

  /// The number, whole or not, or `nil` if the text is not a number.
  static func double(_ text: String) -> Double? {
    guard isNumber(text) else { return nil }
    if let radix = radix(text.utf8) {
      return text.dropFirst(2).reduce(0) { $0 * Double(radix) + Double($1.hexDigitValue ?? 0) }
    }
    if let value = Double(text) { return value }
    return isNotANumber(text) ? .nan : text.utf8.first == minus ? -.infinity : .infinity
  }

  /// Whether the text is a number, of whatever size.
  static func isNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first <= UInt8(ascii: "9") else { return false }
    return isDecimal(text.utf8[...]) || isWholeInRadix(text.utf8) || isNotANumber(text) || isInfinity(text)
  }

  /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
  private static func isDecimal(_ text: Substring.UTF8View) -> Bool {
    var rest = text
    if let first = rest.first, isSign(first) { rest.removeFirst() }
    let whole = dropDigits(&rest)
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = dropDigits(&rest)
    }
    guard whole + fraction > 0 else { return false }
    guard let next = rest.popFirst() else { return true }
    guard next | 0x20 == UInt8(ascii: "e") else { return false }
    if let first = rest.first, isSign(first) { rest.removeFirst() }
    return dropDigits(&rest) > 0 && rest.isEmpty
  }

  private static func isWholeInRadix(_ text: String.UTF8View) -> Bool {
    guard let radix = radix(text) else { return false }
    let digits = text.dropFirst(2)
    return !digits.isEmpty && digits.allSatisfy { isDigit($0, radix: radix) }
  }

  private static func isNotANumber(_ text: String) -> Bool {
    text == ".nan" || text == ".NaN" || text == ".NAN"
  }

  private static func isInfinity(_ text: String) -> Bool {
    let unsigned = text.utf8.first.map(isSign) == true ? text.dropFirst() : text[...]
    return unsigned == ".inf" || unsigned == ".Inf" || unsigned == ".INF"
  }

  /// 16 for what starts with `0x`, 8 for `0o`.
  private static func radix(_ text: String.UTF8View) -> Int? {
    guard text.first == UInt8(ascii: "0") else { return nil }
    return switch text.dropFirst().first {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    default: nil
    }
  }

  private static func isDigit(_ byte: UInt8, radix: Int) -> Bool {
    let scalar = Character(UnicodeScalar(byte))
    return scalar.hexDigitValue.map { $0 < radix } ?? false
  }

  private static func dropDigits(_ text: inout Substring.UTF8View) -> Int {
    let digits = text.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count
    text.removeFirst(digits)
    return digits
  }

  private static let minus = UInt8(ascii: "-")

  private static func isSign(_ byte: UInt8) -> Bool { byte == minus || byte == UInt8(ascii: "+") }
}
