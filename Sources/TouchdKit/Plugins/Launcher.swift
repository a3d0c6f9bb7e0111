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
    /// It was not started.
    case failed(SystemError)
    /// Its file, or the folder that it lies in, has not answered in time.
    case hanging
  }

  /// A program that is being started, and then runs.
  private final class Process {
    var starting: Background<Result<pid_t, SystemError>>?
    var id: pid_t?
    var descriptor: OwnedDescriptor?
    var expiry: LoopTimer?
    var watch: RunLoop.Watch?
    var hasTimedOut = false
    /// `nil` once it was called.
    var completion: ((End) -> Void)?

    init(_ completion: @escaping (End) -> Void) { self.completion = completion }
  }

  /// More responders than a layout has that start programs. (O)
  private static let turnLimit = 256
  /// More programs than run at once, whose output is still read; then the oldest is closed. (O)
  private static let outputLimit = 64
  /// Starts that were given up and have not ended: each has a thread. (O)
  private static let hangingLimit = 4

  let runLoop: RunLoop
  /// Whether there is time between two starts; a replay has none.
  let paces: Bool
  private var turns: [String: ExecTurn] = [:]
  /// Where programs print, oldest first.
  private var outputs: [ProgramOutput] = []
  /// How many programs are being started, or running.
  private(set) var count = 0
  /// How many starts were given up and have not ended.
  private var hanging = 0

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
  /// The system reads the program's file before it lets go of the thread that asks, so a thread of its own does.
  ///
  /// - Parameters:
  ///   - command: the program, by path or name, and its arguments; not empty.
  ///   - environment: the whole of it, `NAME=value` each.
  ///   - timeout: after which the group is killed.
  ///   - output: called with the lines that it prints, and at last with none.
  ///   - completion: called once, on the run loop.
  /// - Throws: ``SystemError``: `EAGAIN`, `EMFILE` where nothing more can be started.
  func start(
    _ command: [String], environment: [String], timeout: Interval, output: @escaping ([[UInt8]]) -> Void,
    completion: @escaping (End) -> Void
  ) throws(SystemError) {
    guard hanging < Self.hangingLimit else {
      throw SystemError(
        call: "posix_spawn", on: command[0], code: EAGAIN,
        remedy:
          "\(hanging) programs before it hang while they start; look at the disk or the network they are on")
    }
    var writing: OwnedDescriptor?
    if paces { try read(.pipe(to: &writing), output) }
    let spawn = Spawn(command, environment, output: writing.take())
    let process = Process(completion)
    process.expiry = try LoopTimer(on: runLoop) { [weak self, unowned process] in self?.expire(process) }
    process.starting = try Background(on: runLoop, { spawn.run() }) { [weak self] result in
      self?.follow(process, result)
    }
    process.expiry?.set(after: timeout)
    count += 1
  }

  private func read(
    _ descriptor: consuming OwnedDescriptor, _ output: @escaping ([[UInt8]]) -> Void
  ) throws(SystemError) {
    let reader = try ProgramOutput(descriptor, on: runLoop, onLines: output) { [weak self] ended in
      output([])
      self?.outputs.removeAll { $0 === ended }
    }
    if outputs.count >= Self.outputLimit { outputs.removeFirst().close() }
    outputs.append(reader)
  }

  private func follow(_ process: Process, _ result: Result<pid_t, SystemError>) {
    process.starting = nil
    do throws(SystemError) {
      let id = try result.get()
      process.id = id
      if process.hasTimedOut { kill(-id, SIGKILL) }
      try follow(process, id)
    } catch {
      // Without a watch on it, its end would go unnoticed.
      if let id = process.id {
        kill(-id, SIGKILL)
        waitpid(id, nil, 0)
      }
      end(process, .failed(error))
    }
  }

  private func follow(_ process: Process, _ id: pid_t) throws(SystemError) {
    let descriptor = try OwnedDescriptor.process(id)
    process.watch = try runLoop.watch(descriptor.rawValue) { [weak self] _ in self?.reap(process, id) }
    process.descriptor = consume descriptor
  }

  private func expire(_ process: Process) {
    process.hasTimedOut = true
    if let id = process.id {
      kill(-id, SIGKILL)
    } else {
      hanging += 1
      tell(process, .hanging)
    }
  }

  private func reap(_ process: Process, _ id: pid_t) {
    var status: Int32 = 0
    guard waitpid(id, &status, WNOHANG) == id else { return }
    if let watch = process.watch { runLoop.cancel(watch) }
    process.watch = nil
    let signal = status & 0x7f
    end(
      process,
      process.hasTimedOut ? .timedOut : signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal))
  }

  private func end(_ process: Process, _ end: End) {
    process.expiry = nil
    if process.completion == nil { hanging -= 1 } else { tell(process, end) }
  }

  private func tell(_ process: Process, _ end: End) {
    count -= 1
    let completion = process.completion
    process.completion = nil
    completion?(end)
  }
}
