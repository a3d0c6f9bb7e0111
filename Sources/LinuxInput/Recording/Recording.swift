internal import CZlib
public import Dispatcher
internal import Glibc
internal import YAML

/// A recording of one or more input devices: evemu text, or a file of `libinput record`.
public struct Recording: Equatable, Sendable {
  /// The devices in the file's order; evemu text holds one.
  public var devices: [RecordedDevice]

  /// A recording of the given devices.
  public init(devices: [RecordedDevice]) { self.devices = devices }

  /// Says what a device is whose recording does not.
  ///
  /// A recording of one device takes the description over, whatever its own head says; of several, those
  /// without axis ranges do.
  public mutating func describe(as description: DeviceDescription) {
    for index in devices.indices where devices.count == 1 || !devices[index].hasAxes {
      devices[index].description = description
    }
  }

  /// Reads a recording: evemu text, the same compressed by gzip, or YAML of `libinput record`, told apart by
  /// content.
  ///
  /// - Throws: ``SystemError`` if the file cannot be read (`ENOENT`, `EACCES`, `EISDIR`); ``RecordingError``
  ///   with the line if it is malformed, truncated, foreign or beyond a limit.
  public init(contentsOf path: String, limits: RecordingLimits = RecordingLimits()) throws {
    try self.init(parsing: Self.bytes(of: path, limits: limits), file: path, limits: limits)
  }

  /// The bytes of a recording's file; `-` is standard input.
  ///
  /// - Throws: ``SystemError`` with a remedy; ``RecordingError`` if there are more than the limit.
  public static func bytes(of path: String, limits: RecordingLimits = RecordingLimits()) throws -> [UInt8] {
    let bytes = try contentsOfInput(path, limit: limits.bytes)
    guard bytes.count > limits.bytes else { return bytes }
    throw RecordingError(
      file: path, line: 1, message: "the file is longer than \(limits.bytes) bytes, the most that is read")
  }

  /// The text of a recording's file, decompressed; it is not looked at.
  ///
  /// - Throws: as ``init(contentsOf:limits:)``.
  package static func text(of path: String, limits: RecordingLimits = RecordingLimits()) throws -> String {
    let text = try Gzip.decompress(bytes(of: path, limits: limits), file: path, limit: limits.bytes)
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a file begins as a recording of evemu does, or is compressed: then it is nothing else. O(1)
  public static func isBegun(by bytes: [UInt8]) -> Bool {
    bytes.starts(with: Gzip.magic) || RecordingFormat(of: bytes) == .evemu
  }

  /// Reads a recording from memory. Any bytes give a recording or an error.
  ///
  /// - Parameter file: the file's name, for errors.
  public init(
    parsing bytes: [UInt8], file: String, limits: RecordingLimits = RecordingLimits()
  ) throws(RecordingError) {
    let text = try Gzip.decompress(bytes, file: file, limit: limits.bytes)
    switch RecordingFormat(of: text) {
    case .evemu:
      var reader = EvemuReader(text, file: file, limits: limits)
      self.init(devices: [try reader.read()])
    case .libinputRecord:
      self = try LibinputRecordReader(file: file, limits: limits).read(text)
    case .deviceIndex, nil:
      throw RecordingError(
        file: file, line: 1,
        message: (text.isEmpty ? "the file is empty" : "this is no recording")
          + "; expected evemu text (`E: 0.000001 0003 0039 0`) or YAML of `libinput record` (`version: 1`)")
    }
  }
}

/// One device of a recording.
public struct RecordedDevice: Equatable, Sendable {
  /// Description of the device by the file's head; `nil` if it has none.
  public var description: DeviceDescription?
  /// The events in the file's order, with the file's times.
  public var events: [RawEvent]
  /// Udev's properties of the device when it was recorded, as far as they decide how the device is read: its
  /// calibration matrix, its group, its port, and what it was taken for. Empty where the file does not say.
  public var properties: [String: String]
  /// Times at which the screen behind the device went dark or was lit, in the file's order; empty if the file has none.
  public var screen: [RecordedScreen]
  /// Whether it is fingers as text: its positions are points of the screen, whatever the layout says of its panel, and
  /// its times count from zero.
  package var isText = false
  /// Occurrences besides its events, in order; of fingers as text.
  package var marks: [RecordedMark] = []

  /// A device of a recording.
  public init(
    description: DeviceDescription? = nil, events: [RawEvent] = [], properties: [String: String] = [:],
    screen: [RecordedScreen] = []
  ) {
    self.description = description
    self.events = events
    self.properties = properties
    self.screen = screen
  }

  /// The device as a node of the given path, with what udev said of it.
  public func node(path: String) -> DeviceNode { DeviceNode(path: path, number: 0, properties: properties) }

  /// Whether the ranges of the axes are known that the device's positions need.
  public var hasAxes: Bool { missingAxes.isEmpty }

  /// The position axes without a range: multitouch ones if the device has or sends those, else ABS_X and
  /// ABS_Y.
  public var missingAxes: [UInt16] { positionAxes.filter { description?.hasAxis($0) != true } }

  private var positionAxes: [UInt16] {
    let multitouch = [EventCode.absMTPositionX, EventCode.absMTPositionY]
    let isDeclared = multitouch.contains { description?.hasAxis($0) == true }
    let isSent = events.contains { $0.type == EventType.abs && multitouch.contains($0.code) }
    return isDeclared || isSent ? multitouch : [EventCode.absX, EventCode.absY]
  }
}

/// An occurrence in a text of fingers that is no report of the panel.
package struct RecordedMark: Equatable, Sendable {
  /// The occurrence.
  package enum Kind: Equatable, Sendable {
    case unplugged, plugged
    /// The screen goes dark or is lit, as the system knows it.
    case recorded(isDark: Bool)
    /// A program says that it is dark, or lit.
    case said(isDark: Bool)
    /// A headset is plugged in, or pulled out.
    case headset(isIn: Bool)
    /// Another layout takes the place of the one in use, from a file.
    case reload(String)
    /// Nothing happens; time has passed.
    case end
  }

  package let kind: Kind
  package let time: Timestamp

  package init(_ kind: Kind, at time: Timestamp) { (self.kind, self.time) = (kind, time) }
}

/// Format of a file, by its first lines.
enum RecordingFormat: Equatable {
  /// Lines `E: …`, `N: …`; or a comment `# EVEMU …`.
  case evemu
  /// YAML of `libinput record`.
  case libinputRecord
  /// A JSON array of device descriptions.
  case deviceIndex

  /// The most bytes looked at: the comments before the first line that counts are 5 kB in the longest known
  /// file.
  private static let limit = 1 << 16

  /// `nil` if the file has no such format, or nothing but comments.
  init?(of bytes: [UInt8]) {
    let lines = bytes.withoutByteOrderMark.prefix(Self.limit)
      .split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
      .lazy.map { $0.drop(while: isBlank) }.filter { !$0.isEmpty }
    let first = lines.first { $0.first != UInt8(ascii: "#") }
    let hasHead = lines.contains { $0.starts(with: "# EVEMU".utf8) }
    guard let format = first.map(Self.format) ?? (hasHead ? .evemu : nil) else { return nil }
    self = format
  }

  private static func format(ofLine line: ArraySlice<UInt8>) -> RecordingFormat? {
    if EvemuReader.isLine(line) { return .evemu }
    if line.first == UInt8(ascii: "[") || line.first == UInt8(ascii: "{") { return .deviceIndex }
    let starts = ["---", "%YAML", "version:", "ndevices:", "libinput:", "system:", "devices:"]
    return starts.contains { line.starts(with: $0.utf8) } ? .libinputRecord : nil
  }
}

func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

extension [UInt8] {
  /// The text without the U+FEFF that some editors put first.
  var withoutByteOrderMark: ArraySlice<UInt8> { dropFirst(starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0) }
}

/// Reason for which a file is not a recording, or not a description of one, with its place.
///
/// By cause: the file is of no format that is read here; a line is malformed or cut off; a number does not
/// fit; a limit of ``RecordingLimits`` is exceeded; compressed data are damaged.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's name, as given to the reader.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1; `nil` where the whole line is meant.
  public let column: Int?
  /// The fault, and the expected text.
  public let message: String

  /// An error at a line of a file.
  public init(file: String, line: Int, column: Int? = nil, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// An error of the YAML reader.
  init(_ error: ParseError) {
    self.init(file: error.file, line: error.mark.line, column: error.mark.column, message: error.message)
  }

  /// `FILE:LINE: error: MESSAGE`, with the column after the line where there is one.
  public var description: String {
    let place = column.map { "\(line):\($0)" } ?? "\(line)"
    return "\(file.cleaned(limit: SystemError.longestSubject)):\(place): error: \(message)"
  }
}

/// Limits of a recording; beyond one the file is refused with an error.
public struct RecordingLimits: Equatable, Sendable {
  /// The longest file in bytes, and the most that a compressed one may grow to.
  public var bytes: Int
  /// The most events over all devices.
  public var events: Int
  /// The longest line of evemu text, in bytes.
  public var lineLength: Int

  /// The defaults hold two hours of ten fingers that never rest, in 200 MB of memory; no line that evemu
  /// writes is a tenth as long. A YAML file has lower limits of its own.
  public init(bytes: Int = 256 << 20, events: Int = 8_000_000, lineLength: Int = 4096) {
    self.bytes = bytes
    self.events = events
    self.lineLength = lineLength
  }
}

/// The CRC-32 of bytes, as gzip has it, in eight hexadecimal digits.
package func checksum(_ bytes: [UInt8]) -> String {
  let sum = bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt(clamping: $0.count)) }
  return UInt32(truncatingIfNeeded: sum).hexadecimal(8)
}

/// A plain file that is compressed while it is written, and is complete or not there.
package final class GzipFile {
  private let file: PendingFile
  /// `nil` once it is complete.
  private var stream: gzFile?

  /// Begins to make it, as ``PendingFile`` does.
  ///
  /// - Throws: ``SystemError`` of that; `EMFILE`, `ENOMEM`.
  package init(replacing path: String) throws(SystemError) {
    let file = try PendingFile(replacing: path)
    // zlib closes its own.
    let copy = try systemCall("fcntl", on: path) { fcntl(file.fileDescriptor, F_DUPFD_CLOEXEC, 0) }
    self.file = file
    stream = gzdopen(copy, "w")
    guard stream == nil else { return }
    close(copy)
    throw SystemError(call: "gzdopen", on: path, code: ENOMEM)
  }

  deinit { if let stream { gzclose(stream) } }

  /// Appends a text.
  ///
  /// - Throws: ``SystemError`` of `write`.
  package func write(_ text: String) throws(SystemError) {
    var text = text
    let count = text.withUTF8 { gzwrite(stream, $0.baseAddress, UInt32(clamping: $0.count)) }
    guard count > 0 || text.isEmpty else { throw SystemError(call: "write", on: file.path, code: errno) }
  }

  /// Puts the file into its place, once it is on the disk.
  ///
  /// - Throws: ``SystemError`` of `write` or ``PendingFile``; the place is then as it was.
  package func finish() throws(SystemError) {
    let status = gzclose(stream)
    let code = errno
    stream = nil
    guard status == Z_OK else { throw SystemError(call: "write", on: file.path, code: code) }
    try file.finish()
  }

  /// Gives the file up, as ``PendingFile`` does.
  package func discard() { file.discard() }
}

/// Files compressed by gzip, known by their first two bytes.
enum Gzip {
  static let magic: [UInt8] = [0x1f, 0x8b]
  /// zlib's largest window, and 16 for gzip's header.
  private static let windowBits = 15 + 16

  /// The decompressed bytes, or the bytes themselves if they are not compressed. One member after another is
  /// read, as gzip does; a member within a member is not.
  ///
  /// - Throws: ``RecordingError`` if the data are damaged or cut off, or grow beyond the limit.
  static func decompress(_ bytes: [UInt8], file: String, limit: Int) throws(RecordingError) -> [UInt8] {
    guard bytes.starts(with: magic) else { return bytes }
    return try bytes.withUnsafeBufferPointer { input throws(RecordingError) in
      try inflate(input, file: file, limit: limit)
    }
  }

  /// Bounded by the limit and by the input: every round adds output or begins another member.
  private static func inflate(
    _ input: UnsafeBufferPointer<UInt8>, file: String, limit: Int
  ) throws(RecordingError) -> [UInt8] {
    func failure(_ message: String) -> RecordingError {
      RecordingError(file: file, line: 1, message: message)
    }
    var stream = z_stream()
    stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.avail_in = UInt32(clamping: input.count)
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, Int32(windowBits), ZLIB_VERSION, size) == Z_OK else {
      throw failure("zlib cannot start; out of memory?")
    }
    defer { inflateEnd(&stream) }
    let chunk = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    defer { chunk.deallocate() }
    var output: [UInt8] = []
    while output.count <= limit {
      stream.next_out = chunk.baseAddress
      stream.avail_out = UInt32(chunk.count)
      let status = CZlib.inflate(&stream, Z_NO_FLUSH)
      let written = chunk.count - Int(stream.avail_out)
      output.append(contentsOf: UnsafeBufferPointer(rebasing: chunk[..<written]))
      switch status {
      case Z_OK where written > 0: continue
      case Z_STREAM_END where stream.avail_in == 0: return output
      case Z_STREAM_END where inflateReset(&stream) == Z_OK: continue
      case Z_OK, Z_BUF_ERROR: throw failure("the compressed data end too early")
      default: throw failure("the compressed data are damaged")
      }
    }
    throw failure("decompressed, the file is longer than \(limit) bytes, the most that is read")
  }
}
