import Glibc

/// A folder for a test's files; it goes with the object.
public final class TemporaryFolder: Sendable {
  /// From the root.
  public let path: String

  /// A new, empty folder.
  ///
  /// - Precondition: the system lets us have one.
  public init() {
    var template = Array("/tmp/touchd-test-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "tests need a /tmp to write in")
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
  }

  deinit { try? shell("cd / && rm -rf \(path)") }

  /// A folder with files: their names in it, `a/b.yaml` in one of its folders, and their contents.
  public convenience init(_ files: [String: String]) {
    self.init()
    for (name, text) in files { write(text, to: name) }
  }

  /// The path of something in it.
  public subscript(name: String) -> String { "\(path)/\(name)" }

  /// What is in it, in order.
  public var names: [String] { entries(ofFolder: path).map(\.name).sorted() }

  /// The text of a file in it; empty where it cannot be read.
  public func text(_ name: String) -> String { SourceFile.contents(of: self[name]) }

  /// Makes a file in it that all may read.
  public func write(_ text: String, to name: String) {
    if let slash = name.lastIndex(of: "/") { mkdir(self[String(name[..<slash])], 0o755) }
    guard let file = fopen(self[name], "w") else {
      preconditionFailure("cannot write \(name): errno \(errno)")
    }
    fputs(text, file)
    fclose(file)
    chmod(self[name], 0o644)
  }

  /// Runs lines of shell in the folder, and waits for their end.
  ///
  /// - Throws: ``Failure`` if the status is not 0.
  public func shell(_ script: String) throws {
    let words: [String] = ["/bin/sh", "-euc", "cd \(path) && {\n\(script)\n}"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment = [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), nil]
    defer { for string in arguments + environment { free(string) } }
    var pid = pid_t()
    guard posix_spawn(&pid, "/bin/sh", nil, nil, &arguments, &environment) == 0 else {
      throw Failure(script: script, status: errno)
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw Failure(script: script, status: status) }
  }

  /// A script that did not do what it should.
  public struct Failure: Error {
    let script: String
    let status: Int32
  }
}
