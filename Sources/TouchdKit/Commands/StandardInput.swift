import ArgumentParser

/// `-` in the place of a file: standard input.
enum StandardInput {
  /// What stands for it on the command line.
  static let sign = "-"

  /// Refuses to read it twice: there would be nothing left.
  static func readOnce(_ paths: [String?]) throws {
    guard paths.count(where: { $0 == sign }) > 1 else { return }
    throw ValidationError("- is standard input, and can stand for one file; name the other one")
  }

  /// Refuses it where a file is read again, or written.
  static func refuse(_ path: String?, _ option: String, because reason: String) throws {
    guard path == sign else { return }
    throw ValidationError("\(option) needs a file, not standard input: \(reason)")
  }
}
