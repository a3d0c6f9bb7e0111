extension Recording {
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
    try readFile(path, limit: limits.bytes)
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
    case .deviceIndex, nil: throw Self.foreign(file, isEmpty: text.isEmpty)
    }
  }

  private static func foreign(_ file: String, isEmpty: Bool) -> RecordingError {
    RecordingError(
      file: file, line: 1,
      message: (isEmpty ? "the file is empty" : "this is no recording")
        + "; expected evemu text (`E: 0.000001 0003 0039 0`) or YAML of `libinput record` (`version: 1`)")
  }
}

/// The bytes of a file; `-` is standard input.
///
/// - Throws: ``SystemError`` with a remedy; ``RecordingError`` if there are more than `limit`.
func readFile(_ path: String, limit: Int) throws -> [UInt8] {
  let bytes = try contentsOfInput(path, limit: limit)
  guard bytes.count > limit else { return bytes }
  throw RecordingError(
    file: path, line: 1, message: "the file is longer than \(limit) bytes, the most that is read")
}
