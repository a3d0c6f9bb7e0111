import Dispatch
import FakePanels
import Glibc
import LinuxInput
import Synchronization
import TestTables

@testable import TouchdKit

/// A program and the answer to its one request, whatever it is that answers.
@Suite("An answer that is waited for") struct AnswerRules {
  struct Row: TableRow {
    var what = ""
    /// Bytes that are sent before the connection is closed.
    let sent: String
    /// The answer, or why there is none.
    var text: String?
    var code: Int32?
  }

  private static let hello = #"{"kind":"hello","protocol":1,"touchd":"9","pid":1}"# + "\n"
  private static let long = String(repeating: "x", count: 1 << 19)

  @Test(
    "Rows",
    arguments: [
      "the answer after other lines": Row(
        sent: hello + "{\"kind\":\"ok\",\"text\":\"well\"}\n", text: "well"),
      "a long one": Row(sent: hello + "{\"kind\":\"ok\",\"text\":\"\(long)\"}\n{", text: long),
      "the reason for which it is not let in": Row(
        sent: #"{"kind":"error","message":"no"}"# + "\n", text: "no"),
      "nothing": Row(sent: "", code: ECONNRESET),
      "half an answer": Row(sent: hello + "{\"kind\":\"ok\"", code: ECONNRESET),
      "what an older touchd says": Row(sent: "refused\nthere is no such request\n", code: EPROTO),
      "a line without an end": Row(sent: String(repeating: "x", count: 2 << 20), code: EPROTO),
    ] as Table<Row>)
  func row(_ row: Row) throws {
    let (loop, folder) = (try RunLoop(servesMainQueue: false), TemporaryFolder())
    let listener = try LocalSocketListener(path: folder.path + "/s")
    let asked = Asked(at: folder.path + "/s")
    var server: LocalSocket?
    var rest = Array(row.sent.utf8)[...]
    let watch = try loop.watch(listener.fileDescriptor) { _ in
      if let accepted = try? listener.accept() { server = accepted }
    }
    _ = try loop.run {
      if let sent = try? server?.send(rest) { rest = rest.dropFirst(sent) }
      if rest.isEmpty { server = nil }
      return asked.result != nil
    }
    loop.cancel(watch)
    switch try #require(asked.result) {
    case .success(let text): #expect(text == row.text)
    case .failure(let error): #expect(error.code == row.code)
    }
  }

  @Test("A daemon that does not answer is not waited for without end")
  func silence() throws {
    let folder = TemporaryFolder()
    let listener = try LocalSocketListener(path: folder.path + "/s")
    let error = #expect(throws: SystemError.self) {
      try EventsConnection.answer(to: .object([]), at: folder.path + "/s", within: .milliseconds(1))
    }
    #expect(error?.code == ETIMEDOUT)
    withExtendedLifetime(listener) {}
  }
}

/// A question on another thread: it waits for what the test's own thread serves.
private final class Asked: Sendable {
  private let outcome = Mutex<Result<String, SystemError>?>(nil)

  init(at path: String) {
    DispatchQueue.global().async { [self] in
      let result = Result { () throws(SystemError) in
        let answer = try EventsConnection.answer(to: .object([("reload", .bool(true))]), at: path)
        return answer["text"] ?? answer["message"] ?? ""
      }
      outcome.withLock { $0 = result }
    }
  }

  var result: Result<String, SystemError>? { outcome.withLock { $0 } }
}
