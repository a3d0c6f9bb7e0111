import CZlib
import Glibc
import LinuxInput
import Testing

@Suite("A recording's file") struct RecordingFileTests {
  @Test("is recognized by its content: a gzip file reads as the plain one")
  func gzip() throws {
    let plain = try Recording(contentsOf: Fixture.path("two-fingers.evemu"))
    #expect(try Recording(contentsOf: Fixture.path("two-fingers.evemu.gz")) == plain)
    let twice = try Fixture.bytes("two-fingers.evemu.gz") + compress(Array("E: 9.0 0 0 0\n".utf8))
    #expect(
      try Recording(parsing: twice, file: "a").devices[0].events.count == 19, "one member after another")
  }

  @Test("that was cut off within its compressed data is an error, wherever the cut is")
  func truncatedGzip() throws {
    let bytes = try Fixture.bytes("two-fingers.evemu.gz")
    for count in 2..<bytes.count {
      let error = #expect(throws: RecordingError.self, "\(count) bytes") {
        try Recording(parsing: Array(bytes.prefix(count)), file: "a.gz")
      }
      #expect(error?.message == "the compressed data end too early", "\(count) bytes")
    }
  }

  @Test("with damaged compressed data is an error", arguments: [2, 40, -5])
  func damagedGzip(position: Int) throws {
    var bytes = try Fixture.bytes("two-fingers.evemu.gz")
    bytes[position < 0 ? bytes.count + position : position] ^= 0xff
    #expect(throws: RecordingError.self) { try Recording(parsing: bytes, file: "a") }
  }

  @Test("may not grow beyond the limit when it is decompressed")
  func gzipBomb() {
    let bomb = compress([UInt8](repeating: UInt8(ascii: "#"), count: 10 << 20))
    let error = #expect(throws: RecordingError.self) {
      try Recording(parsing: bomb, file: "a", limits: RecordingLimits(bytes: 1 << 20))
    }
    #expect(error?.message.contains("longer than 1048576 bytes") == true)
  }

  /// Bytes that are no recording, and what is said about them.
  static let foreignFiles: [(String, String)] = [
    ("", "the file is empty; expected evemu text"), ("\n\n  \n", "this is no recording; expected"),
    ("# a comment\n", "this is no recording"), ("hello\n", "this is no recording"),
    ("PK\u{3}\u{4}", "this is no recording"), ("[]", "this is no recording"),
    ("{\"a\": 1}", "this is no recording"),
    ("\u{7f}ELF\0\0", "this is no recording"), ("key: value", "this is no recording"),
  ]

  @Test("that holds something else is an error that says what was expected", arguments: foreignFiles)
  func foreign(text: String, message: String) {
    let error = #expect(throws: RecordingError.self) { try Recording(parsing: Array(text.utf8), file: "a") }
    #expect(error?.line == 1)
    #expect(error?.message.hasPrefix(message) == true, "\(error.map(\.message) ?? "")")
  }

  @Test("may be a head that is all comments, as evemu wrote for devices it could not describe")
  func commentsOnly() throws {
    let recording = try Recording(
      parsing: Array("# EVEMU 1.1\n# Input device name: \"Panel\"\n".utf8), file: "a")
    #expect(recording.devices == [RecordedDevice()])
  }

  @Test("is read up to its limits and not beyond")
  func limits() throws {
    let text = Array("E: 1.0 0 0 0\nE: 2.0 0 0 0\n".utf8)
    let exact = RecordingLimits(bytes: text.count, events: 2, lineLength: 12)
    #expect(try Recording(parsing: text, file: "a", limits: exact).devices[0].events.count == 2)
    let fewerEvents = RecordingLimits(events: 1)
    #expect(throws: RecordingError.self) { try Recording(parsing: text, file: "a", limits: fewerEvents) }
    let shorterLines = RecordingLimits(lineLength: 11)
    #expect(throws: RecordingError.self) { try Recording(parsing: text, file: "a", limits: shorterLines) }
    let path = Fixture.path("till.events")
    let error = #expect(throws: RecordingError.self) {
      try Recording(contentsOf: path, limits: RecordingLimits(bytes: 100))
    }
    #expect(error?.message.contains("longer than 100 bytes") == true)
  }

  @Test(
    "that cannot be read is an error of the system",
    arguments: [("missing.evemu", "open", ENOENT), (".", "read", EISDIR)])
  func unreadable(name: String, call: String, code: Int32) {
    let path = Fixture.path(name)
    let error = expectRefusal(code) { try Recording(contentsOf: path) }
    #expect(error?.call == call)
    #expect(error?.subject == path)
  }
}

/// The bytes as gzip writes them.
func compress(_ bytes: [UInt8]) -> [UInt8] {
  var stream = z_stream()
  let size = Int32(MemoryLayout<z_stream>.size)
  deflateInit2_(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
  defer { deflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: bytes.count + 1024)
  input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
      (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
      #expect(deflate(&stream, Z_FINISH) == Z_STREAM_END)
    }
  }
  return Array(output.prefix(Int(stream.total_out)))
}
