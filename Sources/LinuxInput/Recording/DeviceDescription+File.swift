public import Dispatcher

extension DeviceDescription {
  /// Reads a device's description for a recording that lacks it.
  ///
  /// From evemu text (`.desc`, `.device`), any recording that has a head, or a JSON list of descriptions, of
  /// which the one is taken whose `"file"` is the end of the recording's path.
  ///
  /// - Throws: ``SystemError`` if the file cannot be read; ``RecordingError`` with the line if it is
  ///   malformed, holds no description, or none for the recording.
  public init(contentsOf path: String, forRecording recording: String) throws {
    let limits = RecordingLimits()
    let bytes = try Gzip.decompress(readFile(path, limit: limits.bytes), file: path, limit: limits.bytes)
    if RecordingFormat(of: bytes) == .deviceIndex {
      self = try DeviceIndex(bytes, file: path).description(of: recording)
      return
    }
    let recording = try Recording(parsing: bytes, file: path, limits: limits)
    guard let first = recording.devices.compactMap(\.description).first else {
      throw RecordingError(
        file: path, line: 1, message: "it describes no device; expected lines `N:` `I:` `P:` `B:` `A:`")
    }
    self = first
  }
}
