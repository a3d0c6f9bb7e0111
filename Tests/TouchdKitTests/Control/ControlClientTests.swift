import Dispatch
import Dispatcher
import FakePanels
import Glibc
import LinuxInput
import Synchronization
import TestSupport
import Testing

@testable import TouchdKit

@Suite("A client of the control socket") struct ControlClientTests {
  @Test(
    "gets the answer",
    arguments: [
      (ControlRequest.status(.text), ControlReply.ok("all is well")), (.status(.json), .ok("{}")),
      (.reload, .error("a.yaml:1:1: error: no\n    ^")),
    ])
  func answer(request: ControlRequest, reply: ControlReply) throws {
    let rig = try ControlRig()
    let asked = Asked(request, at: rig.path)
    _ = try rig.loop.run {
      rig.pending.popLast()?(reply)
      return asked.isAnswered
    }
    #expect(try asked.result?.get() == reply)
  }

  @Test("gets the reason why it is refused")
  func refused() throws {
    let rig = try ControlRig(mayUse: { _ in false })
    let asked = Asked(.reload, at: rig.path)
    #expect(try rig.loop.run { asked.isAnswered })
    #expect(try asked.result?.get() == .refused("uid \(geteuid()) may not use this socket; run it as root"))
  }

  @Test("does not wait for ever")
  func silence() throws {
    let rig = try ControlRig()
    let error = #expect(throws: SystemError.self) {
      // The loop does not run.
      try ControlClient(path: rig.path).ask(.reload, within: .milliseconds(1))
    }
    #expect(error?.code == ETIMEDOUT)
  }

  @Test(
    "takes no nonsense for an answer",
    arguments: ["", "ok", "yes\nwell", "\n", String(repeating: "x", count: ControlReply.longest + 1)])
  func nonsense(text: String) throws {
    let loop = try RunLoop(servesMainQueue: false)
    let folder = TemporaryFolder()
    let listener = try LocalSocketListener(path: folder.path + "/s")
    let asked = Asked(.reload, at: folder.path + "/s")
    var server: LocalSocket?
    var rest = Array(text.utf8)[...]
    let watch = try loop.watch(listener.fileDescriptor) { _ in
      if let accepted = try? listener.accept() { server = accepted }
    }
    _ = try loop.run {
      if let sent = try? server?.send(rest) { rest = rest.dropFirst(sent) }
      if rest.isEmpty { server = nil }
      return asked.isAnswered
    }
    loop.cancel(watch)
    let error = #expect(throws: SystemError.self) { try asked.result?.get() }
    #expect(error?.code == (text.isEmpty ? ECONNRESET : EPROTO))
  }
}

/// A question on another thread: it waits for what the test's own thread serves.
private final class Asked: Sendable {
  private let outcome = Mutex<Result<ControlReply, SystemError>?>(nil)

  init(_ request: ControlRequest, at path: String) {
    DispatchQueue.global().async { [self] in
      let result = Result { () throws(SystemError) in try ControlClient(path: path).ask(request) }
      outcome.withLock { $0 = result }
    }
  }

  var isAnswered: Bool { result != nil }
  var result: Result<ControlReply, SystemError>? { outcome.withLock { $0 } }
}
