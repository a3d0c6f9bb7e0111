internal import CEvdev
internal import Glibc
internal import Synchronization

/// A program's inheritance from its parent: three descriptors, and the actions on two signals.
public enum StandardDescriptors {
  private static let brokenPipeEnds = Mutex(true)

  /// Makes sure of all. To be called first of all, before anything opens a descriptor.
  ///
  /// A standard descriptor that is closed would become that of the next thing opened, a panel or the run loop's own; so
  /// it becomes /dev/null, to read: what is written to it fails, as before. SIGPIPE is ignored: a reader that goes ends
  /// no daemon, the write says `EPIPE`. SIGCHLD is not: the kernel would throw away how programs ended.
  public static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest number that is free, which is this one.
      _ = open("/dev/null", O_RDONLY | O_NOCTTY)
    }
    signal(SIGCHLD, SIG_DFL)
    let former = signal(SIGPIPE, SIG_IGN)
    let wasIgnored = unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    brokenPipeEnds.withLock { $0 = !wasIgnored }
  }

  /// Ends the program as SIGPIPE would have, as it ends any filter whose reader has enough; returns where SIGPIPE was
  /// ignored already when the program was started.
  public static func endByBrokenPipe() {
    guard brokenPipeEnds.withLock({ $0 }) else { return }
    signal(SIGPIPE, SIG_DFL)
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

/// The program that runs: what it was started with, and where it is. Works without `/proc`.
package enum OwnProgram {
  /// Its name as it was called, and its arguments. What is no UTF-8 is replaced in them.
  package static let arguments: [String] = {
    var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = Int(cevdev_arguments(&values))
    return (0..<count).compactMap { values?[$0].map { String(cString: $0) } }
  }()

  /// The variables that it was started with, by name. Of two of one name, the later counts.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    guard var next = cevdev_environment() else { return [:] }
    while let entry = next.pointee {
      let sides = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if sides.count == 2, !sides[0].isEmpty { variables[String(sides[0])] = String(sides[1]) }
      next += 1
    }
    return variables
  }

  /// The folder that it is in; `nil` if the kernel does not say, as without `/proc`.
  package static var folder: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let bytes = path.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
    return bytes.lastIndex(of: UInt8(ascii: "/")).map { String(decoding: bytes[..<$0], as: UTF8.self) }
  }

  /// Becomes a program of the folder that this one is in, or else of the PATH; its arguments follow its name.
  ///
  /// - Returns: the errno, if it cannot.
  package static func become(_ program: String, _ words: [String]) -> Int32 {
    var words = ([program] + words).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    if let folder { execv("\(folder)/\(program)", &words) }
    execvp(program, &words)
    return errno
  }
}
