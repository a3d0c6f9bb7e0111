import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

@Suite("A socket that stays in its place") struct SocketDoorTests {
  /// A door in a folder of its own, on a loop that the test drives; each client is sent a byte.
  private final class Rig {
    let loop: RunLoop
    let folder = TemporaryFolder()
    let log = Words()
    private(set) var door: SocketDoor?

    /// - Parameter script: what a shell does in the folder before.
    init(after script: String = "true") throws {
      loop = try RunLoop(servesMainQueue: false)
      try folder.shell(script)
      let place = SocketDoor.Place(path: folder.path + "/run/s", name: "a socket", loss: "nothing works")
      door = try SocketDoor(place, on: loop, log.logger) { socket throws(SystemError) in
        _ = try socket.send([1])
      }
    }

    func connect() throws -> LocalSocket {
      try LocalSocket(connectingTo: folder.path + "/run/s", until: MonotonicClock.now + .seconds(20)) { _ in
        nil
      }
    }

    /// Whether a client is let in.
    func serves(_ client: LocalSocket) throws -> Bool {
      try loop.run { (try? client.receive(atMost: 1)) == [1] }
    }
  }

  @Test("makes its folder, belongs to its user, and goes at the end")
  func file() throws {
    let rig = try Rig()
    try rig.folder.shell("test $(stat -c %a run/s) = 600")
    #expect(try rig.serves(rig.connect()))
    rig.door?.close()
    try rig.folder.shell("test ! -e run/s")
  }

  @Test(
    "is made again when it is gone",
    arguments: [
      ("deleted", "rm run/s"), ("moved away", "mv run/s run/old"), ("deleted with its folder", "rm -r run"),
      ("moved away with its folder", "mv run old"),
      ("deleted while a user has locked the folder", "rm run/s; flock run sleep 60 & echo $! >pid"),
      (
        "replaced by one that no process serves",
        "rm run/s; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"run/s\")'"
      ),
    ])
  func madeAgain(what: String, command: String) throws {
    let rig = try Rig()
    let early = try rig.connect()
    try rig.folder.shell(command)
    #expect(try rig.serves(early), "a client from before is served")
    #expect(try rig.loop.run { rig.log.lines.contains { $0.hasSuffix("was not there, and was made") } })
    #expect(try rig.serves(rig.connect()))
    try rig.folder.shell("test $(stat -c %a run/s) = 600; test ! -e pid || kill $(cat pid)")
  }

  @Test(
    "that cannot be made is made when it can be; the log says both",
    arguments: [
      (
        "its folder is gone, and comes back", "true", "rm -r run; touch run", "cannot be made",
        "rm run; mkdir run"
      ),
      ("a file is in its place at the start", "mkdir run; touch run/s", "true", "nothing works", "rm run/s"),
    ])
  func madeLate(what: String, before: String, then: String, said: String, finally: String) throws {
    let rig = try Rig(after: before)
    try rig.folder.shell(then)
    #expect(try rig.loop.run { rig.log.lines.contains { $0.contains(said) } })
    try rig.folder.shell(finally)
    #expect(try rig.loop.run { rig.log.lines.contains { $0.hasSuffix("was made") } })
    #expect(try rig.serves(rig.connect()))
  }
}
