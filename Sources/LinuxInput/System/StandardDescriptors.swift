internal import CEvdev
internal import Glibc
internal import Synchronization

/// What a program inherits from its parent: three descriptors, and what a broken pipe does.
public enum StandardDescriptors {
  private static let brokenPipeEnds = Mutex(true)

  /// Makes sure of both. To be called first of all, before anything opens a descriptor.
  ///
  /// A standard descriptor that is closed would become that of the next thing opened, a panel or the run loop's own; so
  /// it becomes /dev/null, to read: what is written to it fails, as before. SIGPIPE is ignored: a reader that goes ends
  /// no daemon, the write says `EPIPE`.
  public static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest number that is free, which is this one.
      _ = open("/dev/null", O_RDONLY | O_NOCTTY)
    }
    var former = sigaction()
    var ignored = sigaction()
    ignored.__sigaction_handler.sa_handler = SIG_IGN
    sigaction(SIGPIPE, &ignored, &former)
    brokenPipeEnds.withLock { $0 = !former.isIgnored }
  }

  /// Ends the program as SIGPIPE would have, as it ends any filter whose reader has enough; returns where SIGPIPE was
  /// ignored already when the program was started.
  public static func endByBrokenPipe() {
    guard brokenPipeEnds.withLock({ $0 }) else { return }
    var standard = sigaction()
    standard.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGPIPE, &standard, nil)
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_UNBLOCK, &pipe, nil)
    raise(SIGPIPE)
  }

  /// Whether a descriptor is the stream that the environment's `JOURNAL_STREAM` names, by device and inode: a
  /// parent that redirects standard error leaves the variable as it was.
  public static func isJournal(_ descriptor: Int32) -> Bool {
    guard let value = getenv("JOURNAL_STREAM") else { return false }
    return isStream(descriptor, named: String(cString: value))
  }

  static func isStream(_ descriptor: Int32, named name: String) -> Bool {
    let numbers = name.split(separator: ":", omittingEmptySubsequences: false).map { UInt64($0) }
    var status = stat()
    guard numbers.count == 2, fstat(descriptor, &status) == 0 else { return false }
    return numbers == [UInt64(status.st_dev), UInt64(status.st_ino)]
  }
}

extension sigaction {
  fileprivate var isIgnored: Bool {
    unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
