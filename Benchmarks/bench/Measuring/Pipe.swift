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

  /// What comes up to the end.
  ///
  /// - Throws: ``Failure`` if nothing comes for so long.
  func rest(seconds: Int32) throws -> String {
    var text = ""
    while let chunk = try chunk(seconds: seconds) { text += chunk }
    return text
  }

  /// Takes what comes until it has one of these words.
  ///
  /// - Throws: ``Failure`` if the end comes first, or nothing for so long.
  func wait(for words: [String], seconds: Int32) throws {
    var text = ""
    while !words.contains(where: { text.contains($0) }) {
      guard let chunk = try chunk(seconds: seconds) else { throw Failure("it ended; it had said: \(text)") }
      text += chunk
    }
  }

  /// What is there, or comes next; `nil` at the end.
  private func chunk(seconds: Int32) throws -> String? {
    var event = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    guard poll(&event, 1, seconds * 1000) == 1 else { throw Failure("nothing came within \(seconds) s") }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(reading, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
