internal import CZlib

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
    let result = bytes.withUnsafeBufferPointer { inflate($0, limit: limit) }
    switch result {
    case .success(let output): return output
    case .failure(let failure): throw RecordingError(file: file, line: 1, message: failure.reason)
    }
  }

  private struct Failure: Error {
    let reason: String
  }

  private static func inflate(_ input: UnsafeBufferPointer<UInt8>, limit: Int) -> Result<[UInt8], Failure> {
    var stream = z_stream()
    stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.avail_in = UInt32(clamping: input.count)
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, Int32(windowBits), ZLIB_VERSION, size) == Z_OK else {
      return .failure(Failure(reason: "zlib cannot start; out of memory?"))
    }
    defer { inflateEnd(&stream) }
    return inflate(&stream, limit: limit)
  }

  /// Bounded by the limit and by the input: every round adds output or begins another member.
  private static func inflate(_ stream: inout z_stream, limit: Int) -> Result<[UInt8], Failure> {
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
      case Z_STREAM_END where stream.avail_in == 0: return .success(output)
      case Z_STREAM_END where inflateReset(&stream) == Z_OK: continue
      case Z_OK, Z_BUF_ERROR: return .failure(Failure(reason: "the compressed data end too early"))
      default: return .failure(Failure(reason: "the compressed data are damaged"))
      }
    }
    return .failure(
      Failure(reason: "decompressed, the file is longer than \(limit) bytes, the most that is read"))
  }
}
