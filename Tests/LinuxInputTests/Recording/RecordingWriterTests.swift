import Glibc
import TestTables

@testable import LinuxInput

/// A recording is written by a thread: the recorder waits for no disk and no reader, and nothing is lost in silence.
@Suite("RecordingWriter") struct RecordingWriterTests {
  private let folder = TemporaryFolder()
  private var path: String { folder["file"] }

  @Test("has everything in its place when it is finished")
  func whole() throws {
    let file = try RecordingWriter(replacing: path)
    for number in 0..<1000 { #expect(file.write("\(number)\n")) }
    try file.finish()
    #expect(folder.text("file") == (0..<1000).map { "\($0)\n" }.joined())
    #expect(folder.names == ["file"])
  }

  @Test("into a pipe without a reader holds up nothing; at the end it gives up soon, and says why")
  func pipe() throws {
    mkfifo(path, 0o600)
    let file = try RecordingWriter(replacing: path, waitingLimit: 100)
    #expect(file.write(String(repeating: "x", count: 100)))
    #expect(!file.write("y"), "more than may wait is refused")
    var saidSlow = 0
    let error = #expect(throws: SystemError.self) { try file.finish { saidSlow += 1 } }
    #expect(error?.code == ETIMEDOUT)
    #expect(error?.remedy == "nothing reads it; begin to read before it is written")
    #expect(saidSlow == 1)
    // Lets the thread go on and end.
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    close(reader)
  }

  @Test("onto a full disk ends with the error, at once and not at the end")
  func full() throws {
    let file = try RecordingWriter(replacing: "/dev/full")
    #expect(file.write("x\n"))
    var entry = pollfd(fd: file.failureDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 60_000) == 1)
    #expect(file.failure?.error.code == ENOSPC)
    #expect(file.failure?.kept == nil)
    #expect(file.write("y\n"), "what comes after it is not said again")
    try file.finish()
  }
}
