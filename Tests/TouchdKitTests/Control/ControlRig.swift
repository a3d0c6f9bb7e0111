import Dispatcher
import FakePanels
import LinuxInput
import Logging
import TestSupport
import Testing

@testable import TouchdKit

/// A server in a folder of its own, on a loop that the test drives, and clients in the same thread.
final class ControlRig {
  let loop: RunLoop
  let folder = TemporaryFolder()
  let log = Words()
  /// The replies that ``ControlRequest/reload`` waits for.
  var pending: [(ControlReply) -> Void] = []
  var requests: [ControlRequest] = []
  var server: ControlServer?

  var path: String { folder.path + "/run/control.sock" }

  /// - Parameters:
  ///   - script: what a shell does in the folder before.
  ///   - patience: the server's; by default longer than a busy machine lets a test wait.
  init(
    after script: String = "true",
    patience: Interval = .seconds(3600), mayUse: @escaping (LocalSocket.Peer) -> Bool = { $0.isRootOrOneself }
  ) throws {
    loop = try RunLoop(servesMainQueue: false)
    let log = log
    try folder.shell(script)
    server = try ControlServer(
      path: folder.path + "/run/control.sock", on: loop, logger: Logger(label: "test") { _ in log },
      mayUse: mayUse,
      patience: patience
    ) { [unowned self] in answer($0, $1) }
  }

  private func answer(_ request: ControlRequest, _ reply: @escaping (ControlReply) -> Void) {
    requests.append(request)
    switch request {
    case .status(.text): reply(.ok("all is well"))
    case .status(.json): reply(.ok("{}\n"))
    case .status(.prometheus): reply(.ok(String(repeating: "x 1\n", count: 1 << 19)))
    case .screen: reply(.ok(""))
    case .reload: pending.append(reply)
    }
  }

  func connect() throws -> LocalSocket {
    try LocalSocket(connectingTo: path, until: MonotonicClock.now + .seconds(20)) { _ in nil }
  }

  /// A client that has sent this.
  func client(_ text: String) throws -> LocalSocket {
    let client = try connect()
    try #require(try client.send(Array(text.utf8)[...]) == text.utf8.count)
    return client
  }

  /// What a client receives until the server closes, while the loop runs.
  func answer(to client: LocalSocket) throws -> String? {
    var bytes: [UInt8] = []
    let isEnded = try loop.run {
      while let more = try? client.receive(atMost: 1 << 16) {
        if more.isEmpty { return true }
        bytes += more
      }
      return false
    }
    return isEnded ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Serves what there is to serve now.
  func turn() throws { for _ in 0..<3 { try loop.runOnce(timeout: Interval(microseconds: 0)) } }
}
