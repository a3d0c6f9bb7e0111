import Glibc

/// A folder of files for a test, gone when it is.
final class Folder {
  let path: String
  /// What is in it, in the order of its making.
  private var made: [String] = []

  /// - Parameter files: their names in the folder, `a/b.yaml` in one of its folders, and their contents.
  init(_ files: [String: String] = [:]) {
    var template = Array(
      "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/touchd-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("no folder for a test: errno \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for (name, text) in files { write(text, to: name) }
  }

  deinit {
    for name in made.reversed() { remove(self[name]) }
    remove(path)
  }

  subscript(name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, to name: String) {
    if let slash = name.lastIndex(of: "/") { note(String(name[..<slash])) { mkdir($0, 0o755) } }
    guard let file = fopen(self[name], "w") else {
      preconditionFailure("cannot write \(name): errno \(errno)")
    }
    fputs(text, file)
    fclose(file)
    note(name) { chmod($0, 0o644) }
  }

  /// Makes a symbolic link.
  func link(_ name: String, to target: String) { note(name) { symlink(target, $0) } }

  private func note(_ name: String, _ make: (String) -> Int32) {
    _ = make(self[name])
    made.append(name)
  }
}
