internal import Glibc
internal import LinuxInput

/// A pipe whose ends no child inherits unless it is given them.
final class Pipe {
  private let output: OwnedDescriptor
  private var input: OwnedDescriptor?

  init() throws { output = try .pipe(to: &input) }

  var reading: Int32 { output.rawValue }
  /// −1 once it is closed.
  var writing: Int32 { input?.rawValue ?? -1 }

  /// Lets the reader see the end, once every child has closed its copy.
  func closeWriting() { input = nil }

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
