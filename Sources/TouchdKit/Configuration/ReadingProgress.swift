internal import Synchronization

/// How far a reading of the configuration has come, for the thread that waits for it.
final class ReadingProgress: Sendable {
  private struct State {
    var file = ""
    var isReading = true
    var permission: Permission?
    var kept = KeptFiles()
  }

  private let state = Mutex(State())

  /// The file that is being read.
  var file: String { state.withLock { $0.file } }
  /// Whether files are still to be read, which may never end. What comes afterwards does end.
  var isReading: Bool { state.withLock { $0.isReading } }
  /// What the daemon's file grants; `nil` before it has been read.
  var permission: Permission? { state.withLock { $0.permission } }
  /// The files that were read.
  var files: KeptFiles { state.withLock { $0.kept } }

  func begin(_ file: String) { state.withLock { $0.file = file } }
  func decide(_ permission: Permission) { state.withLock { $0.permission = permission } }
  func keep(_ bytes: [UInt8], of path: String) { state.withLock { $0.kept.append(bytes, of: path) } }
  func finishReading() { state.withLock { $0.isReading = false } }
}
