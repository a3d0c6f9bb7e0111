import Dispatcher
import FakePanels
import Glibc
import LinuxInput
import TestSupport
import Testing

@testable import TouchdKit

@Suite("The control socket") struct ControlServerTests {
  typealias Row = (sent: String, answer: String)

  static let rows: [Row] = [
    ("status text\n", "ok\nall is well\n"),
    ("status json\n", "ok\n{}\n"),
    ("status json\nstatus text\nand more", "ok\n{}\n"),
    ("status\n", unknown("status")),
    ("reboot\n", unknown("reboot")),
    (" reload\n", unknown(" reload")),
    ("\n", unknown("")),
    ("\u{1b}[2J\0\n", unknown(#"\u{1b}[2J\u{0}"#)),
    (String(repeating: "x", count: 2047) + "\n", unknown(String(repeating: "x", count: 60) + "…")),
    (String(repeating: "x", count: 2048), "refused\na request is a line of at most 2048 bytes\n"),
    (String(repeating: "x", count: 100_000) + "\n", "refused\na request is a line of at most 2048 bytes\n"),
  ]

  private static func unknown(_ line: String) -> String {
    "refused\nthere is no request \"\(line)\"; there is "
      + "\"status text\", \"status json\", \"status prometheus\", \"reload\", \"screen dark\" or \"screen lit\"\n"
  }

  @Test("answers a line and closes", arguments: rows)
  func answer(row: Row) throws {
    let rig = try ControlRig()
    #expect(try rig.answer(to: rig.client(row.sent)) == row.answer)
    #expect(try rig.answer(to: rig.client("status text\n")) == "ok\nall is well\n")
    #expect(rig.server?.refusedCount == 0)
  }

  @Test("waits for the rest of a line, piece after piece")
  func pieces() throws {
    let rig = try ControlRig()
    let client = try rig.connect()
    for piece in ["st", "atus ", "text", "\n"] {
      #expect(try client.receive(atMost: 1) == nil)
      _ = try client.send(Array(piece.utf8)[...])
      try rig.turn()
    }
    #expect(try rig.answer(to: client) == "ok\nall is well\n")
  }

  @Test("makes its folder, belongs to its user, and goes at the end")
  func file() throws {
    let rig = try ControlRig()
    try rig.folder.shell("test $(stat -c %a run/control.sock) = 600")
    let client = try rig.connect()
    try rig.turn()
    rig.server?.close()
    #expect(try client.receive(atMost: 1) == [], "clients are sent away")
    try rig.folder.shell("test ! -e run/control.sock")
    rig.server = nil
  }

  typealias Tidying = (what: String, command: String)

  static let tidyings: [Tidying] = [
    ("deleted", "rm run/control.sock"),
    ("moved away", "mv run/control.sock run/old"),
    ("deleted with its folder", "rm -r run"),
    ("moved away with its folder", "mv run old"),
    ("deleted while a user has locked the folder", "rm run/control.sock; flock run sleep 60 & echo $! >pid"),
    (
      "replaced by one that no process serves",
      "rm run/control.sock; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"run/control.sock\")'"
    ),
  ]

  @Test("that is gone is made again: one that was", arguments: tidyings)
  func madeAgain(row: Tidying) throws {
    let rig = try ControlRig()
    let early = try rig.client("status text\n")
    try rig.folder.shell(row.command)
    #expect(try rig.answer(to: early) == "ok\nall is well\n", "a client from before is served")
    #expect(try rig.loop.run { rig.log.lines.contains { $0.hasSuffix("was not there, and was made") } })
    #expect(try rig.answer(to: rig.client("status text\n")) == "ok\nall is well\n")
    try rig.folder.shell("test $(stat -c %a run/control.sock) = 600; test ! -e pid || kill $(cat pid)")
  }

  @Test("whose folder is gone and cannot be made is made when the folder is there again")
  func folderComesBack() throws {
    let rig = try ControlRig()
    try rig.folder.shell("rm -r run; touch run")
    #expect(try rig.loop.run { rig.log.lines.contains { $0.contains("cannot be made") } })
    try rig.folder.shell("rm run; mkdir run")
    #expect(try rig.loop.run { rig.log.lines.contains { $0.hasSuffix("was made") } })
    #expect(try rig.answer(to: rig.client("status text\n")) == "ok\nall is well\n")
  }

  @Test("that cannot be made at the start is made when it can be; the log says both")
  func madeLate() throws {
    let rig = try ControlRig(after: "mkdir run; touch run/control.sock")
    #expect(rig.log.lines.contains { $0.contains("`touchd status` and `touchd reload` will not work") })
    try rig.folder.shell("rm run/control.sock")
    #expect(try rig.loop.run { rig.log.lines.contains { $0.hasSuffix("was made") } })
    #expect(try rig.answer(to: rig.client("status text\n")) == "ok\nall is well\n")
  }

  @Test("answers later, when the answer is there, and others meanwhile")
  func later() throws {
    let rig = try ControlRig(patience: .milliseconds(1))
    let client = try rig.client("reload\n")
    #expect(try rig.loop.run { rig.pending.count == 1 })
    #expect(try rig.answer(to: rig.client("status text\n")) == "ok\nall is well\n")
    #expect(try client.receive(atMost: 1) == nil)
    rig.pending[0](.error("lobby.yaml:1:1: error: no"))
    rig.pending[0](.ok("the first reply counts"))
    #expect(try rig.answer(to: client) == "error\nlobby.yaml:1:1: error: no\n")
  }

  @Test("does what was asked for though the client has gone, and drops the reply")
  func gone() throws {
    let rig = try ControlRig()
    var client: LocalSocket? = try rig.client("reload\n")
    #expect(try rig.loop.run { rig.pending.count == 1 })
    client = nil
    #expect(client == nil)
    try rig.turn()
    rig.pending[0](.ok("done"))
    #expect(try rig.answer(to: rig.client("status text\n")) == "ok\nall is well\n")
  }

  @Test("serves eight at once, and tells the ninth")
  func many() throws {
    let rig = try ControlRig()
    var clients = try (0..<8).map { _ in try rig.connect() }
    try rig.turn()
    for _ in 0..<3 {
      #expect(
        try rig.answer(to: rig.client("status text\n"))
          == "refused\n8 clients are being served; try again\n")
    }
    #expect(rig.server?.refusedCount == 3)
    #expect(rig.log.lines.count == 1, "not each of them")
    clients.removeLast()
    // A program that another test is starting may have the descriptor a moment longer, until it is executed.
    #expect(try rig.loop.run { (rig.server?.clients.count ?? 0) < 8 })
    #expect(try rig.answer(to: rig.client("status text\n")) == "ok\nall is well\n")
  }

  @Test("sends others than root and its own user away, and says so once in a while")
  func foreign() throws {
    let rig = try ControlRig(mayUse: { _ in false })
    for _ in 0..<20 {
      #expect(
        try rig.answer(to: rig.client("status text\n"))
          == "refused\nuid \(geteuid()) may not use this socket; run it as root\n")
    }
    #expect(rig.requests == [])
    #expect(rig.server?.refusedCount == 20)
    #expect(
      rig.log.lines == [
        "control socket: uid \(geteuid()) (pid \(getpid())) may not use it; root and uid \(geteuid()) may"
      ])
  }

  @Test(
    "refuses another user, also if the mode of the socket lets that user in",
    .enabled(if: geteuid() == 0, "only root can act as another user"))
  func otherUser() throws {
    let rig = try ControlRig()
    // The folder of a test is its owner's alone; so is the socket.
    try rig.folder.shell("chmod 755 . run; chmod 666 run/control.sock")
    let other = try OtherUser(uid: 65_534, connectingTo: rig.path)
    #expect(try rig.loop.run { other.hasEnded })
    #expect(other.answer == "refused\nuid 65534 may not use this socket; run it as root\n")
    #expect(rig.requests == [])
    #expect(rig.log.lines.count == 1)
  }

  @Test("recognizes root and its own user")
  func peers() {
    #expect(LocalSocket.Peer(pid: 1, uid: 0).isRootOrOneself)
    #expect(LocalSocket.Peer(pid: 1, uid: geteuid()).isRootOrOneself)
    #expect(!LocalSocket.Peer(pid: 1, uid: geteuid() + 1).isRootOrOneself)
  }

  @Test("gives a client that says nothing up", arguments: ["", "status te"])
  func silent(start: String) throws {
    let rig = try ControlRig(patience: .milliseconds(1))
    #expect(try rig.answer(to: rig.client(start)) == "refused\nno request came within 0.001 s\n")
  }

  @Test("gives a client that does not read up, and serves others meanwhile")
  func unread() throws {
    let rig = try ControlRig(patience: .milliseconds(200))
    let client = try rig.client("status prometheus\n")
    #expect(try rig.loop.run { rig.requests.count == 1 })
    #expect(try rig.answer(to: rig.client("status text\n")) == "ok\nall is well\n")
    // Only looked at, not read.
    #expect(try rig.loop.run { client.hasHungUp })
    let answer = try rig.answer(to: client) ?? ""
    #expect(answer.hasPrefix("ok\nx 1\n"))
    #expect(answer.utf8.count < ControlReply.longest)
  }

  @Test("sends an answer of a megabyte, and not more, to a client that reads it")
  func large() throws {
    let rig = try ControlRig()
    let answer = try rig.answer(to: rig.client("status prometheus\n")) ?? ""
    #expect((ControlReply.longest - 100...ControlReply.longest).contains(answer.utf8.count))
    #expect(answer.hasSuffix("x 1\nthe rest is left out: it is too long\n"))
  }

  @Test("goes on whatever clients do, at any moment", arguments: [1, 2, 3, 4] as [UInt64])
  func random(seed: UInt64) throws {
    let rig = try ControlRig()
    var numbers = SplitMix(seed: seed)
    var clients: [LocalSocket] = []
    let pieces = [
      "status text\n", "status prometheus\n", "reload\n", "st", "\n", "\0\u{ff}",
      String(repeating: "y", count: 300),
    ]
    for _ in 0..<3000 {
      switch Int.random(in: 0..<7, using: &numbers) {
      case 0: if clients.count < 12 { clients.append(try rig.connect()) }
      case 1: if !clients.isEmpty { clients.remove(at: Int.random(in: clients.indices, using: &numbers)) }
      case 2:
        if let client = clients.randomElement(using: &numbers) {
          shutdown(client.fileDescriptor, Int32(SHUT_WR))
        }
      case 3, 4:
        let piece = Array(pieces[Int.random(in: pieces.indices, using: &numbers)].utf8)
        if let client = clients.randomElement(using: &numbers) { _ = try? client.send(piece[...]) }
      case 5:
        if let client = clients.randomElement(using: &numbers) { _ = try? client.receive(atMost: 50_000) }
      default:
        if let reply = rig.pending.popLast() { reply(.ok("done")) }
      }
      if Bool.random(using: &numbers) { try rig.turn() }
    }
    clients = []
    for reply in rig.pending { reply(.ok("done")) }
    try rig.turn()
    #expect(try rig.answer(to: rig.client("status text\n")) == "ok\nall is well\n")
  }
}

extension LocalSocket {
  /// Whether the other end has closed, whatever is still to be read.
  fileprivate var hasHungUp: Bool {
    var entry = pollfd(fd: fileDescriptor, events: 0, revents: 0)
    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLHUP) != 0
  }
}
