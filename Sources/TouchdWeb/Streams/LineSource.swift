internal import Glibc
import TouchdKit

/// Where lines come from.
enum LineSource: Sendable {
  /// The events socket of a daemon.
  case daemon(String)
  /// A replay for each stream.
  case recording(Recorded)

  /// A recording, and how it is replayed.
  struct Recorded: Sendable {
    let recording, layout: String
    /// `touchd`, by its path or its name.
    let program: String
    /// For the replays' sockets; no other user can look into it.
    let folder: String

    /// The command that serves it at a socket.
    func command(_ socket: String) -> [String] {
      // Of the lines that it prints, only one comes, so that what is left says what is wrong.
      [program, "replay", recording, "-c", layout, "--events", socket, "--trace", "summary"]
    }
  }

  /// What a page shows of it.
  var members: [(key: String, value: JSON)] {
    switch self {
    case .daemon: [("mode", .string("live"))]
    case .recording(let recorded):
      [
        ("mode", .string("recording")), ("recording", .string(recorded.recording.fileName)),
        ("file", .string(recorded.layout.fileName)),
      ]
    }
  }
}

extension String {
  /// Without the folders.
  fileprivate var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
