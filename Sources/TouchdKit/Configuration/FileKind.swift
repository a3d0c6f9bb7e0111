import LinuxInput

/// What a file is that a person may have named in the place of another.
enum FileKind {
  case layout
  case recording

  /// How much of a file is looked at: what tells the kinds apart stands before the first view or event.
  private static let limit = 1 << 16

  /// Tells by the first lines; `nil` if they say neither.
  static func of(_ bytes: [UInt8]) -> FileKind? {
    if Recording.isBegun(by: bytes) { return .recording }
    let start = bytes.prefix(limit)
    guard start.first != UInt8(ascii: "{") else {
      let text = String(decoding: start, as: UTF8.self)
      return ["\"screen\"", "\"views\""].contains(where: text.contains) ? .layout : nil
    }
    let lines = start.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
    func has(_ words: String...) -> Bool {
      lines.contains { line in words.contains { line.starts(with: $0.utf8) } }
    }
    let first = lines.first { !$0.starts(with: "#".utf8) && !$0.starts(with: "---".utf8) }
    let isLayout = KeyTable.layout.built.contains { first?.starts(with: "\($0):".utf8) ?? false }
    if isLayout, has("screen:", "views:", "windows:", "responders:") { return .layout }
    return has("ndevices:", "libinput:", "devices:") ? .recording : nil
  }
}
