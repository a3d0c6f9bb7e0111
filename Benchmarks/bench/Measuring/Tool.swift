internal import Glibc

/// Programs that the harness uses.
enum Tool {
  /// The program that runs.
  static func ownPath() throws -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { path in
        path.baseAddress.map { readlink("/proc/self/exe", $0, path.count) } ?? -1
      }
    }
    guard count > 0 else { throw Failure("finding the bench itself", code: errno) }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Where a program is, by the PATH; `nil` if it is missing.
  static func path(_ name: String) -> String? {
    guard let list = getenv("PATH") else { return nil }
    return String(cString: list).split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs a program to its end.
  static func run(_ name: String, _ arguments: [String]) throws {
    guard let path = path(name) else { throw Failure("`\(name)` is missing") }
    try Child([path] + arguments, descriptors: []).wait()
  }
}
