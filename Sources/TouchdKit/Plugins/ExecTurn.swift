import Dispatcher
import LinuxInput
import Logging

/// The programs of one `exec` responder, one after the other, also when its layout is read anew meanwhile.
final class ExecTurn {
  private unowned let launcher: Launcher
  private var queue: ExecQueue
  private var timer: LoopTimer?
  /// The program as the layout that is in use describes it.
  private var program: ExecProgram?
  private let output = ProgramLog()

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
    self.program = program
    if let reason = queue.admit(occasion, busy) {
      program.log.log(
        reason == .change ? .debug : .notice, about: "\(reason)", at: occasion.time,
        "\(reason.words(program.name)); this \(occasion.event) is left out")
    }
    proceed(at: occasion.time)
  }

  private func proceed(at time: Timestamp) {
    while let program {
      switch queue.step(at: time) {
      case .start(let occasion): start(program, occasion)
      case .wait(let due): return wait(until: due)
      case .nothing: return
      }
    }
  }

  private func start(_ program: ExecProgram, _ occasion: ExecOccasion) {
    do {
      try launcher.start(
        program.command, environment: occasion.environment, timeout: program.timeout,
        output: { [output] in output.write($0, of: program) }
      ) { [weak self] end in
        program.tell(end)
        self?.queue.end()
        self?.proceed(at: MonotonicClock.now)
      }
    } catch {
      program.log.error(about: "start", at: occasion.time, "\(error)")
      queue.end()
    }
  }

  private func wait(until due: Timestamp) {
    do {
      let timer =
        try timer ?? LoopTimer(on: launcher.runLoop) { [weak self] in self?.proceed(at: MonotonicClock.now) }
      self.timer = timer
      timer.set(due)
    } catch {
      // Without a timer it goes on with what comes next.
      program?.log.error(about: "timer", "\(error)")
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
    case .exited(let status): log.warning(about: "end", "\(name) exited with status \(status)")
    case .signalled(let signal): log.warning(about: "end", "\(name) was ended by signal \(signal)")
    case .timedOut: log.warning(about: "end", "\(name) was ended: it took longer than \(timeout.seconds) s")
    case .failed(let error): log.error(about: "start", "\(error)")
    case .hanging:
      log.error(
        about: "start",
        "\(name) has not started in \(timeout.seconds) s: the disk or the network that it is on does not answer"
      )
    }
  }
}
