import Testing
import YAML

@testable import TouchdKit

@Suite("The schema that editors use")
struct SchemaTests {
  private let schema: Node
  private let evaluator: SchemaEvaluator

  init() throws {
    schema = try Node(parsing: schemaFile(), file: "layout.schema.json")
    evaluator = SchemaEvaluator(schema)
  }

  private static let tables = KeyTable.all + PluginDeclaration.builtIn.map(\.keys)

  @Test("every mapping has the reader's keys", arguments: tables)
  func keys(table: KeyTable) throws {
    let definition = try evaluator.definition("#/$defs/" + table.name)
    let properties = definition["properties"]?.mapping ?? []
    let names = Set(properties.compactMap(\.key.string))
    #expect(names == Set(table.built))
    #expect((definition["required"]?.sequence ?? []).compactMap(\.string) == table.required)
    if !table.isOpen { #expect(definition["additionalProperties"]?.bool == false) }
  }

  @Test("a key is in its table once", arguments: tables)
  func columns(table: KeyTable) {
    #expect(Set(table.built).count == table.built.count)
    #expect(Set(table.built).isSuperset(of: table.required))
  }

  @Test("every reference leads to a definition, and every definition is used or belongs to a table")
  func references() throws {
    let used = schema.strings(of: "$ref")
    for reference in used { _ = try evaluator.definition(reference) }
    let defined = schema["$defs"]?.mapping?.compactMap(\.key.string) ?? []
    #expect(Set(defined.map { "#/$defs/" + $0 }) == Set(used))
  }

  @Test("every key has a description, its own or that of its definition")
  func descriptions() throws {
    for table in SchemaTests.tables {
      for pair in try evaluator.definition("#/$defs/" + table.name)["properties"]?.mapping ?? [] {
        let reference = try pair.value["$ref"]?.string.map { try evaluator.definition($0) }
        let text = pair.value["description"] ?? reference?["description"]
        #expect(text != nil || pair.value["const"] != nil, "\(table.name).\(pair.key.string ?? "")")
      }
    }
  }

  @Test(
    "the fixtures are accepted",
    arguments: ["contract.yaml", "lobby.yaml", "lobby.json", "windows.yaml", "daemon.yaml"])
  func accepted(name: String) throws {
    #expect(try evaluator.accepts(Node(parsing: fixture(name), file: name)))
  }

  @Test("what is wrong is refused", arguments: ["ten-mistakes.yaml"])
  func refused(name: String) throws {
    #expect(try !evaluator.accepts(Node(parsing: fixture(name), file: name)))
  }
}

extension Node {
  /// All strings that a key has anywhere below this node.
  fileprivate func strings(of key: String) -> [String] {
    (sequence ?? []).flatMap { $0.strings(of: key) }
      + (mapping ?? []).flatMap { pair in
        (pair.key.string == key ? [pair.value.string].compactMap(\.self) : []) + pair.value.strings(of: key)
      }
  }
}
