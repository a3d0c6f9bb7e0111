import Glibc
import LinuxInput
import TestTables

@testable import TouchdKit

/// Lines for a reader that is slow, stopped or gone: the writer goes on, and the number of lost lines is in their
/// place.
@Suite("Lines for a slow reader") struct ThreadedOutputTests {
  /// A pipe of 4 KiB, and its reader.
  private final class Reader {
    private(set) var ends: (reading: Int32, writing: Int32) = (0, 0)

    init() throws {
      var pair: [Int32] = [0, 0]
      try #require(Glibc.pipe(&pair) == 0)
      ends = (pair[0], pair[1])
      // F_SETPIPE_SZ, which the C library shows to GNU programs only.
      try #require(fcntl(ends.writing, 1031, 4096) >= 4096)
    }

    deinit {
      close(ends.writing)
      if ends.reading >= 0 { close(ends.reading) }
    }

    func go() {
      close(ends.reading)
      ends.reading = -1
    }

    /// Lines, until there is enough.
    func lines(until isEnough: (String) -> Bool) -> [String] {
      var text = ""
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while !isEnough(text) {
        let count = read(ends.reading, &bytes, bytes.count)
        guard count > 0 else { break }
        text += String(decoding: bytes[..<count], as: UTF8.self)
      }
      return text.split(separator: "\n").map(String.init)
    }
  }

  private func output(to reader: Reader, limit: Int) throws -> ThreadedOutput {
    try ThreadedOutput(to: reader.ends.writing, "a pipe", limit: limit) { "(\($0) lost)\n" }
  }

  @Test("are all there where there is room, in their order")
  func room() throws {
    let reader = try Reader()
    let output = try output(to: reader, limit: 1 << 20)
    let sent = (0..<3000).map { "line \($0)" }
    for line in sent { output.write(line + "\n") }
    #expect(reader.lines { $0.hasSuffix("line 2999\n") } == sent)
  }

  /// The number of lines in a text, and of those that it says were lost.
  private static func account(_ text: String) -> Int {
    text.split(separator: "\n").reduce(0) { count, line in
      count + (line.hasPrefix("(") ? Int(line.dropFirst().prefix { $0 != " " }) ?? 0 : 1)
    }
  }

  @Test("are lost whole where they are not read, and counted in their place; then it goes on")
  func stopped() throws {
    let reader = try Reader()
    // 10 bytes a line: 4,096 in the pipe, 1,000 that wait; the writer never waits itself.
    let output = try output(to: reader, limit: 1000)
    var count = 0
    func write() {
      output.write("a\(count + 10_000_000)\n")
      count += 1
    }
    // More than pipe and thread can hold, whatever the thread has done so far.
    for _ in 0..<5000 { write() }
    // The thread says what was lost behind what waited as soon as it has written that.
    let early = reader.lines { Self.account($0) == count }
    write()
    let lines = early + reader.lines { $0.hasSuffix("a\(count - 1 + 10_000_000)\n") }
    let kept = lines.filter { $0.hasPrefix("a") }
    #expect(kept.count < 1000)
    #expect(kept.allSatisfy { $0.utf8.count == 9 }, "a line was cut")
    // As many are missing before the first note as it says.
    var next = 10_000_000
    for line in lines {
      if line.hasPrefix("(") {
        next += Int(line.dropFirst().prefix { $0 != " " }) ?? 0
      } else {
        #expect(line == "a\(next)")
        next += 1
      }
    }
  }

  @Test("whose reader has gone are not written, and that is said once")
  func gone() throws {
    signal(SIGPIPE, SIG_IGN)
    let reader = try Reader()
    let output = try output(to: reader, limit: 1000)
    reader.go()
    output.write("a\n")
    output.finish(within: .seconds(60))
    #expect(output.failure?.code == EPIPE)
    var entry = pollfd(fd: output.failureDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 0) == 1)
    for _ in 0..<1000 { output.write("b\n") }
    output.finish(within: .seconds(60))
    #expect(output.failure?.code == EPIPE)
  }
}
