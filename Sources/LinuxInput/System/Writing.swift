internal import Glibc

/// Writes a whole text to a descriptor, and waits until it is written.
///
/// - Throws: ``SystemError``: `ENOSPC` on a full disk, `EPIPE` if the reader has gone.
public func writeAll(_ text: String, to descriptor: Int32, _ path: String) throws(SystemError) {
  var text = text
  let code: Int32 = text.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        // Somebody else who has it open does not want to wait, and made it so for all.
        waitForRoom(in: descriptor)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
  guard code == 0 else { throw SystemError(call: "write", on: path, code: code) }
}

private func waitForRoom(in descriptor: Int32) {
  var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  poll(&entry, 1, -1)
}
