import Glibc

/// A folder for a test's files; it goes with the object.
public final class TemporaryFolder {
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
