import Dispatcher
internal import Glibc
import LinuxInput
import Logging
import TouchdKit

/// The daemon's control socket, and its clients one after the other, all on one thread.
final class WearControl {
  private let runLoop: RunLoop
  private let server: ControlServer
  private let path: String

  /// Many times what a client and the server take to have done with each other.
  private static let turns = 64
  private static let patience = Interval.seconds(10)

  init() throws {
    runLoop = try RunLoop(servesMainQueue: false)
    path = "/tmp/touchd-wear-\(getpid()).sock"
    let logger = Logger(label: "wear") { _ in SwiftLogNoOpLogHandler() }
    server = try ControlServer(path: path, on: runLoop, logger: logger, mayUse: { _ in true }) { _, reply in
      reply(.ok("all is well\n"))
    }
  }

  /// A client connects, says something, and reads until it is sent away; or goes at once.
  func converse(_ text: String, waits: Bool = true) throws {
    let client = try LocalSocket(connectingTo: path, until: MonotonicClock.now + Self.patience) { _ in nil }
    _ = try client.send(ArraySlice(text.utf8))
    guard waits else { return try turn(until: { false }) }
    try turn(until: { (try? client.receive(atMost: 4096)).map { $0?.isEmpty ?? false } ?? true })
  }

  private func turn(until isOver: () -> Bool) throws {
    for _ in 0..<Self.turns where !isOver() { try runLoop.runOnce(timeout: .zero) }
  }
}

extension Interval {
  fileprivate static let zero = Interval(microseconds: 0)
}
