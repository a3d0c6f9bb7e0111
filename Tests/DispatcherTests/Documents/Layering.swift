import TestSupport
import Testing

/// Which target may import which. SwiftPM accepts undeclared imports, so this reads the import lines.
@Suite("Layering") struct Layering {
  /// What each target may import.
  static let imports: [String: Set<String>] = [
    "Dispatcher": [],
    "YAML": ["CLibYAML", "Glibc"],
    "LinuxInput": ["CEvdev", "CZlib", "Dispatch", "Dispatcher", "Glibc", "Synchronization", "YAML"],
    "TouchdKit": [
      "ArgumentParser", "CEvdev", "Dispatcher", "Glibc", "LinuxInput", "Logging", "Synchronization", "YAML",
    ],
    "TouchdTesting": ["Dispatcher"],
    "touchd": ["TouchdKit"],
  ]
  /// What the examples may import: what their users can.
  static let importsOfExamples: Set<String> = ["Dispatch", "Dispatcher", "TouchdKit"]
  /// The folders of Dispatcher; each may name its own types and those of the folders before it.
  static let folders = ["Geometry", "Input", "Interface", "Gestures", "Views", "Delivery"]
  /// The one file of Dispatcher that imports anything: the C library's mathematics.
  static let mathematics = "Dispatcher/Geometry/Mathematics.swift"

  static let sources = SourceFile.all(under: "Sources")
  static let examples = SourceFile.all(under: "Examples").filter { $0.path.contains("/Sources/") }

  @Test("The sources are found")
  func found() {
    #expect(Self.sources.count > 60)
    #expect(Self.sources.contains { $0.path == Self.mathematics })
    #expect(Self.examples.count >= 4)
  }

  @Test("A target imports only what the table allows, and no target imports Foundation")
  func importLines() {
    for file in Self.sources {
      let target = String(file.path.prefix { $0 != "/" })
      guard let allowed = Self.imports[target] else { continue }
      let excess = Set(file.imports).subtracting(file.path == Self.mathematics ? ["Glibc"] : allowed)
      #expect(excess.isEmpty, "\(file.path) imports \(excess.sorted())")
    }
    for file in Self.examples {
      let excess = Set(file.imports).subtracting(Self.importsOfExamples)
      #expect(excess.isEmpty, "Examples/\(file.path) imports \(excess.sorted())")
    }
  }

  @Test("No folder of Dispatcher names a type of a later one", arguments: folders)
  func noUpwardNames(folder: String) {
    let rank = Self.folders.firstIndex(of: folder) ?? 0
    var later: [String: String] = [:]
    for (index, other) in Self.folders.enumerated() where index > rank {
      for file in Self.files(of: other) { for type in file.topLevelTypes { later[type] = other } }
    }
    for file in Self.files(of: folder) {
      for word in Set(file.words) {
        #expect(later[word] == nil, "\(file.path) names \(word), which is declared in \(later[word] ?? "")")
      }
    }
  }

  @Test("Every file of Dispatcher is in one of its folders")
  func noStrayFile() {
    let strays = Self.sources.filter { file in
      file.path.hasPrefix("Dispatcher/")
        && !Self.folders.contains { file.path.hasPrefix("Dispatcher/\($0)/") }
    }
    #expect(strays.map(\.path) == [])
  }

  @Test("Words that hide what a type does are not used in names", arguments: ["Manager", "Helper", "Util"])
  func names(word: String) {
    for file in Self.sources + Self.examples {
      #expect(!file.declaredTypes.contains { $0.contains(word) }, "\(file.path)")
      #expect(!file.path.contains(word), "\(file.path)")
    }
  }

  static func files(of folder: String) -> [SourceFile] {
    sources.filter { $0.path.hasPrefix("Dispatcher/\(folder)/") }
  }
}
