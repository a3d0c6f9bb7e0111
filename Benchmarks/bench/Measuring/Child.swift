internal import Glibc
import LinuxInput

/// A program that the harness started.
final class Child {
  let id: pid_t
  private var status: Int32?
  /// Beyond the numbers that a child is given.
  private static let firstCopy: Int32 = 16

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: its path, or its name, and its arguments.
  ///   - descriptors: which of ours it gets, under which number.
  init(_ command: [String], descriptors: [(own: Int32, its: Int32)]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    for (own, its) in descriptors {
      // Out of the way first: its number may be one that another of ours has.
      let copy = fcntl(own, F_DUPFD_CLOEXEC, Self.firstCopy)
      guard copy >= 0 else { throw Failure("duplicating a descriptor", code: errno) }
      copies.append(copy)
      posix_spawn_file_actions_adddup2(&actions, copy, its)
    }
    var arguments = command.map { strdup($0) } + [nil]
    // The variables of every child, and nothing of ours.
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    var variables = [strdup("PATH=\(path)"), nil]
    defer { for string in arguments + variables { free(string) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, command[0], &actions, nil, &arguments, &variables)
    guard code == 0 else { throw Failure("starting \(command[0])", code: code) }
    self.id = id
  }

  /// No child outlives what measures it.
  deinit { end() }

  /// Waits for its end.
  ///
  /// - Throws: ``Failure`` if it does not end by itself within the time, or not with status 0.
  func wait(seconds: Int32 = 300) throws {
    let process = try OwnedDescriptor.process(id)
    var end = pollfd(fd: process.rawValue, events: Int16(POLLIN), revents: 0)
    guard poll(&end, 1, seconds * 1000) == 1 else { throw Failure("it has not ended after \(seconds) s") }
    let status = reap()
    guard status == 0 else {
      throw Failure("it ended with status \(status >> 8 & 0xff), signal \(status & 0x7f)")
    }
  }

  /// Has it end, one way or the other.
  func end() {
    guard status == nil else { return }
    kill(id, SIGKILL)
    _ = reap()
  }

  private func reap() -> Int32 {
    var result: Int32 = 0
    while waitpid(id, &result, 0) < 0, errno == EINTR {}
    status = result
    return result
  }
}
