import LinuxInput
import YAML

/// Why files are not used.
struct ConfigurationRefusal {
  /// Every problem, in words.
  let lines: [String]
  /// The first of the problems that keep the files from being used, in a line.
  let reason: String
  /// What the daemon's file grants, as far as it was read.
  let permission: Permission
  /// What was read; `nil` if it was not read to its end.
  let reading: ConfigurationReading?
  /// The files that were read.
  let readFiles: [String]

  /// Files with errors.
  init(_ reading: ConfigurationReading) {
    lines = reading.lines
    reason = Self.line(reading.firstError ?? "")
    permission = reading.permission
    self.reading = reading
    readFiles = reading.files.map(\.path)
  }

  /// Layouts that are good, and would leave a panel to chance.
  init(_ reading: ConfigurationReading, problem: String) {
    (lines, reason) = ([problem], Self.line(problem))
    (permission, self.reading) = (reading.permission, reading)
    readFiles = reading.files.map(\.path)
  }

  /// Files that were not read to their end.
  ///
  /// - Parameter progress: how far it came; `nil` if it was not begun.
  init(unread reason: String, _ progress: ReadingProgress? = nil) {
    (lines, self.reason) = ([reason], reason)
    permission = progress?.permission ?? .denied
    reading = nil
    readFiles = progress?.files.files.map(\.path) ?? []
  }

  /// Of a problem with its excerpt, the line that says what it is. By characters' numbers: `\r\n` is one `Character`.
  private static func line(_ problem: String) -> String {
    String(problem.unicodeScalars.prefix { $0 != "\n" }).cleaned(limit: SystemError.longestSubject)
  }
}

extension ConfigurationReading {
  fileprivate var firstError: String? {
    files.lazy.compactMap { file in
      file.failure ?? file.problems.first { $0.severity == .error }.map { "\($0)" }
    }.first
  }
}
