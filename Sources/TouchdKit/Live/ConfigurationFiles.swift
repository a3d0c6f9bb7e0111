import Dispatcher
import LinuxInput

/// The files of the configuration, as the daemon reads them: what they say, whether that is news, and the copy that is
/// kept of the last good ones. What is made of it, ``LayoutReloading`` decides.
///
/// The files are read on another thread, so no finger waits for them.
final class ConfigurationFiles {
  typealias Reading = @Sendable (String, ReadingProgress) -> ConfigurationReading

  /// What the files said, with their bytes.
  struct Contents: Sendable {
    let reading: ConfigurationReading
    let files: KeptFiles
  }

  /// How a reading ended.
  enum Outcome {
    case read(Contents, isNews: Bool)
    /// Not to its end, or not at all.
    case unread(ConfigurationRefusal)
  }

  /// What there is of the last good files.
  enum Copy {
    /// What the copy says, and what it granted.
    case good(ConfigurationReading, said: Grants)
    /// Why there is none to use.
    case missing(String)
  }

  /// The daemon's file, or a layout.
  let path: String
  let reads: FileReads
  /// `nil` where nothing is kept.
  let keeping: CopyKeeping?
  /// The files that a change may come from: those that were read, good or bad, and those in use.
  private(set) var followed: Set<String> = []
  /// What the files said when they were read last; `nil` if that did not end.
  private var lastRead: ConfigurationReading?
  private let readFiles: Reading

  init(
    _ path: String, keeping: CopyKeeping?, _ reads: FileReads,
    readFiles: @escaping Reading = { ConfigurationReading($0, from: .disk(), $1) }
  ) {
    (self.path, self.keeping, self.reads, self.readFiles) = (path, keeping, reads, readFiles)
  }

  /// Reads the files. The caller asks ``reads`` before whether it is busy.
  func read(completion: @escaping (Outcome) -> Void) {
    reads.begin({ [path, readFiles] progress in
      Contents(reading: readFiles(path, progress), files: progress.files)
    }) { [unowned self] in completion(outcome($0)) }
  }

  private func outcome(_ outcome: FileReads.Outcome<Contents>) -> Outcome {
    switch outcome {
    case .done(let contents):
      defer { lastRead = contents.reading }
      return .read(contents, isNews: contents.reading != lastRead)
    case .hung(let progress, let patience):
      lastRead = nil
      let reason = "\(progress.file): its reading has not ended in \(words(for: patience.seconds)) s"
      return .unread(
        ConfigurationRefusal(unread: "\(reason); is it on a network mount that is dead?", progress))
    case .refused(let reason): return .unread(ConfigurationRefusal(unread: reason))
    }
  }

  /// Reads the last good copy. The caller asks ``reads`` before whether it is busy.
  func readCopy(completion: @escaping (Copy) -> Void) {
    guard let copy = keeping?.copy else { return completion(.missing("nothing is kept of earlier files")) }
    reads.begin({ copy.read($0) }) { outcome in
      let unused = "the last good copy is not used"
      switch outcome {
      case .done(.good(let reading, let said)): completion(.good(reading, said: said))
      case .done(.absent): completion(.missing("no last good copy is kept yet"))
      case .done(.useless(let reason)), .refused(let reason): completion(.missing("\(unused): \(reason)"))
      case .hung: completion(.missing("\(unused): its reading does not end"))
      }
    }
  }

  /// Follows the files that a reading named, and those in use. Without a reading, those of before: a file that was not
  /// read to its end may hang for those that follow it, too.
  func follow(_ reading: ConfigurationReading?, _ inUse: Configuration?, orAtFirst others: [String]) {
    if let reading {
      followed = Set(reading.files.map(\.path) + (inUse?.layouts.map(\.file) ?? []) + [path])
    } else if followed.isEmpty {
      followed = Set(others)
    }
  }
}
