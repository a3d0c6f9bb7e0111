import Dispatcher
import Logging

/// The plugin `exec`: starts a program when a gesture is recognized, when a control or the layout sends an event that is
/// bound to it, or when a finger comes down on its responder.
///
/// No shell: `run` is the program and its arguments. The program gets a fixed environment and nothing of touchd's. One
/// runs at a time, and one is started in 250 ms; what comes meanwhile waits (``ExecQueue``). It is ended after `timeout`
/// (default 10 s).
final class ExecPlugin: ResponderPlugin {
  let name: String
  private let program: ExecProgram
  private let busy: ExecQueue.Busy
  /// `nil` where no program is to be started.
  private let turn: ExecTurn?

  init(name: String, options: PluginOptions, host: PluginHost) {
    self.name = name
    program = ExecProgram(options, host.logger)
    busy = options["busy"].flatMap(ExecQueue.Busy.init) ?? .queue
    turn = host.launcher?.turn(of: name, program.command)
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    if let occasion = ExecOccasion(touches, on: responder, with: event) { offer(occasion) }
  }

  /// A tap acts when it ends, a long press when it begins: once a gesture.
  func gesture(_ event: GestureEvent) {
    if event.isRecognition { offer(ExecOccasion(event)) }
  }

  /// Each event that the layout bound to it.
  func control(_ event: ControlEvent) { offer(ExecOccasion(event)) }

  /// Each event of the layout.
  func notice(_ event: LayoutEvent) { offer(ExecOccasion(event)) }

  private func offer(_ occasion: ExecOccasion) { turn?.offer(occasion, to: program, busy) }
}

/// What an `exec` responder starts, and where it says what came of it.
struct ExecProgram {
  let command: [String]
  let timeout: Interval
  let logger: Logger
  /// For what happens with each tap.
  let log: LimitedLog

  private static let defaultTimeout = Interval.seconds(10)
  /// Between two lines of the log about the same thing, after a few that may come at once. (O)
  private static let noticeInterval = Interval.seconds(10)

  init(_ options: PluginOptions, _ logger: Logger) {
    self.logger = logger
    log = LimitedLog(logger, burst: 5, every: Self.noticeInterval)
    if case .words(let words) = options.values["run"] { command = words } else { command = [] }
    if case .duration(let duration) = options.values["timeout"] {
      timeout = duration
    } else {
      timeout = Self.defaultTimeout
    }
  }

  /// The program, as the log calls it.
  var name: String { command.first ?? "" }
}
