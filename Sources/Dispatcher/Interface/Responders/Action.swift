/// The name of something that a responder can do.
public struct Action: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, by which two actions are compared.
  public let name: String

  /// An action with this name.
  public init(_ name: String) { self.name = name }

  /// An action whose name is the literal.
  public init(stringLiteral name: String) { self.name = name }

  public var description: String { name }
}
