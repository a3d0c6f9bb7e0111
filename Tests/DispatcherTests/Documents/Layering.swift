import TestTables

/// Modules that each target may import. The build holds each import to what Package.swift declares; this holds what may
/// be declared.
@Suite("Layering") struct Layering {
  /// What each target may import.
  static let imports: [String: Set<String>] = [
    "Dispatcher": [],
    "YAML": ["CLibYAML", "Glibc"],
    "LinuxInput": ["CEvdev", "CZlib", "Dispatch", "Dispatcher", "Glibc", "Synchronization", "YAML"],
    "TouchdKit": [
      "ArgumentParser", "CEvdev", "CJansson", "Dispatcher", "Glibc", "LinuxInput", "Logging",
      "Synchronization", "YAML",
    ],
    "TouchdBroker": [
      "ArgumentParser", "CLibSystemd", "CMosquitto", "Dispatcher", "Glibc", "LinuxInput", "Logging",
      "Synchronization", "TouchdKit",
    ],
    "TouchdTesting": ["Dispatcher"],
    "TouchdWeb": [
      "ArgumentParser", "Dispatcher", "Glibc", "LinuxInput", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix",
      "TouchdKit",
    ],
    "touchd": ["TouchdKit"],
    "touchd-mqtt": ["TouchdBroker"],
    "touchd-web": ["TouchdWeb"],
  ]
  /// What the examples may import: what their users can.
  static let importsOfExamples: Set<String> = ["Dispatch", "Dispatcher", "TouchdKit"]
  /// The one file of Dispatcher that imports anything: the C library's mathematics.
  static let mathematics = "Dispatcher/Geometry/AffineTransform.swift"

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
}
