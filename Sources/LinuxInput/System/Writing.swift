internal import Glibc

/// Writes a whole text to a descriptor, and waits until it is written.
///
/// - Throws: ``SystemError``: `ENOSPC` on a full disk, `EPIPE` if the reader has gone.
public func writeAll(_ text: String, to descriptor: Int32, _ path: String) throws(SystemError) {
  var text = text
  let code = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
  guard code == 0 else { throw SystemError(call: "write", on: path, code: code) }
}

/// The same with bytes.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(SystemError) {
  let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
  guard code == 0 else { throw SystemError(call: "write", on: path, code: code) }
}

/// - Returns: 0, or the errno.
private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var rest = bytes
  while !rest.isEmpty {
    let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      // Another process that has the file open too made it non-blocking for both.
      waitForRoom(in: descriptor)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}

private func waitForRoom(in descriptor: Int32) {
  var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  poll(&entry, 1, -1)
}
