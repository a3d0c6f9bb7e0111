import Glibc
import TestSupport

extension TemporaryFolder {
  /// A folder with files: their names in it, `a/b.yaml` in one of its folders, and their contents.
  convenience init(_ files: [String: String]) {
    self.init()
    for (name, text) in files { write(text, to: name) }
  }

  /// The path of a file in it.
  subscript(name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, to name: String) {
    if let slash = name.lastIndex(of: "/") { mkdir(self[String(name[..<slash])], 0o755) }
    guard let file = fopen(self[name], "w") else {
      preconditionFailure("cannot write \(name): errno \(errno)")
    }
    fputs(text, file)
    fclose(file)
    chmod(self[name], 0o644)
  }
}
