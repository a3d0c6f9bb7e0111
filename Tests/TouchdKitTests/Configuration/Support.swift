import LinuxInput
import Testing
import YAML

@testable import TouchdKit

/// A file of this test target.
func fixture(_ name: String) throws -> [UInt8] {
  try ConfigurationFile.read(Page.root + "Tests/TouchdKitTests/Fixtures/layouts/" + name)
}

/// The schema that the repository ships.
func schemaFile() throws -> [UInt8] { try ConfigurationFile.read(Page.root + "docs/layout.schema.json") }

/// The bytes of the schema of the events socket's lines.
func eventsSchemaFile() throws -> [UInt8] {
  try ConfigurationFile.read(Page.root + "docs/events.schema.json")
}

extension KeyTable: CustomTestStringConvertible {
  public var testDescription: String { name }

  /// The table of a definition of the schema; one without keys if there is none.
  static func named(_ name: String) -> KeyTable {
    (all + PluginDeclaration.builtIn.map(\.keys)).first { $0.name == name } ?? KeyTable(name, "no table")
  }
}

/// What is said about a layout: `LINE:COLUMN: error: MESSAGE`, with `(HELP)` if there is any.
func messages(about text: String) -> [String] {
  LayoutReader().read(Array(text.utf8), file: "test.yaml").diagnostics.map(\.summary)
}

/// A layout without errors.
func layout(_ text: String) throws -> Layout {
  let (layout, diagnostics) = LayoutReader().read(Array(text.utf8), file: "test.yaml")
  return try #require(layout, "\(diagnostics)")
}

extension Layout {
  /// Every view of every window, a view before its children.
  var allViews: [ViewDescription] { ofViews { $0 } }
}

/// The layout that has every key.
func lobby() throws -> Layout { try layout(String(decoding: fixture("lobby.yaml"), as: UTF8.self)) }

/// A view of that layout.
func lobbyView(_ id: String) throws -> ViewDescription {
  try #require(try lobby().allViews.first { $0.id.value == id })
}

extension Diagnostic {
  var summary: String { "\(mark): \(severity.rawValue): \(message)" + (help.map { " (\($0))" } ?? "") }
}

/// A layout of one view, `a`, with a line of its own for what is tried, in line 6 from column 5 on.
func layoutOfView(_ line: String) -> String {
  """
  version: 1
  screen: { size: [100, 200], size_mm: [10, 20] }
  responders: { audit: { plugin: log } }
  views:
    - id: a
      \(line)
  """
}

/// A layout with a line of its own for what is tried, in line 4 from column 1 on.
func layoutWith(_ line: String) -> String {
  """
  version: 1
  screen: { size: [100, 200] }
  views: []
  \(line)
  """
}

/// A layout of a screen with what is tried, in line 2 from column 24 on.
func layoutOfScreen(_ entry: String) -> String {
  """
  version: 1
  screen: { size: [1, 1], \(entry) }
  views: []
  """
}
