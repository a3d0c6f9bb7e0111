import Glibc
import LinuxInput
import TestTables
import YAML

@testable import TouchdKit

/// A case, or a panel, of a file, or why it cannot be read.
struct CaseEntry<Content: Sendable>: Sendable, CustomTestStringConvertible {
  let name: String
  let file: String
  let content: Result<Content, CaseProblem>
  var testDescription: String { name }
}

/// Why a case, or a file of cases, cannot be read.
struct CaseProblem: Error, CustomStringConvertible {
  let description: String

  init(of error: any Error) { description = "\(error)" }

  init(_ node: Node, _ description: String) { self.description = "line \(node.mark.line): \(description)" }
}

/// The files of cases: the project's own, those beside a checkout of it, and those that TOUCHD_CASES names.
enum CaseFiles {
  /// Paths separated by colons.
  static let variable = "TOUCHD_CASES"

  static let entries = paths.flatMap(entries(of:))

  static let paths: [String] = {
    var paths = [SourceFile.packageRoot + "/Tests/TouchdKitTests/Fixtures/cases/own-cases.json"]
    let beside = SourceFile.packageRoot + "/../shared/cases/device-cases.json"
    if access(beside, F_OK) == 0 { paths.append(beside) }
    let named = getenv(variable).map { String(cString: $0) } ?? ""
    return paths + named.split(separator: ":").map(String.init)
  }()

  private static func entries(of path: String) -> [CaseEntry<DeviceCase>] {
    do {
      let root = try Node(parsing: contentsOfFile(path, limit: Limits().bytes), file: path)
      let nodes = try root.items("the file")
      guard !nodes.isEmpty else { throw CaseProblem(root, "it holds no case") }
      return nodes.map { node in
        let name = node["id"]?.scalar?.text ?? "line \(node.mark.line)"
        let content = Result { try DeviceCase(node) }
        return CaseEntry(name: name, file: path, content: content.mapError(CaseProblem.init(of:)))
      }
    } catch {
      return [CaseEntry(name: path, file: path, content: .failure(CaseProblem(of: error)))]
    }
  }
}
