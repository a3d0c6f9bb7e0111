import Glibc
import Testing

/// A pipe whose ends are closed at the end of its life, unless that has happened before.
final class Pipe {
  private(set) var reader: Int32
  private(set) var writer: Int32

  init(isBlocking: Bool = false) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (reader, writer) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      if !isBlocking { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }
  }

  /// A pipe whose read end has the number of another pipe's, which is closed in the same moment: no other
  /// test can take the number in between.
  convenience init(replacingReaderOf other: Pipe) throws {
    try self.init()
    let number = other.reader
    try #require(dup2(reader, number) == number)
    close(reader)
    reader = number
    other.reader = -1
  }

  deinit {
    closeReader()
    closeWriter()
  }

  func write(_ bytes: [UInt8] = [1]) {
    #expect(bytes.withUnsafeBytes { Glibc.write(writer, $0.baseAddress, $0.count) } == bytes.count)
  }

  /// Takes what waits.
  func drain() {
    var byte: UInt8 = 0
    while read(reader, &byte, 1) > 0 {}
  }

  /// What comes until the other end is closed, at most a page.
  func readToEnd() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < 4096, read(reader, &byte, 1) > 0 { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Closes the writing end and waits until the reading end has hung up: a process that another test starts
  /// has a copy of the writing end for a moment.
  func hangUp() {
    closeWriter()
    var wait = pollfd(fd: reader, events: 0, revents: 0)
    #expect(poll(&wait, 1, 5000) == 1)
  }

  func closeReader() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }
}
