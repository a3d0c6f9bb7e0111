/// The lines of a text in memory, ended by LF or CR LF, counted from 1.
struct LineReader {
  private let file: String
  private let limit: Int
  private var rest: ArraySlice<UInt8>
  /// The number of the line read last.
  private(set) var number = 0

  /// - Parameter limit: the longest line, in bytes.
  init(_ bytes: [UInt8], file: String, limit: Int) {
    self.file = file
    self.limit = limit
    rest = bytes.withoutByteOrderMark
  }

  /// The next line without its end; `nil` after the last.
  mutating func next() throws(RecordingError) -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let window = rest.prefix(limit + 1)
    let end = window.firstIndex(of: UInt8(ascii: "\n")) ?? window.endIndex
    let line = rest[..<end]
    guard line.count <= limit else {
      throw error("the line is longer than \(limit) bytes; no line of a recording is")
    }
    rest = rest[end...].dropFirst()
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// An error at the line read last, or at the first.
  func error(_ message: String) -> RecordingError {
    RecordingError(file: file, line: max(number, 1), message: message)
  }
}
