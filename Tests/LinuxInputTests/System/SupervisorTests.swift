import Glibc
import TestTables

@testable import LinuxInput

/// What systemd receives, and the environment that it must set for that.
@Suite("The service manager") struct SupervisorTests {
  typealias Words = (words: [Supervisor.Word], message: String)

  static let messages: [Words] = [
    ([.ready], "READY=1"),
    ([.stopping], "STOPPING=1"),
    ([.watchdog], "WATCHDOG=1"),
    ([.reloading(at: Timestamp(microseconds: 7_000_001))], "RELOADING=1\nMONOTONIC_USEC=7000001"),
    ([.status("no touchscreen yet")], "STATUS=no touchscreen yet"),
    ([.status("two\nlines\u{1b}[2J\u{202e}")], "STATUS=two lines [2J "),
    ([.status("Größe")], "STATUS=Größe"),
    ([.status(String(repeating: "ö", count: 200))], "STATUS=" + String(repeating: "ö", count: 128)),
    ([.status("a" + String(repeating: "ö", count: 200))], "STATUS=a" + String(repeating: "ö", count: 127)),
    ([.ready, .status("2 panels")], "READY=1\nSTATUS=2 panels"),
  ]

  @Test("receives", arguments: messages)
  func message(row: Words) throws {
    let manager = try NotifySocket()
    let supervisor = try #require(Supervisor(["NOTIFY_SOCKET": manager.name]))
    if row.words.count == 1 {
      supervisor.tell(row.words[0])
    } else {
      supervisor.tell(row.words[0], row.words[1])
    }
    #expect(manager.receive() == row.message)
  }

  @Test("receives at an abstract address, too")
  func abstract() throws {
    let manager = try NotifySocket(abstract: "@touchd-test-\(getpid())")
    try #require(Supervisor(["NOTIFY_SOCKET": manager.name])).tell(.ready)
    #expect(manager.receive() == "READY=1")
  }

  @Test(
    "is nil if the variable has no usable address",
    arguments: [nil, "", "@", "relative/path", "vsock:2:1234", "/" + String(repeating: "x", count: 108)])
  func unusable(name: String?) { #expect(Supervisor(name.map { ["NOTIFY_SOCKET": $0] } ?? [:]) == nil) }

  typealias Watchdog = (time: String?, process: String?, interval: Int64?)

  @Test(
    "expects two messages in the time of its watchdog, if that is for this process",
    arguments: [
      (nil, nil, nil), ("20000000", nil, 10_000_000), ("20000000", "42", 10_000_000), ("20000000", "43", nil),
      ("20000000", "x", nil), ("0", "42", nil), ("-5", "42", nil), ("soon", "42", nil), ("3", "42", 1),
      ("99999999999999999999", "42", nil),
    ] as [Watchdog])
  func watchdog(row: Watchdog) throws {
    var variables = ["NOTIFY_SOCKET": "/run/systemd/notify"]
    variables["WATCHDOG_USEC"] = row.time
    variables["WATCHDOG_PID"] = row.process
    let supervisor = try #require(Supervisor(variables, process: 42))
    #expect(supervisor.watchdogInterval == row.interval.map(Interval.init(microseconds:)))
  }

  @Test("that has gone, or does not read, blocks no call")
  func failure() throws {
    var manager: NotifySocket? = try NotifySocket()
    let supervisor = try #require(Supervisor(["NOTIFY_SOCKET": manager?.name ?? ""]))
    for _ in 0..<10_000 { supervisor.tell(.watchdog) }
    supervisor.tell(.ready)
    while manager?.receive() != nil {}
    supervisor.tell(.ready)
    #expect(manager?.receive() == "READY=1")
    manager = nil
    supervisor.tell(.stopping)
  }

  @Test("that never reads again costs a few messages and no time")
  func silent() throws {
    let manager = try NotifySocket()
    let supervisor = try #require(Supervisor(["NOTIFY_SOCKET": manager.name]))
    for _ in 0..<10_000 { supervisor.tell(.ready) }
    var told = 0
    while manager.receive() != nil { told += 1 }
    // What waits goes first.
    supervisor.tell(.stopping)
    while let message = manager.receive() {
      told += 1
      if message == "STOPPING=1" { break }
    }
    #expect(told < 2000, "\(told) messages")
  }

  @Test("that was restarted at the same address receives messages")
  func anew() throws {
    let folder = TemporaryFolder()
    var manager: NotifySocket? = try NotifySocket(at: "\(folder.path)/notify")
    let supervisor = try #require(Supervisor(["NOTIFY_SOCKET": manager?.name ?? ""]))
    manager = nil
    try folder.shell("rm notify")
    manager = try NotifySocket(at: "\(folder.path)/notify")
    supervisor.tell(.ready)
    #expect(manager?.receive() == "READY=1")
  }
}
