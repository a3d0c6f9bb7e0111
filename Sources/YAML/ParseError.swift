/// Why a file is not YAML that this module reads, and where.
///
/// By cause:
/// - the syntax is broken: libyaml's own words, and what it was reading at the time;
/// - the bytes are not UTF-8, or hold control characters;
/// - the file uses what is not read here: an anchor, an alias, a tag, a second document;
/// - a limit of ``Limits`` is exceeded.
public struct ParseError: Error, Equatable, Sendable {
  /// The file's name, as given to the parser.
  public let file: String
  /// Where in the file.
  public let mark: Mark
  /// Where the value starts that was being read, if the parser knows.
  public let start: Mark?
  /// What is wrong, in words, without the position.
  public let message: String

  /// An error at a place of a file.
  public init(file: String, mark: Mark, start: Mark? = nil, message: String) {
    self.file = file
    self.mark = mark
    self.start = start
    self.message = message
  }
}

extension ParseError: CustomStringConvertible {
  /// `FILE:LINE:COLUMN: error: MESSAGE`.
  public var description: String { "\(file):\(mark): error: \(message)" }
}
