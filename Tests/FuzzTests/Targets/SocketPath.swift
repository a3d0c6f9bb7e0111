import Synchronization
import TestSupport

/// Path of the socket of a run.
enum SocketPath {
  /// One for all runs: a run takes less time than a folder.
  private static let folder = TemporaryFolder()
  private static let count = Atomic(0)

  /// Another one each time: several tests run at once.
  static func make() -> String { folder["s\(count.add(1, ordering: .relaxed).newValue)"] }
}
