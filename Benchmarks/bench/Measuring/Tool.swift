internal import Glibc

/// Programs that the harness uses.
enum Tool {
  /// The program that runs.
  static let ownPath = "/proc/\(getpid())/exe"

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
