import Dispatcher
import LinuxInput
import Logging
import YAML

/// Which configuration is at work, and how the files stand to it.
///
///                  good                     bad
///     starting ───────────► files ◄──────────────────► former
///        │                    ▲            good
///        │ bad, a copy        │ good
///        ├───────────────► copy
///        │ bad, no copy       │ good
///        └───────────────► waiting ───► files
///
/// Bad is all that keeps the files from being used: an error in one, one that is missing or may not be read, a reading
/// that does not end, layouts that would leave a panel to chance. Whatever the state, the files are followed, and used
/// when they are good.
package struct ConfigurationState: Equatable {
  /// Its word in a status.
  package enum Word: String, Sendable, CaseIterable {
    /// The files have not been read yet.
    case starting
    /// The files are in use.
    case files
    /// The files are bad; what they said before is in use.
    case former
    /// The files were bad from the start; what was kept of the last good ones is in use.
    case copy
    /// The files were bad from the start, and nothing is kept: nothing is in use.
    case waiting
  }

  /// Reason for which the files are not in use.
  struct Trouble: Equatable {
    /// A line.
    var reason: String
    let since: Timestamp
  }

  private(set) var word = Word.starting
  /// `nil` while the files are in use, or have not been read.
  private(set) var trouble: Trouble?

  /// The files were found to be bad, again perhaps.
  ///
  /// - Parameter hasCopy: whether a copy takes their place, at a start.
  mutating func foundBad(_ reason: String, hasCopy: Bool = false, at now: Timestamp) {
    trouble = Trouble(reason: reason, since: trouble?.since ?? now)
    switch word {
    case .starting: word = hasCopy ? .copy : .waiting
    case .files: word = .former
    case .former, .copy, .waiting: break
    }
  }

  /// The files are in use.
  mutating func take() { (word, trouble) = (.files, nil) }

  /// Summary for `systemctl status`; `nil` if the files are in use.
  var summary: String? {
    guard let trouble else { return nil }
    let words =
      switch word {
      case .starting, .files, .former: "the files cannot be used, in use is what they said before"
      case .copy: "the files cannot be used, in use is the last good copy"
      case .waiting: "nothing in use, waiting for good files"
      }
    return "\(words): \(trouble.reason)"
  }
}

extension Configuration {
  /// Logs which layouts that are put to use would start programs, press keys, use a mouse or ask systemd, and may not.
  func logWithheldActions(to logger: Logger) {
    let actions = [
      ("exec", grants.exec, "starts no program"), ("keys", grants.keys, "presses no key"),
      ("pointer", grants.pointer, "moves no pointer"),
    ]
    for (plugin, isGranted, lack) in actions where !isGranted {
      for layout in layouts {
        guard let responder = layout.responders.first(where: { $0.plugin.value == plugin }) else { continue }
        logger.warning(
          "config error: \(layout.file): responder \"\(responder.name.value)\" \(lack): only a daemon's file of root's may say `\(plugin): true`"
        )
      }
    }
    for layout in layouts {
      for unit in Set(layout.units.map(\.value)).subtracting(grants.units).sorted() {
        logger.warning(
          "config error: \(layout.file): \(unit) is neither started nor stopped: only a daemon's file of root's may say `units: [\(unit)]`"
        )
      }
    }
  }

  /// Words for it if new files are refused.
  var stayingWords: String { "\(series(layouts.map(\.file))) stays in use, as it was" }
}

/// Reason for which files are not used.
struct ConfigurationRefusal {
  /// Every problem, in words.
  let lines: [String]
  /// The first of the problems that keep the files from being used, in a line.
  let reason: String
  /// Permissions granted by the daemon's file, as far as it was read.
  let permission: Permission
  /// The reading; `nil` if it was not completed.
  let reading: ConfigurationReading?
  /// The files that were read, where the reading was not completed.
  private(set) var readFiles: [String] = []

  /// Files that were read.
  ///
  /// - Parameter problem: of layouts that are good, and would leave a panel to chance.
  init(_ reading: ConfigurationReading, problem: String? = nil) {
    lines = problem.map { [$0] } ?? reading.lines
    // Of a problem with its excerpt, the line that says what it is. By characters' numbers: `\r\n` is one `Character`.
    let line = (problem ?? reading.firstError ?? "").unicodeScalars.prefix { $0 != "\n" }
    reason = String(line).cleaned(limit: SystemError.longestSubject)
    (permission, self.reading) = (reading.permission, reading)
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
}

extension ConfigurationReading {
  fileprivate var firstError: String? {
    files.lazy.compactMap { file in
      file.failure ?? file.problems.first { $0.severity == .error }.map { "\($0)" }
    }.first
  }
}
