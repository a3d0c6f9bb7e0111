import Testing
import YAML

@testable import TouchdKit

/// `docs/events.schema.json`, held against the lines that are sent.
final class EventSchema {
  private let evaluator: SchemaEvaluator
  /// Lines without a problem. Most are heard by many programs.
  private var right: Set<String> = []

  init() throws {
    evaluator = SchemaEvaluator(try Node(parsing: eventsSchemaFile(), file: "events.schema.json"))
  }

  /// What is wrong with a line; `nil` for one that the schema describes. A key that it does not have is wrong: only
  /// clients ignore what they do not know.
  func problem(of line: JSON) throws -> String? {
    let text = line.text
    if right.contains(text) { return nil }
    guard case .string(let kind)? = line["kind"] else { return "no kind: \(text)" }
    let definition = try evaluator.definition("#/$defs/" + kind)
    let node = try Node(parsing: Array(text.utf8), file: "line")
    guard try evaluator.accepts(node, definition), try evaluator.accepts(node) else {
      return "the schema refuses \(text)"
    }
    let known = Set((definition["properties"]?.mapping ?? []).compactMap(\.key.string))
    guard case .object(let members) = line else { return "no object: \(text)" }
    if let member = members.first(where: { !known.contains($0.key) }) {
      return "the schema has no \(member.key) of \(kind)"
    }
    right.insert(text)
    return nil
  }
}

/// The schema of events refuses what is no line.
@Suite("The schema of events") struct EventSchemaTests {
  @Test(
    "Lines that are never sent",
    arguments: [
      #"{"kind":"hello","protocol":2,"touchd":"1","pid":1}"#, #"{"kind":"event","name":"a"}"#,
      #"{"t":1,"kind":"state","extra":1}"#,
      #"{"t":1,"kind":"device","name":null,"path":"p","change":"lost"}"#,
    ])
  func refused(line: String) throws {
    #expect(try EventSchema().problem(of: JSON(parsing: Array(line.utf8))) != nil)
  }
}
