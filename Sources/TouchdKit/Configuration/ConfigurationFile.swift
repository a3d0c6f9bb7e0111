import LinuxInput
import YAML

/// Reads a configuration file from a path that a person gave.
enum ConfigurationFile {
  /// The bytes of a file, or of standard input for `-`; of a longer one than ``LayoutReader`` reads, enough that it
  /// sees so and says it.
  ///
  /// - Parameter waits: whether a pipe is waited for.
  /// - Throws: ``SystemError`` with a remedy.
  static func read(_ path: String, waits: Bool = true) throws(SystemError) -> [UInt8] {
    try contentsOfInput(path, limit: LayoutReader.limits.bytes, waits: waits)
  }
}
