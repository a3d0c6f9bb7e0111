import FakePanels
import TestTables

@testable import LinuxInput

/// What the service manager is to store, and to take out of its store.
@Suite("The service manager's store") struct SupervisorStoreTests {
  private let manager: NotifySocket
  private let supervisor: Supervisor

  init() throws {
    manager = try NotifySocket()
    supervisor = try #require(Supervisor(["NOTIFY_SOCKET": manager.name]))
  }

  struct Row: TableRow {
    var what = ""
    let act: @Sendable (Supervisor, Int32) -> Void
    let message: String
    let hasDescriptor: Bool
  }

  @Test(
    "Rows",
    arguments: [
      "a descriptor that is taken out when it hangs up": Row(
        act: { $0.store($1, as: "panel-1", isPolled: true) }, message: "FDSTORE=1\nFDNAME=panel-1",
        hasDescriptor: true),
      "one that stays, whatever it says": Row(
        act: { $0.store($1, as: "screen-1", isPolled: false) },
        message: "FDSTORE=1\nFDNAME=screen-1\nFDPOLL=0", hasDescriptor: true),
      "all of a name, to be taken out": Row(
        act: { supervisor, _ in supervisor.removeStored("screen-1") },
        message: "FDSTOREREMOVE=1\nFDNAME=screen-1", hasDescriptor: false),
    ] as Table<Row>)
  func row(_ row: Row) throws {
    let pipe = try Pipe()
    row.act(supervisor, pipe.writer)
    var passed: OwnedDescriptor?
    #expect(manager.receive(&passed) == row.message)
    #expect((number(of: passed) != nil) == row.hasDescriptor)
    #expect(manager.receive() == nil, "and nothing else")
  }

  @Test("with a full queue gets it once there is room, in order, also if the sender has closed it")
  func room() throws {
    let loop = try RunLoop(servesMainQueue: false)
    try supervisor.keepTelling(on: loop)
    fillQueue()
    let pipe = try Pipe()
    supervisor.tell(.reloading(at: .zero))
    supervisor.tell(.status("lost: another one comes"))
    supervisor.store(pipe.writer, as: "panel-1", isPolled: true)
    pipe.closeWriter()
    supervisor.tell(.ready)
    let isSent = try loop.run(until: {
      while let message = manager.receive() {
        if message.hasPrefix("RELOADING") { return true }
      }
      return false
    })
    #expect(isSent)
    var passed: OwnedDescriptor?
    #expect(manager.receive(&passed) == "FDSTORE=1\nFDNAME=panel-1")
    let received = number(of: passed)
    try writeAll("through the store", to: try #require(received), "pipe")
    passed = nil
    #expect(pipe.readToEnd() == "through the store")
    #expect(manager.receive() == "READY=1")
  }

  @Test("that never reads costs as many descriptors as it stores, and loses no word by them")
  func bound() throws {
    let pipe = try Pipe()
    fillQueue()
    supervisor.tell(.ready)
    for number in 0..<328 { supervisor.store(pipe.writer, as: "screen-\(number)", isPolled: true) }
    let stored = receiveAll()
    #expect(stored.first == "READY=1")
    #expect(stored.dropFirst() == (72..<328).map { "FDSTORE=1\nFDNAME=screen-\($0)" }[...])
  }

  @Test("does not get what is to be taken out before there was room for it")
  func removed() throws {
    let pipe = try Pipe()
    fillQueue()
    for name in ["screen-1", "panel-1", "screen-1"] {
      supervisor.store(pipe.writer, as: name, isPolled: false)
    }
    supervisor.removeStored("screen-1")
    supervisor.store(pipe.writer, as: "screen-1", isPolled: true)
    #expect(
      receiveAll() == [
        "FDSTORE=1\nFDNAME=panel-1\nFDPOLL=0", "FDSTOREREMOVE=1\nFDNAME=screen-1",
        "FDSTORE=1\nFDNAME=screen-1",
      ])
  }

  @Test("gets nothing of a descriptor that is closed, and all that comes after")
  func closed() {
    supervisor.store(1_000_000, as: "panel-1", isPolled: true)
    fillQueue()
    supervisor.store(1_000_000, as: "panel-1", isPolled: true)
    supervisor.tell(.ready)
    #expect(receiveAll() == ["READY=1"])
  }

  /// More than a socket's queue has.
  private func fillQueue() { for _ in 0..<10_000 { supervisor.tell(.watchdog) } }

  /// Every message but those of ``fillQueue()``, until none waits here or there.
  private func receiveAll() -> [String] {
    var messages: [String] = []
    var received: [String]
    repeat {
      received = []
      while let message = manager.receive() { received.append(message) }
      messages += received
      // Sends what waits, and itself at last.
      supervisor.tell(.watchdog)
    } while received != ["WATCHDOG=1"]
    return messages.filter { $0 != "WATCHDOG=1" }
  }
}
