import Dispatcher
internal import Glibc
import LinuxInput
import Logging

/// Programs that an `exec` responder has still to start, in their order.
///
/// A value: it takes what happens and answers with what to do; it starts nothing and has no clock. One program runs at
/// a time. A press and its release are never separated: where the press is taken, room is kept for its release, and
/// where it is left out, so is its release, whatever the reason was.
struct ExecQueue {
  typealias Busy = PluginDeclaration.Busy

  /// Reason for which something is left out.
  enum Reason: Equatable {
    /// A program is running, and the layout says `skip`.
    case running
    /// One was started just now, and the layout says `skip`.
    case pause
    /// As much as may waits already.
    case full
    /// It is a move or a change: the next one says more.
    case change
    /// It belongs to a press that was left out.
    case press
  }

  enum Step {
    case start(ExecOccasion)
    /// Nothing before that time.
    case wait(until: Timestamp)
    case nothing
  }

  /// The most that waits.
  static let limit = 16
  /// The shortest time between two starts; a person does not ask twice in less. (O)
  static let pause = Interval.milliseconds(250)
  /// The most presses whose releases are waited for: more than there are fingers. (O)
  static let pressLimit = 64

  private var waiting: [ExecOccasion] = []
  private(set) var isRunning = false
  private var lastStart: Timestamp?
  /// Decisions about presses whose releases have not come, oldest first.
  private var presses: [(press: ExecOccasion, isTaken: Bool)] = []
  /// `false` where time is virtual: a replay starts what waits as soon as nothing runs.
  private let paces: Bool

  init(paces: Bool = true) { self.paces = paces }

  var count: Int { waiting.count }
  /// The number of known presses whose releases have not come.
  var rememberedCount: Int { presses.count }

  /// Takes something, to be started in its turn, or leaves it out.
  ///
  /// - Returns: why it is left out; `nil` if it is taken.
  mutating func admit(_ occasion: ExecOccasion, _ busy: Busy) -> Reason? {
    forgetEarlier(occasion)
    let reason = reason(against: occasion, busy)
    switch occasion.part {
    case .press where place(of: occasion) == nil: remember(occasion, isTaken: reason == nil)
    case .release: if let place = place(of: occasion) { presses.remove(at: place) }
    case .press, .once, .change: break
    }
    if reason == nil { waiting.append(occasion) }
    return reason
  }

  /// Next step at a time; a program to be started counts as running from then on.
  mutating func step(at time: Timestamp) -> Step {
    guard !isRunning, let next = waiting.first else { return .nothing }
    if paces, let lastStart, case let due = lastStart + Self.pause, due > time { return .wait(until: due) }
    waiting.removeFirst()
    (isRunning, lastStart) = (true, paces ? time : next.time)
    return .start(next)
  }

  /// The program that ran has ended, or could not be started.
  mutating func end() { isRunning = false }

  private func reason(against occasion: ExecOccasion, _ busy: Busy) -> Reason? {
    let press = place(of: occasion).map { presses[$0] }
    if let press, !press.isTaken { return occasion.part == .change ? .change : .press }
    // Room was kept for it.
    if occasion.part == .release, press != nil { return nil }
    let obstacle = obstacle(at: occasion.time)
    if occasion.part == .change { return obstacle == nil ? nil : .change }
    if busy == .skip { return obstacle }
    let isFirst = occasion.part == .press && press == nil
    let needed = (obstacle == nil ? 0 : 1) + (isFirst ? 1 : 0)
    // The releases that are still to come. Where a layout binds none of them, none comes once the finger has gone.
    let reserved = presses.count { $0.isTaken && $0.press.isHeld() }
    return waiting.count + reserved + needed <= Self.limit ? nil : .full
  }

  private func obstacle(at time: Timestamp) -> Reason? {
    if isRunning || !waiting.isEmpty { return .running }
    guard let lastStart, time - lastStart < Self.pause else { return nil }
    return .pause
  }

  private func place(of occasion: ExecOccasion) -> Int? {
    guard occasion.part != .once else { return nil }
    // Parts of one stay of a finger, or of one gesture.
    return presses.firstIndex { press, _ in
      press.contact == occasion.contact && press.gesture == occasion.gesture && press.view == occasion.view
    }
  }

  /// A gesture begins once before it ends: what is known of its beginning is of an earlier time, of which no end is
  /// bound.
  private mutating func forgetEarlier(_ occasion: ExecOccasion) {
    guard occasion.part == .press, occasion.gesture != nil, let place = place(of: occasion) else { return }
    presses.remove(at: place)
  }

  private mutating func remember(_ press: ExecOccasion, isTaken: Bool) {
    if presses.count == Self.pressLimit { presses.remove(at: presses.firstIndex { !$0.press.isHeld() } ?? 0) }
    presses.append((press, isTaken))
  }
}

/// The programs of one `exec` responder, or what systemd is asked about one unit, one after the other, also when its
/// layout is read anew meanwhile.
final class ExecTurn {
  private unowned let launcher: Launcher
  private var queue: ExecQueue
  private var timer: LoopTimer?
  /// The programs, by their commands, as the layout that is in use describes them: one, or of a unit one for each verb.
  private var programs: [[String]: ExecProgram] = [:]
  private let output = ProgramLog()
  /// Starts left out since the last one, or since it ended.
  private var leftOut = 0

  init(_ launcher: Launcher) {
    self.launcher = launcher
    queue = ExecQueue(paces: launcher.paces)
  }

  var isIdle: Bool { !queue.isRunning && queue.count == 0 }
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
