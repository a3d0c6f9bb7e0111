internal import Glibc

/// A pipe whose ends no child inherits unless it is given them.
final class Pipe {
  let reading: Int32
  /// −1 once it is closed.
  private(set) var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure("making a pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    closeWriting()
    close(reading)
  }

  /// Lets the reader see the end, once every child has closed its copy.
  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Takes what comes until it has one of these words.
  ///
  /// - Throws: ``Failure`` if the end comes first, or nothing for so long.
  func wait(for words: [String], seconds: Int32) throws {
    var (text, bytes) = ("", [UInt8](repeating: 0, count: 4096))
    while !words.contains(where: { text.contains($0) }) {
      var event = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, seconds * 1000) == 1 else { throw Failure("nothing came within \(seconds) s") }
      let count = read(reading, &bytes, bytes.count)
      guard count > 0 else { throw Failure("it ended; it had said: \(text)") }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }
}
