internal import YAML

/// Why a file is no recording, or no description of one, and where.
///
/// By cause: the file is of no format that is read here; a line is malformed or cut off; a number does not
/// fit; a limit of ``RecordingLimits`` is exceeded; compressed data are damaged.
public struct RecordingError: Error, Equatable, Sendable {
  /// The file's name, as given to the reader.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1; `nil` where the whole line is meant.
  public let column: Int?
  /// What is wrong and what was expected.
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
}

extension RecordingError: CustomStringConvertible {
  /// `FILE:LINE: error: MESSAGE`, with the column after the line where there is one.
  public var description: String {
    let place = column.map { "\(line):\($0)" } ?? "\(line)"
    return "\(file.cleaned(limit: SystemError.longestSubject)):\(place): error: \(message)"
  }
}
