internal import Glibc

/// The bytes of a file that a person named; of one that is longer than a limit, enough to see that it is.
///
/// - Parameter waits: whether it waits for a program to write into a pipe. A caller that must not be held up says no.
/// - Throws: ``SystemError`` of `open` or `read`, with a remedy: `ENOENT` if there is no such file, `EACCES` if it may
///   not be read, `EISDIR` if it is a folder, `EAGAIN` if it would have to be waited for.
public func contentsOfFile(_ path: String, limit: Int, waits: Bool = true) throws(SystemError) -> [UInt8] {
  let file = try openedFile(path, waits: waits)
  return try bytes(of: file.rawValue, named: path, limit: limit)
}

func openedFile(_ path: String, waits: Bool) throws(SystemError) -> OwnedDescriptor {
  let flags = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)
  return OwnedDescriptor(
    adopting: try systemCall("open", on: path, remedy: remedy) { open(path, flags) })
}

/// The bytes of a file, or of standard input where `-` stands for it; of what is longer than a limit, enough to see
/// that it is.
///
/// - Parameter waits: whether it waits for a program to write into a pipe that has a name. Standard input is waited
///   for.
/// - Throws: ``SystemError`` of `open` or `read`, as ``contentsOfFile(_:limit:waits:)``.
public func contentsOfInput(_ path: String, limit: Int, waits: Bool = true) throws(SystemError) -> [UInt8] {
  guard path == "-" else { return try contentsOfFile(path, limit: limit, waits: waits) }
  return try bytes(of: STDIN_FILENO, named: "standard input", limit: limit)
}

func bytes(of descriptor: Int32, named path: String, limit: Int) throws(SystemError) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: min(limit + 1, 1 << 16))
  while bytes.count <= limit {
    let count = try systemCall("read", on: path, remedy: remedy) {
      readPatiently(descriptor, &chunk)
    }
    if count == 0 { break }
    bytes += chunk[..<count]
  }
  return bytes
}

/// A signal that comes in between is no failure.
private func readPatiently(_ descriptor: Int32, _ chunk: inout [UInt8]) -> Int {
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    guard count < 0, errno == EINTR else { return count }
  }
}

private func remedy(_ code: Int32) -> String? {
  switch code {
  case ENOENT: "check the name; a relative path starts at the current folder"
  case EACCES:
    "make it, and the folders to it, readable for the user that touchd runs as; the service sees no /home and no /root"
  case EISDIR: "name a file, not a folder"
  case EAGAIN: "it is a pipe, or a terminal; name a file"
  default: nil
  }
}
