internal import Glibc

/// Where a unix socket is: a path of the file system, or a name of the kernel's own ("abstract"), which no other socket
/// may have and which goes with its socket.
struct LocalSocketAddress {
  /// The path, or the name with `@` before it.
  let path: String
  private var address = sockaddr_un()
  private let length: socklen_t

  /// The longest path, in bytes: `sun_path` of unix(7), less the zero at its end.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// - Parameter call: what the address is for.
  /// - Throws: ``SystemError``, `ENAMETOOLONG` for a path that is longer than a socket's may be, `ENOENT` for
  ///   none at all.
  init(path: String, for call: String) throws(SystemError) {
    guard let address = LocalSocketAddress(path, isAbstract: false) else {
      throw SystemError(
        call: call, on: path, code: path.isEmpty ? ENOENT : ENAMETOOLONG,
        remedy: "the path of a socket has 1 to \(Self.longestPath) bytes")
    }
    self = address
  }

  /// What `NOTIFY_SOCKET` holds: an absolute path, or `@` and an abstract name; `nil` for anything else.
  init?(notifySocket name: String) {
    switch name.utf8.first {
    case UInt8(ascii: "/"): self.init(name, isAbstract: false)
    case UInt8(ascii: "@"): self.init(name, isAbstract: true)
    default: return nil
    }
  }

  private init?(_ name: String, isAbstract: Bool) {
    var bytes = Array(name.utf8)
    guard bytes.count > (isAbstract ? 1 : 0), bytes.count <= Self.longestPath, !bytes.contains(0) else {
      return nil
    }
    if isAbstract { bytes[0] = 0 }
    path = name
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    // An abstract name has no end of its own: each byte of the length counts.
    let size = MemoryLayout<sockaddr_un>.size - Self.longestPath - 1 + bytes.count + (isAbstract ? 0 : 1)
    length = socklen_t(size)
  }

  /// Calls something that takes an address as the socket calls do.
  func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
