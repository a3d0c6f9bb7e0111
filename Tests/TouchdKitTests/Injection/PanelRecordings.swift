import LinuxInput
import TestSupport

@testable import TouchdKit

/// The recordings that things are injected into: those of real panels where they are at hand, and the project's own.
enum PanelRecordings {
  static let all: [PanelRecording] = (try? own + real) ?? []

  /// The recordings of this package: panels with slots, without, of one contact, and a pen.
  private static var own: [PanelRecording] {
    get throws {
      let folders = ["Tests/LinuxInputTests/Fixtures", "Tests/TouchdKitTests/Fixtures/recordings"]
      let files = folders.flatMap { SourceFile.paths(below: SourceFile.packageRoot + "/" + $0) }
      let demo = SourceFile.packageRoot + "/Sources/TouchdKit/Demo/demo.evemu"
      return try (files.filter { $0.hasSuffix(".evemu") }.sorted() + [demo]).map { try read($0) }
    }
  }

  private static var real: [PanelRecording] {
    get throws { try GoldenRecordings.entries.map { try read(GoldenRecordings.folder + "/" + $0.file) } }
  }

  private static func read(_ path: String) throws -> PanelRecording {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return try PanelRecording(GoldenRecordings.recording(path).devices[0], name: name)
  }
}
