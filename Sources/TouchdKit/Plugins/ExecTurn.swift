import Dispatcher
internal import Glibc
import LinuxInput
import Logging

/// The programs of one `exec` responder, or what systemd is asked about one unit, one after the other, also when its
/// layout is read anew meanwhile.
final class ExecTurn {
  private unowned let launcher: Launcher
  private var queue: ExecQueue
  private var timer: LoopTimer?
  /// The programs, by their commands, as the layout that is in use describes them: one, or of a unit one for each verb.
  private var programs: [[String]: ExecProgram] = [:]
  private let output = ProgramLog()
  /// How many starts were left out since the last one, or since it ended.
  private var leftOut = 0

  init(_ launcher: Launcher) {
    self.launcher = launcher
    queue = ExecQueue(paces: launcher.paces)
  }

  /// Whether it has nothing to do.
  var isIdle: Bool { !queue.isRunning && queue.count == 0 }
  /// How many starts wait.
  var count: Int { queue.count }

  /// Starts the program for something that happened, now or in its turn, or leaves it out.
  func offer(_ occasion: ExecOccasion, to program: ExecProgram, _ busy: ExecQueue.Busy) {
    programs[program.command] = program
    var occasion = occasion
    occasion.command = program.command
    if let reason = queue.admit(occasion, busy) { leaveOut(occasion, program, reason) }
    proceed(at: occasion.time)
  }

  /// Says of the first one that it is left out, and counts the others. Of changes, the next one says more.
  private func leaveOut(_ occasion: ExecOccasion, _ program: ExecProgram, _ reason: ExecQueue.Reason) {
    if reason != .change { leftOut += 1 }
    guard leftOut <= 1 || reason == .change else { return }
    program.log.log(
      reason == .change ? .debug : .notice, about: "\(reason)", at: occasion.time,
      "\(reason.words(program.name)); this \(occasion.event) is left out")
  }

  /// Says how many more there were than the first, which was reported.
  private func tellLeftOut(_ program: ExecProgram) {
    let more = leftOut - 1
    leftOut = 0
    guard more > 0 else { return }
    program.log.notice(
      about: "left out",
      "\(program.name): \(more) more \(more == 1 ? "start was" : "starts were") left out meanwhile")
  }

  private func proceed(at time: Timestamp) {
    while true {
      switch queue.step(at: time) {
      case .start(let occasion): if let program = programs[occasion.command] { start(program, occasion) }
      case .wait(let due): return wait(until: due)
      case .nothing: return
      }
    }
  }

  private func start(_ program: ExecProgram, _ occasion: ExecOccasion) {
    tellLeftOut(program)
    do {
      try launcher.start(
        program.command, environment: occasion.environment(adding: program.variables),
        input: occasion.input(since: launcher.origin), timeout: program.timeout,
        output: { [output] in output.write($0, of: program) }
      ) { [weak self] end in
        program.tell(end)
        self?.end(program)
      }
    } catch {
      program.log.error(about: "start", at: occasion.time, "\(error)")
      queue.end()
    }
  }

  private func end(_ program: ExecProgram) {
    tellLeftOut(program)
    queue.end()
    proceed(at: MonotonicClock.now)
  }

  private func wait(until due: Timestamp) {
    do {
      let timer =
        try timer ?? LoopTimer(on: launcher.runLoop) { [weak self] in self?.proceed(at: MonotonicClock.now) }
      self.timer = timer
      timer.set(due)
    } catch {
      // Without a timer it goes on with what comes next.
      programs.values.first?.log.error(about: "timer", "\(error)")
    }
  }
}

extension ExecQueue.Reason {
  /// The reason, of a program.
  fileprivate func words(_ program: String) -> String {
    switch self {
    case .running: "\(program) is still running"
    case .pause: "\(program) was started just now"
    case .full: "\(program) is still running, and \(ExecQueue.limit) more wait"
    case .change: "\(program) is still running, or was started just now"
    case .press: "\(program) was not started for the press"
    }
  }
}

extension ExecProgram {
  /// Says how it ended; which it may do with each tap.
  fileprivate func tell(_ end: Launcher.End) {
    switch end {
    case .exited(0): logger.debug("\(name) finished")
    case .exited(let status):
      let advice = advice.byStatus[status].map { "; \($0)" } ?? ""
      log.warning(about: "end", "\(name) exited with status \(status)\(advice)")
    case .signalled(let signal): log.warning(about: "end", "\(name) was ended by signal \(signal)")
    case .timedOut(let timeout):
      log.warning(about: "end", "\(name) was ended: it took longer than \(timeout.seconds) s")
    case .failed(let error):
      let isMissing = error.code == ENOENT || error.code == EACCES
      log.error(about: "start", "\(error)\(isMissing ? "; \(advice.notStarted)" : "")")
    case .hanging(let patience):
      log.error(
        about: "start",
        "\(name) has not started in \(patience.seconds) s: the disk or the network that it is on does not answer"
      )
    }
  }
}
