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

  @Test("every mapping has the keys of its rows, each as its row has it", arguments: tables)
  func keys(table: KeyTable) throws {
    let definition = try evaluator.definition("#/$defs/" + table.name)
    let properties = definition["properties"]?.mapping ?? []
    #expect(properties.compactMap(\.key.string).sorted() == table.built.sorted())
    #expect((definition["required"]?.sequence ?? []).compactMap(\.string) == table.required)
    #expect(definition["description"]?.string == table.help)
    if !table.isOpen { #expect(definition["additionalProperties"]?.bool == false) }
    for row in table.rows {
      let members = [
        row.help.isEmpty ? nil : "description: \"\(row.help)\"", row.schema,
        row.standard(()).map { "default: \($0)" },
      ]
      let text = "{ \(members.compactMap(\.self).joined(separator: ", ")) }"
      let property = try Node(parsing: Array(text.utf8), file: "")
      #expect(definition["properties"]?[row.name]?.equals(property) == true, "\(row.name): \(text)")
      let reference = try property["$ref"]?.string.map { try evaluator.definition($0) }
      let hasHelp = [property["description"], reference?["description"], property["const"]].contains {
        $0 != nil
      }
      #expect(hasHelp, "\(row.name) has no description, nor has its definition")
    }
  }

  @Test("every reference leads to a definition, and every definition is used or belongs to a table")
  func references() throws {
    let used = schema.strings(of: "$ref")
    for reference in used { _ = try evaluator.definition(reference) }
    let defined = schema["$defs"]?.mapping?.compactMap(\.key.string) ?? []
    #expect(Set(defined.map { "#/$defs/" + $0 }) == Set(used))
  }

  @Test("the fixtures are accepted", arguments: ["lobby.yaml", "windows.yaml"])
  func accepted(name: String) throws {
    #expect(try evaluator.accepts(Node(parsing: fixture(name), file: name)))
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
