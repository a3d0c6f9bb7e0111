import YAML

/// Evaluates the part of JSON Schema 2020-12 that `layout.schema.json` uses; a keyword that it does not
/// know is a mistake in the schema.
struct SchemaEvaluator {
  private let root: Node

  /// - Parameter root: the whole schema, whose `$defs` references point to.
  init(_ root: Node) { self.root = root }

  /// Whether the schema accepts a value.
  func accepts(_ value: Node) throws -> Bool { try accepts(value, root) }

  /// Whether a part of the schema accepts a value.
  func accepts(_ value: Node, _ schema: Node) throws -> Bool {
    if let constant = schema.bool { return constant }
    guard let keywords = schema.mapping else { throw Mistake("a schema is a mapping or a boolean", schema) }
    return try keywords.allSatisfy { keyword in
      try holds(keyword.key.string ?? "", keyword.value, of: value, in: schema)
    }
  }

  /// A definition that a reference names.
  func definition(_ reference: String) throws -> Node {
    let prefix = "#/$defs/"
    guard reference.hasPrefix(prefix), let found = root["$defs"]?[String(reference.dropFirst(prefix.count))]
    else { throw Mistake("no definition \(reference)", root) }
    return found
  }

  /// What is wrong with the schema itself.
  struct Mistake: Error {
    let message: String

    init(_ message: String, _ node: Node) { self.message = "\(node.mark): \(message)" }
  }

  private func holds(_ keyword: String, _ argument: Node, of value: Node, in schema: Node) throws -> Bool {
    switch keyword {
    case "$schema", "$defs", "title", "description", "default", "then", "else": true
    case "$ref": try accepts(value, definition(argument.string ?? ""))
    case "allOf": try (argument.sequence ?? []).allSatisfy { try accepts(value, $0) }
    case "anyOf": try (argument.sequence ?? []).contains { try accepts(value, $0) }
    case "oneOf": try (argument.sequence ?? []).count { try accepts(value, $0) } == 1
    case "not": try !accepts(value, argument)
    case "if": try schema[accepts(value, argument) ? "then" : "else"].map { try accepts(value, $0) } ?? true
    case "type": (argument.sequence ?? [argument]).contains { value.isOfType($0.string ?? "") }
    case "const": value.equals(argument)
    case "enum": (argument.sequence ?? []).contains { value.equals($0) }
    default: try holds(keyword, argument, ofContentOf: value, in: schema)
    }
  }

  /// The keywords that speak of one type only, and hold for values of any other.
  private func holds(
    _ keyword: String, _ argument: Node, ofContentOf value: Node, in schema: Node
  ) throws -> Bool {
    switch keyword {
    case "minimum": value.double.map { $0 >= argument.double ?? .nan } ?? true
    case "maximum": value.double.map { $0 <= argument.double ?? .nan } ?? true
    case "exclusiveMinimum": value.double.map { $0 > argument.double ?? .nan } ?? true
    case "exclusiveMaximum": value.double.map { $0 < argument.double ?? .nan } ?? true
    case "minLength": value.string.map { $0.unicodeScalars.count >= argument.int ?? .max } ?? true
    case "maxLength": value.string.map { $0.unicodeScalars.count <= argument.int ?? .min } ?? true
    case "pattern": try value.string.map { try $0.contains(Regex(argument.string ?? "")) } ?? true
    case "minItems": value.sequence.map { $0.count >= argument.int ?? .max } ?? true
    case "maxItems": value.sequence.map { $0.count <= argument.int ?? .min } ?? true
    case "uniqueItems": value.sequence.map(Node.areUnique) ?? true
    case "items": try value.sequence?.allSatisfy { try accepts($0, argument) } ?? true
    case "prefixItems":
      try zip(value.sequence ?? [], argument.sequence ?? []).allSatisfy { try accepts($0, $1) }
    case "required":
      value.mapping == nil || (argument.sequence ?? []).allSatisfy { value[$0.string ?? ""] != nil }
    case "minProperties": value.mapping.map { $0.count >= argument.int ?? .max } ?? true
    case "maxProperties": value.mapping.map { $0.count <= argument.int ?? .min } ?? true
    case "propertyNames": try value.mapping?.allSatisfy { try accepts($0.key, argument) } ?? true
    case "properties":
      try value.mapping?.allSatisfy { pair in
        try argument[pair.key.string ?? ""].map { try accepts(pair.value, $0) } ?? true
      } ?? true
    case "additionalProperties":
      try value.mapping?.allSatisfy { pair in
        try schema["properties"]?[pair.key.string ?? ""] != nil || accepts(pair.value, argument)
      } ?? true
    default: throw Mistake("the keyword \(keyword) is not one that the tests know", argument)
    }
  }
}

extension Node {
  fileprivate func isOfType(_ name: String) -> Bool {
    switch name {
    case "object": mapping != nil
    case "array": sequence != nil
    case "string": string != nil
    case "number": double != nil
    case "integer": double.map { $0.rounded() == $0 } ?? false
    case "boolean": bool != nil
    case "null": isNull
    default: false
    }
  }

  /// Whether two values are the same, wherever they stand; the keys of a mapping have no order.
  func equals(_ other: Node) -> Bool {
    if let sequence { return other.sequence.map { sequence.elementsEqual($0) { $0.equals($1) } } ?? false }
    if let mapping {
      return mapping.count == other.mapping?.count
        && mapping.allSatisfy { pair in other[pair.key.string ?? ""].map { pair.value.equals($0) } ?? false }
    }
    if let string { return string == other.string }
    if let double { return double == other.double }
    if let bool { return bool == other.bool }
    return isNull && other.isNull
  }

  fileprivate static func areUnique(_ items: [Node]) -> Bool {
    items.indices.allSatisfy { index in !items[..<index].contains { $0.equals(items[index]) } }
  }
}
