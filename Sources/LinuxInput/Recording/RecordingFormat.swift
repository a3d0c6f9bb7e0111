/// What a file holds, told by its first lines.
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
    var header: RecordingFormat?
    let lines = bytes.withoutByteOrderMark.prefix(Self.limit)
      .split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
    for line in lines.lazy.map({ $0.drop(while: isBlank) }) where !line.isEmpty {
      guard line.first == UInt8(ascii: "#") else {
        guard let format = Self.format(ofLine: line) else { return nil }
        self = format
        return
      }
      if line.starts(with: "# EVEMU".utf8) { header = .evemu }
    }
    guard let header else { return nil }
    self = header
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
