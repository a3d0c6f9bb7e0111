internal import Glibc
package import LinuxInput

/// posix_spawn with what every program of ours gets.
package struct Spawn: Sendable {
  private let command: [String]
  private let environment: [String]
  private let input: [UInt8]
  private let output: Output
  private let confinement: Confinement

  /// - Parameter output: where it prints; `nil` for where touchd does. Open here for as long as this value is kept.
  package init(
    _ command: [String], _ environment: [String], input: [UInt8], output: consuming OwnedDescriptor?,
    confinement: Confinement = .fromInput
  ) {
    (self.command, self.environment, self.input, self.confinement) = (
      command, environment, input, confinement
    )
    self.output = Output(descriptor: output)
  }

  /// Starts it. Returns when its file has been read, which may take as long as the disk or the network likes.
  ///
  /// To be called once, on a thread of its own that does nothing else: a program inherits what its thread cannot open.
  /// So nothing of ours runs between fork and exec.
  ///
  /// - Returns: the process, or ``SystemError``: `ENOENT` or `EACCES` where the program cannot be started, `EAGAIN`,
  ///   `EMFILE`.
  package func run() -> Result<StartedProcess, SystemError> {
    Result { () throws(SystemError) in
      try confinement.confineThread()
      return try StartedProcess(start())
    }
  }

  /// Starts the program. Its input lies in memory: unlike a pipe, that needs no writer that may have to wait for it.
  private func start() throws(SystemError) -> pid_t {
    let input = try OwnedDescriptor.memory(input, named: "event")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.rawValue, STDIN_FILENO)
    if let end = output.number {
      posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, end, STDERR_FILENO)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, command[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SystemError(call: "posix_spawn", on: command[0], code: code) }
    return id
  }

  /// The program's end of a pipe, if it has one.
  private final class Output: Sendable {
    private let descriptor: OwnedDescriptor?
    let number: Int32?

    init(descriptor: consuming OwnedDescriptor?) {
      switch consume descriptor {
      case .some(let open):
        number = open.rawValue
        self.descriptor = consume open
      case nil:
        number = nil
        self.descriptor = nil
      }
    }
  }
}

/// A program that runs, as the leader of a process group of its own.
package final class StartedProcess: Sendable {
  package let id: Int32
  /// Becomes readable when it ends.
  let descriptor: OwnedDescriptor

  /// - Throws: ``SystemError``, `EMFILE` if touchd has no descriptor left. Then it is killed, since its end would go
  ///   unnoticed.
  init(_ id: pid_t) throws(SystemError) {
    self.id = id
    do {
      descriptor = try .process(id)
    } catch {
      kill(-id, SIGKILL)
      waitpid(id, nil, 0)
      throw error
    }
  }

  /// Kills the group.
  package func terminate() { kill(-id, SIGKILL) }

  /// Its status, as `waitpid` has it; `nil` while it runs.
  package func reap() -> Int32? {
    var status: Int32 = 0
    return waitpid(id, &status, WNOHANG) == id ? status : nil
  }

  /// Waits for its end. A program that hangs on a disk outlives even SIGKILL, so this is never called on the loop.
  func wait() { waitpid(id, nil, 0) }
}
