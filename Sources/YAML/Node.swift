/// One value of a YAML file, and where it starts.
public struct Node: Equatable, Sendable {
  /// Where the value starts.
  public let mark: Mark
  /// The value.
  public let content: Content

  /// A node made by hand, as the parser would make it.
  public init(_ content: Content, at mark: Mark) {
    self.mark = mark
    self.content = content
  }

  /// What a node holds.
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
}

extension Node {
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
