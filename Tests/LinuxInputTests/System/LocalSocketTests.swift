import CEvdev
import Glibc
import TestTables

@testable import LinuxInput

/// A socket at a path: which listener may have it, and what is left behind.
@Suite("A socket of this machine") struct LocalSocketTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/control.sock" }

  @Test("has mode 0600, and is readable when a client connects")
  func listening() throws {
    let listener = try LocalSocketListener(path: path)
    var status = stat()
    try #require(lstat(path, &status) == 0)
    #expect(status.st_mode == S_IFSOCK | 0o600)
    #expect(try listener.accept() == nil)
    let client = try connect()
    let server = try #require(try listener.accept())
    #expect(try server.peer() == LocalSocket.Peer(pid: getpid(), uid: geteuid()))
    #expect(try client.peer() == LocalSocket.Peer(pid: getpid(), uid: geteuid()))
    #expect(try listener.accept() == nil)
  }

  @Test("carries bytes both ways, and reports the end")
  func bytes() throws {
    let listener = try LocalSocketListener(path: path)
    let client = try connect()
    var server = try listener.accept()
    #expect(try server?.receive(atMost: 10) == nil, "nothing is queued")
    #expect(try client.send([1, 2, 3]) == 3)
    #expect(try server?.receive(atMost: 2) == [1, 2])
    #expect(try server?.receive(atMost: 2) == [3])
    // Passed over, it would take descriptors with it. Not each kernel has urgent bytes.
    let isUrgent = Glibc.send(client.fileDescriptor, [UInt8(7)], 1, Int32(MSG_OOB)) == 1
    #expect(try server?.receive(atMost: 2) == (isUrgent ? [7] : nil))
    #expect(try server?.send([4]) == 1)
    server = nil
    #expect(try client.receive(atMost: 10) == [4])
    #expect(try client.receive(atMost: 10) == [])
    expectRefusal(EPIPE) { try client.send([5]) }
  }

  @Test("lets no client send descriptors, whose closing may wait, where the kernel can refuse them")
  func descriptors() throws {
    let listener = try LocalSocketListener(path: path)
    _ = try connect()
    let server = try #require(try listener.accept())
    var (passes, size) = (Int32(1), socklen_t(MemoryLayout<Int32>.size))
    // From Linux 6.16 on.
    let isKnown = getsockopt(server.fileDescriptor, SOL_SOCKET, 83, &passes, &size) == 0
    #expect(!isKnown || passes == 0)
  }

  @Test("takes nothing that descriptors come with, and is closed beside the loop then")
  func sentDescriptors() throws {
    var (ends, pipe): ([Int32], [Int32]) = ([0, 0], [0, 0])
    let isMade = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 && Glibc.pipe(&pipe) == 0
    try #require(isMade)
    #expect(cevdev_send_descriptor(ends[0], "a\n", 2, pipe[1], nil, 0) == 0)
    var server: LocalSocket? = LocalSocket(
      adopting: OwnedDescriptor(adopting: ends[1]), path: path, closer: SocketCloser())
    close(pipe[1])
    expectRefusal(EBADMSG) { try server?.receiveLine(atMost: 10) }
    server = nil
    // The descriptor that was sent goes with the connection.
    #expect(awaitReadiness(pipe[0], .hangup, until: MonotonicClock.now + .seconds(60)))
    for descriptor in [ends[0], pipe[0]] { close(descriptor) }
  }

  @Test("has room for a limited number of bytes, and no call blocks")
  func full() throws {
    let listener = try LocalSocketListener(path: path)
    let client = try connect()
    let server = try listener.accept()
    let many = [UInt8](repeating: 1, count: 1 << 22)
    #expect(try client.send(many[...]) < many.count)
    while try client.send(many[...]) > 0 {}
    #expect(client.wait(for: .writable, until: MonotonicClock.now) == false)
    withExtendedLifetime(server) {}
  }

  @Test("without a listener is replaced")
  func stale() throws {
    try folder.shell("python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"control.sock\")'")
    let listener = try LocalSocketListener(path: path)
    _ = try connect()
    #expect(try listener.accept() != nil)
  }

  typealias Refusal = (what: String, given: String, file: String, code: Int32, words: String)

  static let refusals: [Refusal] = [
    ("a file is in the way", "echo a > control.sock", "/control.sock", EEXIST, "no socket"),
    ("a folder is in the way", "mkdir control.sock", "/control.sock", EEXIST, "no socket"),
    ("a link is in the way", "ln -s nowhere control.sock", "/control.sock", EEXIST, "no socket"),
    ("the folder is missing", "true", "/run/control.sock", ENOENT, "RuntimeDirectory=touchd"),
    ("the path is too long", "true", "/" + String(repeating: "x", count: 108), ENAMETOOLONG, "107 bytes"),
  ]

  @Test("is not made where", arguments: refusals)
  func refused(row: Refusal) throws {
    try folder.shell(row.given)
    expectRefusal(row.code, row.words) { try LocalSocketListener(path: folder.path + row.file) }
    try folder.shell("test ! -e control.sock || test ! -S control.sock")
  }

  @Test("with a listener is not replaced, also if the listener is slow to accept")
  func alive() throws {
    let listener = try LocalSocketListener(path: path)
    for _ in 0..<40 { expectRefusal(EADDRINUSE, "another touchd") { try LocalSocketListener(path: path) } }
    while try listener.accept() != nil {}
    _ = try connect()
    #expect(try listener.accept() != nil)
  }

  @Test("is made while another process has locked its folder, as any user may")
  func lockedFolder() throws {
    let lock = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let listener = try LocalSocketListener(path: path)
    #expect(listener.isInPlace)
    #expect(folder.names == ["control.sock"], "the lock's file is taken away")
  }

  @Test("is not made while another touchd makes one there; without waiting, that is an error at once")
  func beingMade() throws {
    let lock = try OwnedDescriptor.lockedFile(path + ".lock") { _ in nil }
    var status = stat()
    try #require(lstat(path + ".lock", &status) == 0)
    #expect(status.st_mode == S_IFREG | 0o600, "others cannot open it")
    expectRefusal(EWOULDBLOCK, "another touchd is starting; try again") {
      try LocalSocketListener(path: path, waits: false)
    }
    withExtendedLifetime(lock) {}
  }

  @Test(
    "knows whether it is still in its place",
    arguments: [
      ("true", true), ("chmod 666 control.sock", true), ("rm control.sock", false),
      ("mv control.sock a", false), ("rm control.sock; touch control.sock", false),
    ])
  func place(command: String, isThere: Bool) throws {
    let listener = try LocalSocketListener(path: path)
    try folder.shell(command)
    #expect(listener.isInPlace == isThere)
  }

  @Test("is removed at the end")
  func removed() throws {
    var listener: LocalSocketListener? = try LocalSocketListener(path: path)
    #expect(listener != nil)
    listener = nil
    try folder.shell("test ! -e control.sock")
  }

  @Test("is left at the end if it belongs to another listener by then")
  func foreign() throws {
    var first: LocalSocketListener? = try LocalSocketListener(path: path)
    #expect(first != nil)
    try folder.shell("mv control.sock old")
    let second = try LocalSocketListener(path: path)
    first = nil
    _ = try connect()
    #expect(try second.accept() != nil)
  }

  typealias Unreachable = (what: String, given: String, code: Int32)

  @Test(
    "cannot be reached where",
    arguments: [
      ("there is none", "true", ENOENT), ("it is a file", "echo a > control.sock", ECONNREFUSED),
      (
        "it has no listener",
        "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"control.sock\")'", ECONNREFUSED
      ),
    ] as [Unreachable])
  func unreachable(row: Unreachable) throws {
    try folder.shell(row.given)
    expectRefusal(row.code, "remedy \(row.code)") { try connect() }
  }

  @Test("that has no room for another connection is waited for, and not for ever")
  func busy() throws {
    let listener = try LocalSocketListener(path: path)
    var clients: [LocalSocket] = []
    expectRefusal(ETIMEDOUT) {
      while clients.count < 1000 { clients.append(try connect(within: .milliseconds(10))) }
    }
    #expect(try listener.accept() != nil)
    _ = try connect()
  }

  private func connect(within limit: Interval = .seconds(10)) throws -> LocalSocket {
    try LocalSocket(connectingTo: path, until: MonotonicClock.now + limit) { "remedy \($0)" }
  }
}
