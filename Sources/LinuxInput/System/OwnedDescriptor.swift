internal import CEvdev
internal import Dispatcher
internal import Glibc

/// A file descriptor with one owner, closed at the end of its life.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The descriptor's number; valid while this value lives.
  public let rawValue: Int32

  /// Takes over an open descriptor; the caller must not close it from now on.
  public init(adopting rawValue: Int32) { self.rawValue = rawValue }

  deinit { close(rawValue) }

  /// Gives the descriptor up, which the caller is to close.
  consuming func release() -> Int32 {
    let number = rawValue
    discard self
    return number
  }

  /// Opens a file, or makes one that is its owner's alone. No program inherits the descriptor unasked, and a terminal
  /// does not become this process's: its hangup would end a service.
  init(
    opening path: String, _ flags: Int32, remedy: (Int32) -> String? = { _ in nil }
  ) throws(SystemError) {
    rawValue = try systemCall("open", on: path, remedy: remedy) {
      open(path, flags | O_CLOEXEC | O_NOCTTY, 0o600)
    }
  }

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
    try writeAll(bytes, to: file.rawValue, "memory for \(name)")
    lseek(file.rawValue, 0, SEEK_SET)
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

  /// Opens a file, its owner's alone, that no other process has locked, and locks it (flock(2)) for as long as it is
  /// open. A file that is there is opened as it is, if it is ours: another user may have put one there, to read what is
  /// written to it, or given a file of ours a second name, to have it overwritten.
  ///
  /// - Throws: ``SystemError``: `EWOULDBLOCK` if another program has it, `EPERM` if it belongs to another user or has a
  ///   second name, `EEXIST` if it is no file, `ELOOP` if it is a link, `EACCES`, `ENOENT`, `EROFS`.
  static func lockedFile(_ path: String, remedy: (Int32) -> String?) throws(SystemError) -> OwnedDescriptor {
    for _ in 0..<attempts {
      let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK
      let descriptor = try OwnedDescriptor(opening: path, flags, remedy: remedy)
      var (opened, named) = (stat(), stat())
      try systemCall("fstat", on: path) { [fd = descriptor.rawValue] in fstat(fd, &opened) }
      guard opened.st_mode & S_IFMT == S_IFREG else {
        throw SystemError(call: "open", on: path, code: EEXIST, remedy: remedy(EEXIST))
      }
      guard opened.st_uid == geteuid(), opened.st_nlink <= 1 else {
        throw SystemError(call: "open", on: path, code: EPERM, remedy: remedy(EPERM))
      }
      try systemCall("flock", on: path, remedy: remedy) { [fd = descriptor.rawValue] in
        flock(fd, LOCK_EX | LOCK_NB)
      }
      // The process that had the lock may have moved or removed the file meanwhile.
      if lstat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev {
        return descriptor
      }
    }
    throw SystemError(call: "flock", on: path, code: EWOULDBLOCK, remedy: remedy(EWOULDBLOCK))
  }

  /// Attempts at a file that others take away; each time, another one has ended its work.
  private static var attempts: Int { 100 }
}

/// Waits until a descriptor is ready, but not beyond a deadline; says whether it is.
func awaitReadiness(_ descriptor: Int32, _ readiness: Readiness, until deadline: Timestamp) -> Bool {
  while true {
    var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: readiness.rawValue), revents: 0)
    let left = max((deadline - MonotonicClock.now).microseconds, 0)
    let count = poll(&entry, 1, Int32(clamping: (left + 999) / 1000))
    if count > 0 { return true }
    if left == 0 { return false }
  }
}

/// Writes a whole text to a descriptor, and waits until it is written.
///
/// - Throws: ``SystemError``: `ENOSPC` on a full disk, `EPIPE` if the reader has gone.
public func writeAll(_ text: String, to descriptor: Int32, _ path: String) throws(SystemError) {
  try writeAll(Array(text.utf8), to: descriptor, path)
}

/// The same with bytes.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    let code = errno
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if code == EAGAIN {
      // Another process that has the file open too made it non-blocking for both.
      _ = awaitReadiness(descriptor, .writable, until: Timestamp(microseconds: .max))
    } else if code != EINTR {
      throw SystemError(call: "write", on: path, code: code)
    }
  }
}

/// The names in a folder, those that begin with a dot left out. O(entries).
///
/// - Throws: ``SystemError``: `ENOENT` if there is no such folder, `EACCES` if it may not be read.
public func entries(ofFolder path: String) throws(SystemError) -> [String] {
  guard let folder = opendir(path) else { throw SystemError(call: "opendir", on: path, code: errno) }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = name(of: entry)
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}

/// The name of an entry of a folder.
func name(of entry: UnsafeMutablePointer<dirent>) -> String {
  withUnsafePointer(to: &entry.pointee.d_name) { pointer in
    pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
      String(cString: $0)
    }
  }
}
