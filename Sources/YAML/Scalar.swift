/// The text of a string, number, truth value or null, and how it was written.
///
/// Which of these it is follows YAML 1.2's core schema: `true` and `false` are truth values, `yes`, `no`,
/// `on` and `off` are strings, `012` is twelve, `0x1f` and `0o17` are whole numbers.
public struct Scalar: Hashable, Sendable {
  /// The text, with quotes removed and escapes replaced.
  public let text: String
  /// How it was written.
  public let style: Style

  /// A scalar of a text, written in a style.
  public init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// How a scalar is written, which decides whether it can be anything but a string.
  public enum Style: Hashable, Sendable {
    /// Without quotes.
    case plain
    /// In single or double quotes, or as a block (`|`, `>`): always a string.
    case quoted
  }
}

extension Scalar {
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
