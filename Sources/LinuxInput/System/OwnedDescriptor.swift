internal import CEvdev
internal import Glibc

/// A file descriptor with one owner, closed at the end of its life.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The descriptor's number; valid while this value lives.
  public let rawValue: Int32

  /// Takes over an open descriptor; the caller must not close it from now on.
  public init(adopting rawValue: Int32) { self.rawValue = rawValue }

  deinit { close(rawValue) }
}

extension OwnedDescriptor {
  /// The end of a new pipe from which to read what a program prints, non-blocking. No program inherits an end unasked.
  ///
  /// - Parameter writing: becomes the program's end, which blocks, as programs expect; to be closed here then.
  /// - Throws: ``SystemError``, `EMFILE` if the process has no descriptor left.
  package static func pipe(to writing: inout OwnedDescriptor?) throws(SystemError) -> OwnedDescriptor {
    var ends: (reading: Int32, writing: Int32) = (0, 0)
    try check(cevdev_pipe(&ends.reading, &ends.writing), "pipe2", on: "a program's output")
    writing = OwnedDescriptor(adopting: ends.writing)
    let reading = OwnedDescriptor(adopting: ends.reading)
    // Of this end alone: the two are descriptions of their own.
    _ = fcntl(ends.reading, F_SETFL, O_NONBLOCK)
    return reading
  }

  /// A file in memory, to be read from its start. No program inherits it unasked. O(bytes).
  ///
  /// - Parameter name: what `/proc` calls it.
  /// - Throws: ``SystemError``: `EMFILE` if the process has no descriptor left, `ENOMEM`.
  package static func memory(_ bytes: [UInt8], named name: String) throws(SystemError) -> OwnedDescriptor {
    let file = OwnedDescriptor(adopting: try check(cevdev_memory(name), "memfd_create", on: name))
    var written = 0
    while written < bytes.count {
      let rest = bytes[written...].withUnsafeBytes {
        pwrite(file.rawValue, $0.baseAddress, $0.count, off_t(written))
      }
      if rest < 0, errno == EINTR { continue }
      guard rest > 0 else { throw SystemError(call: "pwrite", on: "memory for \(name)", code: errno) }
      written += rest
    }
    return file
  }

  /// Whether it is one of the device whose node is at a path now.
  public borrowing func isOpen(of path: String) -> Bool {
    var (own, node) = (stat(), stat())
    return fstat(rawValue, &own) == 0 && stat(path, &node) == 0 && own.st_rdev == node.st_rdev
  }

  /// A descriptor that becomes readable when a process ends (`pidfd_open`).
  ///
  /// - Throws: ``SystemError``: `ESRCH` if there is no such process, `EMFILE` if this one has no descriptor
  ///   left.
  public static func process(_ pid: Int32) throws(SystemError) -> OwnedDescriptor {
    OwnedDescriptor(
      adopting: try check(cevdev_pidfd_open(pid), "pidfd_open", on: "process \(pid)"))
  }
}
