internal import NIOCore

/// Takes lines out of bytes as they come.
struct LineSplitter {
  /// What comes is no line of touchd: it has no end.
  struct TooLong: Error {}

  /// The longest line; touchd's own bound is less. (O)
  static let longest = 1 << 20

  private var rest = ByteBuffer()

  /// Adds bytes, and returns the lines that are complete, without their line feeds. O(bytes).
  mutating func add(_ bytes: ByteBuffer) throws(TooLong) -> [ByteBuffer] {
    var bytes = bytes
    if rest.readableBytes > 0 {
      rest.writeBuffer(&bytes)
    } else {
      rest = bytes
    }
    var lines: [ByteBuffer] = []
    while let end = rest.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
      guard let line = rest.readSlice(length: end - rest.readerIndex) else { break }
      rest.moveReaderIndex(forwardBy: 1)
      lines.append(line)
    }
    guard rest.readableBytes <= Self.longest else { throw TooLong() }
    rest.discardReadBytes()
    return lines
  }
}
