import Dispatcher
internal import Glibc
import LinuxInput

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

  /// Whose turn it is: one program at a time for a responder, also when its layout was read anew meanwhile.
  final class Turn {
    var running: Process?
    var lastStart: Timestamp?
  }

  /// More responders than a layout has that start programs. (O)
  private static let turnLimit = 256

  private let runLoop: RunLoop
  private var turns: [String: Turn] = [:]
  /// How many programs are running.
  private(set) var count = 0

  init(runLoop: RunLoop) { self.runLoop = runLoop }

  /// The turn of a responder's command: the same for each that asks.
  func turn(of responder: String, _ command: [String]) -> Turn {
    let key = ([responder] + command).joined(separator: "\0")
    if let turn = turns[key] { return turn }
    if turns.count >= Self.turnLimit { turns = turns.filter { $0.value.running != nil } }
    let turn = Turn()
    turns[key] = turn
    return turn
  }

  /// Starts a program in a process group of its own, with nothing on its standard input and no signal blocked.
  ///
  /// - Parameters:
  ///   - command: the program, by path or name, and its arguments; not empty.
  ///   - environment: the whole of it, `NAME=value` each.
  ///   - timeout: after which the group is killed.
  ///   - completion: called once, on the run loop.
  /// - Throws: ``SystemError``: `ENOENT` or `EACCES` where the program cannot be started, `EAGAIN`, `EMFILE`.
  func start(
    _ command: [String], environment: [String], timeout: Interval, completion: @escaping (End) -> Void
  ) throws(SystemError) -> Process {
    let id = try spawn(command, environment: environment)
    do throws(SystemError) {
      let process = try Process(id: id)
      try follow(process, timeout, completion)
      count += 1
      return process
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

/// posix_spawn with what every program of ours gets.
private func spawn(_ command: [String], environment: [String]) throws(SystemError) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
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
