import Dispatcher
internal import Glibc
import LinuxInput
import Logging
import TouchdKit

/// The events socket, and its clients one after the other, all on one thread.
final class WearClients {
  private let runLoop: RunLoop
  private let session: LiveSession
  private let server: EventsServer
  private let path: String

  /// Many times what a client and the server take to have done with each other.
  private static let turns = 64
  private static let patience = Interval.seconds(10)

  init() throws {
    runLoop = try RunLoop(servesMainQueue: false)
    session = LiveSession(on: runLoop)
    path = "/tmp/touchd-wear-\(getpid()).sock"
    let logger = Logger(label: "wear") { _ in SwiftLogNoOpLogHandler() }
    server = try EventsServer(at: path, serving: session, on: runLoop, logger)
  }

  /// A client connects, says all that it has to say, and reads until it is closed; or goes at once.
  func converse(_ text: String, waits: Bool = true) throws {
    let client = try LocalSocket(connectingTo: path, until: MonotonicClock.now + Self.patience) { _ in nil }
    _ = try client.send(ArraySlice(text.utf8))
    shutdown(client.fileDescriptor, Int32(SHUT_WR))
    guard waits else { return try turn(until: { false }) }
    try turn(until: { (try? client.receive(atMost: 4096)).map { $0?.isEmpty ?? false } ?? true })
  }

  private func turn(until isOver: () -> Bool) throws {
    for _ in 0..<Self.turns where !isOver() { try runLoop.runOnce(timeout: .seconds(0)) }
  }
}
