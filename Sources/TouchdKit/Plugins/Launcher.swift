import Dispatcher
internal import Glibc
import LinuxInput
import Logging

/// Starts programs and tells when they end, on the run loop.
final class Launcher {
  /// How a program ended.
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
  }

  /// A running program.
  final class Process {
    fileprivate let id: pid_t
    fileprivate let descriptor: OwnedDescriptor
    fileprivate var expiry: LoopTimer?
    fileprivate var watch: RunLoop.Watch?
    fileprivate var hasTimedOut = false

    fileprivate init(id: pid_t) throws(SystemError) {
      self.id = id
      descriptor = try .process(id)
    }
  }

  /// More responders than a layout has that start programs. (O)
  private static let turnLimit = 256
  /// More programs than run at once, whose output is still read; then the oldest is closed. (O)
  private static let outputLimit = 64

  let runLoop: RunLoop
  /// Whether there is time between two starts; a replay has none.
  let paces: Bool
  private var turns: [String: ExecTurn] = [:]
  /// Where programs print, oldest first.
  private var outputs: [ProgramOutput] = []
  /// How many programs are running.
  private(set) var count = 0

  /// - Parameter isLive: `false` for a replay: programs follow each other without a pause, and print where touchd does.
  init(runLoop: RunLoop, isLive: Bool = true) { (self.runLoop, paces) = (runLoop, isLive) }

  /// The turn of a responder's command: the same for each that asks.
  func turn(of responder: String, _ command: [String]) -> ExecTurn {
    let key = ([responder] + command).joined(separator: "\0")
    if let turn = turns[key] { return turn }
    if turns.count >= Self.turnLimit { turns = turns.filter { !$0.value.isIdle } }
    let turn = ExecTurn(self)
    turns[key] = turn
    return turn
  }

  /// Says what will not be started any more, since touchd ends.
  func tellUnstarted(to logger: Logger) {
    let count = turns.values.reduce(0) { $0 + $1.count }
    if count > 0 { logger.warning("\(count) program starts that waited are left out, since touchd ends") }
  }

  /// Starts a program in a process group of its own, with nothing on its standard input, no descriptor of ours, no signal
  /// blocked and none ignored. It has touchd's user and groups: a program that must not read the panels needs a unit and a
  /// user of its own.
  ///
  /// - Parameters:
  ///   - command: the program, by path or name, and its arguments; not empty.
  ///   - environment: the whole of it, `NAME=value` each.
  ///   - timeout: after which the group is killed.
  ///   - output: called with the lines that it prints, and at last with none.
  ///   - completion: called once, on the run loop.
  /// - Throws: ``SystemError``: `ENOENT` or `EACCES` where the program cannot be started, `EAGAIN`, `EMFILE`.
  func start(
    _ command: [String], environment: [String], timeout: Interval, output: @escaping ([[UInt8]]) -> Void,
    completion: @escaping (End) -> Void
  ) throws(SystemError) {
    let id =
      paces ? try spawn(command, environment, output) : try Self.spawn(command, environment, output: nil)
    do throws(SystemError) {
      let process = try Process(id: id)
      try follow(process, timeout, completion)
      count += 1
    } catch {
      // Nobody would ever ask for its end.
      kill(-id, SIGKILL)
      waitpid(id, nil, 0)
      throw error
    }
  }

  private func follow(
    _ process: Process, _ timeout: Interval, _ completion: @escaping (End) -> Void
  ) throws(SystemError) {
    process.expiry = try LoopTimer(on: runLoop) { [unowned process] in
      process.hasTimedOut = true
      kill(-process.id, SIGKILL)
    }
    process.expiry?.set(after: timeout)
    process.watch = try runLoop.watch(process.descriptor.rawValue) { [weak self] _ in
      self?.reap(process, completion)
    }
  }

  private func reap(_ process: Process, _ completion: (End) -> Void) {
    var status: Int32 = 0
    guard waitpid(process.id, &status, WNOHANG) == process.id else { return }
    if let watch = process.watch { runLoop.cancel(watch) }
    (process.watch, process.expiry) = (nil, nil)
    count -= 1
    let signal = status & 0x7f
    if process.hasTimedOut {
      completion(.timedOut)
    } else {
      completion(signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal))
    }
  }
}

// MARK: - posix_spawn with what every program of ours gets

extension Launcher {
  private func spawn(
    _ command: [String], _ environment: [String], _ output: @escaping ([[UInt8]]) -> Void
  ) throws(SystemError) -> pid_t {
    var writing: OwnedDescriptor?
    let reader = try ProgramOutput(.pipe(to: &writing), on: runLoop, onLines: output) { [weak self] ended in
      output([])
      self?.outputs.removeAll { $0 === ended }
    }
    let id = try Self.spawn(command, environment, output: writing?.rawValue)
    // Else its end would never be read.
    writing = nil
    if outputs.count >= Self.outputLimit { outputs.removeFirst().close() }
    outputs.append(reader)
    return id
  }

  /// - Parameter output: where it prints; `nil` for where touchd does.
  private static func spawn(
    _ command: [String], _ environment: [String], output: Int32?
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
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
    guard code == 0 else {
      throw SystemError(
        call: "posix_spawn", on: command[0], code: code,
        remedy: code == ENOENT || code == EACCES
          ? "check the path in `run`, and that touchd may execute it" : nil)
    }
    return id
  }
}
