import Dispatcher
internal import Glibc
import LinuxInput
import Logging
import YAML

/// Starts programs and tells when they end, on the run loop.
final class Launcher {
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
    /// It has run for as long as it may, and was killed.
    case timedOut(Interval)
    case failed(SystemError)
    /// Its file, or the folder that it lies in, has not answered for so long.
    case hanging(Interval)
  }

  /// A program, from the moment that its start was asked for. Its completion is called once: when it ends, or when it
  /// has not started in time.
  private final class Program {
    enum State {
      /// A thread starts it.
      case starting(Background<Result<StartedProcess, SystemError>>)
      /// It has not started in time, and this was reported. The thread still tries.
      case hanging(Background<Result<StartedProcess, SystemError>>)
      case running(StartedProcess, RunLoop.Watch)
      /// Its time was up. Its end is still to be reported, unless it had been hanging.
      case killed(StartedProcess, RunLoop.Watch, isReported: Bool)
      case ended
    }

    var state = State.ended
    var expiry: LoopTimer?
    /// Time for which it may run; `nil` for no limit.
    let timeout: Interval?
    let completion: (End) -> Void

    init(_ timeout: Interval?, _ completion: @escaping (End) -> Void) {
      (self.timeout, self.completion) = (timeout, completion)
    }

    /// Time that its start may take.
    var patience: Interval { timeout ?? Launcher.startPatience }
  }

  /// More responders than a layout has that start programs. (O)
  private static let turnLimit = 256
  /// More programs than run at once, whose output is still read; then the oldest is closed. (O)
  private static let outputLimit = 64
  /// Starts that were given up and have not ended: each has a thread. (O)
  private static let hangingLimit = 4
  /// Time that the start of a program without a time limit may take: the default limit of the others. (O)
  private static let startPatience = Interval.seconds(10)

  let runLoop: RunLoop
  /// Whether there is time between two starts; a replay has none.
  let paces: Bool
  /// Origin of the times that programs get: zero, but in a replay the time of its first event.
  var origin = Timestamp.zero
  /// Takes the commands of programs that are not started: what is recorded has ended well. `nil` where they are.
  var onStart: (([String]) -> Void)?
  /// Files that programs cannot open.
  private let confinement: Confinement
  private var turns: [String: ExecTurn] = [:]
  /// Outputs of programs, oldest first.
  private var outputs: [ProgramOutput] = []
  /// The number of programs that are being started, or running.
  private(set) var count = 0
  /// The number of starts that were given up and have not ended.
  private var hanging = 0

  /// - Parameters:
  ///   - isLive: `false` for a replay: programs follow each other without a pause, and print where touchd does.
  ///   - confinement: what programs cannot open.
  init(runLoop: RunLoop, isLive: Bool = true, confinement: Confinement = .fromInput) {
    (self.runLoop, paces, self.confinement) = (runLoop, isLive, confinement)
  }

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

  /// Starts a program in a process group of its own, with no descriptor of ours, no signal blocked and none ignored. It
  /// has touchd's user and groups, but cannot open input devices, nor uinput, where the kernel has Landlock.
  ///
  /// The system reads the program's file before it lets go of the thread that asks, so a thread of its own does.
  ///
  /// - Parameters:
  ///   - command: the program, by path or name, and its arguments; not empty.
  ///   - environment: the whole of it, `NAME=value` each.
  ///   - input: all that is on its standard input.
  ///   - timeout: after which the group is killed; `nil` for never.
  ///   - output: called with the lines that it prints, and at last with none.
  ///   - completion: called once, on the run loop.
  /// - Throws: ``SystemError``: `EAGAIN`, `EMFILE` where nothing more can be started.
  func start(
    _ command: [String], environment: [String], input: [UInt8], timeout: Interval?,
    output: @escaping ([[UInt8]]) -> Void, completion: @escaping (End) -> Void
  ) throws(SystemError) {
    if let onStart {
      onStart(command)
      return completion(.exited(0))
    }
    guard hanging < Self.hangingLimit else {
      throw SystemError(
        call: "posix_spawn", on: command[0], code: EAGAIN,
        remedy:
          "\(hanging) programs before it hang while they start; look at the disk or the network they are on")
    }
    var writing: OwnedDescriptor?
    if paces { try read(.pipe(to: &writing), output) }
    let spawn = Spawn(command, environment, input: input, output: writing.take(), confinement: confinement)
    let program = Program(timeout, completion)
    program.expiry = try LoopTimer(on: runLoop) { [weak self, unowned program] in self?.expire(program) }
    program.state = .starting(
      try Background(on: runLoop, { spawn.run() }) { [weak self] in self?.follow(program, $0) })
    program.expiry?.set(after: program.patience)
    count += 1
  }

  private func read(
    _ descriptor: consuming OwnedDescriptor, _ output: @escaping ([[UInt8]]) -> Void
  ) throws(SystemError) {
    let reader = try ProgramOutput(descriptor, on: runLoop, onLines: output) { [weak self] ended in
      output([])
      self?.outputs.removeAll { $0 === ended }
    }
    if outputs.count >= Self.outputLimit { outputs.first?.end() }
    outputs.append(reader)
  }

  private func follow(_ program: Program, _ result: Result<StartedProcess, SystemError>) {
    do throws(SystemError) {
      let process = try result.get()
      let watch = try watch(process, of: program)
      if case .hanging = program.state {
        process.terminate()
        program.state = .killed(process, watch, isReported: true)
      } else {
        program.state = .running(process, watch)
        if program.timeout == nil { program.expiry = nil }
      }
    } catch {
      end(program, .failed(error))
    }
  }

  private func watch(_ process: StartedProcess, of program: Program) throws(SystemError) -> RunLoop.Watch {
    do throws(SystemError) {
      return try runLoop.watch(process.descriptor.rawValue) { [weak self] _ in self?.reap(program) }
    } catch {
      process.terminate()
      _ = try? Background(on: runLoop, { process.wait() }, completion: {})
      throw error
    }
  }

  private func expire(_ program: Program) {
    switch program.state {
    case .starting(let background):
      program.state = .hanging(background)
      hanging += 1
      report(program, .hanging(program.patience))
    case .running(let process, let watch):
      process.terminate()
      program.state = .killed(process, watch, isReported: false)
    case .hanging, .killed, .ended: break
    }
  }

  private func reap(_ program: Program) {
    switch program.state {
    case .running(let process, let watch):
      guard let status = process.reap() else { return }
      runLoop.cancel(watch)
      let signal = status & 0x7f
      end(program, signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal))
    case .killed(let process, let watch, _):
      guard process.reap() != nil else { return }
      runLoop.cancel(watch)
      end(program, .timedOut(program.patience))
    case .starting, .hanging, .ended: break
    }
  }

  private func end(_ program: Program, _ end: End) {
    let state = program.state
    (program.state, program.expiry) = (.ended, nil)
    switch state {
    case .hanging, .killed(_, _, isReported: true): hanging -= 1
    case .starting, .running, .killed, .ended: report(program, end)
    }
  }

  private func report(_ program: Program, _ end: End) {
    count -= 1
    program.completion(end)
  }
}

/// Output of a program that touchd started, by lines.
///
/// It is read in pieces with pauses between them: a program that floods waits for its own pipe, and not the loop for
/// it. It goes on after the program's end for as long as the pipe is open elsewhere, as in a program that this one has
/// left behind.
final class ProgramOutput {
  /// Bytes of one read, and the rest after it: 400 KB a second, a hundred wakes. (O)
  private static let piece = 4 << 10
  private static let pause = Interval.milliseconds(10)
  /// The longest line that is kept, in bytes; the rest of it is left out. (O)
  private static let longestLine = 512

  private let descriptor: OwnedDescriptor
  private let runLoop: RunLoop
  private let onLines: ([[UInt8]]) -> Void
  private let onEnd: (ProgramOutput) -> Void
  private var watch: RunLoop.Watch?
  private var timer: LoopTimer?
  /// The line that has no end yet, cut.
  private var line: [UInt8] = []

  /// - Parameters:
  ///   - descriptor: the end of a pipe, non-blocking.
  ///   - onLines: called with lines that are not empty, without their ends.
  ///   - onEnd: called once, after the last line.
  init(
    _ descriptor: consuming OwnedDescriptor, on runLoop: RunLoop, onLines: @escaping ([[UInt8]]) -> Void,
    onEnd: @escaping (ProgramOutput) -> Void
  ) throws(SystemError) {
    (self.runLoop, self.onLines, self.onEnd) = (runLoop, onLines, onEnd)
    self.descriptor = descriptor
    timer = try LoopTimer(on: runLoop) { [weak self] in self?.wait(for: .readable) }
    watch = try runLoop.watch(self.descriptor.rawValue) { [weak self] _ in self?.read() }
  }

  deinit { close() }

  /// Reads no more: what it has of a line is the last one.
  func end() {
    if !line.isEmpty { onLines([line]) }
    close()
    onEnd(self)
  }

  private func close() {
    if let watch { runLoop.cancel(watch) }
    (watch, timer) = (nil, nil)
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: Self.piece)
    let count = Glibc.read(descriptor.rawValue, &bytes, bytes.count)
    if count > 0 {
      take(bytes[..<count])
      wait(for: [])
      timer?.set(after: Self.pause)
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      end()
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = parts.popLast() ?? []
    var lines: [[UInt8]] = []
    for part in parts {
      append(part)
      if !line.isEmpty { lines.append(line) }
      line = []
    }
    append(last)
    if !lines.isEmpty { onLines(lines) }
  }

  private func append(_ part: ArraySlice<UInt8>) { line += part.prefix(Self.longestLine - line.count) }

  /// epoll reports a hang-up unasked, again and again: so it is not watched at all meanwhile.
  private func wait(for readiness: Readiness) {
    if let watch { runLoop.cancel(watch) }
    watch = nil
    guard readiness != [] else { return }
    do {
      watch = try runLoop.watch(descriptor.rawValue) { [weak self] _ in self?.read() }
    } catch {
      end()
    }
  }
}

/// Writes to the log what the programs of an `exec` responder print: some lines, and how many more there were.
final class ProgramLog {
  /// Lines that a program may print at once, and the time for one more. (O)
  private var limit = RateLimit(burst: 20, every: .seconds(1))

  /// Writes lines of a program, cleaned; an empty list is the end of what it says.
  func write(_ lines: [[UInt8]], of program: ExecProgram) {
    for (index, line) in lines.enumerated() {
      guard let leftOut = limit.admit(at: MonotonicClock.now) else {
        limit.leftOut += lines.count - index - 1
        return
      }
      let note = leftOut > 0 ? " (\(leftOut) lines before it were left out)" : ""
      program.logger.info(
        "\(program.name): \(String(decoding: line, as: UTF8.self).cleaned(limit: Self.longest))\(note)")
    }
    if lines.isEmpty, limit.leftOut > 0 {
      program.log.log(.info, about: "output", "\(program.name): \(limit.leftOut) more lines were left out")
      limit.leftOut = 0
    }
  }

  /// In bytes; what is no UTF-8 takes three for each.
  private static let longest = 2048
}
