import Dispatcher
import Logging

/// The plugin `exec`: starts a program when a gesture is recognized, when a control or the layout sends an event that
/// is bound to it, or when a finger comes down on its responder; or at the states that the layout says
/// (``ActingStates``).
///
/// No shell: `run` is the program and its arguments. The program gets a fixed environment with what `env` adds, the
/// event as a line of JSON on its standard input, and nothing of touchd's. One runs at a time, and one is started in
/// 250 ms; what comes meanwhile waits (``ExecQueue``). It is ended after `timeout` (default 10 s; `never`).
final class ExecPlugin: ResponderPlugin {
  let name: String
  private let program: ExecProgram
  private let busy: ExecQueue.Busy
  private let states: ActingStates
  /// `nil` where no program is to be started.
  private let turn: ExecTurn?

  init(name: String, options: PluginOptions, host: PluginHost) {
    self.name = name
    program = ExecProgram(options, host.logger)
    busy = options["busy"].flatMap(ExecQueue.Busy.init) ?? .queue
    states = ActingStates(options)
    turn = host.launcher?.turn(of: name, program.command)
  }

  /// The plugin `unit`: asks systemd, by `systemctl`, at the same moments. See ``UnitRequests``.
  init(unitOf name: String, options: PluginOptions, host: PluginHost) {
    let request = UnitRequest(options)
    (self.name, busy, states) = (name, .queue, ActingStates(options))
    program = ExecProgram(asking: request, host.logger)
    turn = host.units?.turn(of: request.unit)
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    offer(touches, .began, on: responder, with: event)
  }

  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    offer(touches, .changed, on: responder, with: event)
  }

  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    offer(touches, .ended, on: responder, with: event)
  }

  func touchesCancelled(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    offer(touches, .cancelled, on: responder, with: event)
  }

  /// A tap acts when it ends, a long press when it begins: once a gesture, unless the layout says more.
  func gesture(_ event: GestureEvent) {
    if states.admits(event) { offer(ExecOccasion(event, isPart: states.areChosen)) }
  }

  /// The progress of a gesture, and its failure after that, where the layout says these states.
  func progress(_ event: GestureEvent) {
    if states.admitsProgress(event) { offer(ExecOccasion(event, isPart: true)) }
  }

  /// Each event that the layout bound to it, or those of some states.
  func control(_ event: ControlEvent) {
    if states.admits(event) { offer(ExecOccasion(event)) }
  }

  /// Each event of the layout that is bound to it, or none where the states are others.
  func notice(_ event: LayoutEvent) {
    if states.admits(event) { offer(ExecOccasion(event)) }
  }

  /// Of several fingers that come down together the first one counts, unless the layout says states: then each has its
  /// own.
  private func offer(
    _ touches: Set<Touch>, _ state: ActingStates.State, on responder: Responder, with event: Event
  ) {
    guard states.admitsTouches(state) else { return }
    let touches = touches.sorted { $0.contactID < $1.contactID }
    for touch in states.areChosen ? touches[...] : touches.prefix(1) {
      offer(ExecOccasion(touch, state, on: responder, with: event, isPart: states.areChosen))
    }
  }

  private func offer(_ occasion: ExecOccasion) { turn?.offer(occasion, to: program, busy) }
}

/// What an `exec` responder starts, and where it says what came of it.
struct ExecProgram {
  var command: [String]
  /// What the log calls it.
  let name: String
  /// What to do where it failed.
  let advice: Advice
  /// Of its environment, by name; beside what each program gets.
  private(set) var variables: [String: String]
  /// How long it may run; `nil` for as long as it likes.
  let timeout: Interval?
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
    (name, advice) = (command.first ?? "", .aboutPrograms)
    if case .variables(let given) = options.values["env"] { variables = given } else { variables = [:] }
    timeout =
      switch options.values["timeout"] {
      case .duration(let duration): duration
      case .string: nil
      default: Self.defaultTimeout
      }
  }

  /// A request of systemd.
  init(asking request: UnitRequest, _ logger: Logger) {
    self.logger = logger
    log = LimitedLog(logger, burst: 5, every: Self.noticeInterval)
    (command, name, advice) = (request.command, request.name, request.advice)
    (variables, timeout) = ([:], Self.defaultTimeout)
  }

  /// What to do where a program failed, each as one clause without a full stop.
  struct Advice {
    /// Its file is not there, or may not be executed.
    var notStarted: String
    /// By the status with which it exited.
    var byStatus: [Int32: String] = [:]

    static let aboutPrograms = Advice(
      notStarted: "check the path in `run`, and that touchd may execute it")
  }

  private init(_ program: ExecProgram, variables: [String: String]) {
    self = program
    self.variables = variables
  }

  /// The same program with variables of another environment, where it has none of that name.
  func inheriting(_ environment: [String: String]) -> ExecProgram {
    ExecProgram(self, variables: environment.merging(variables) { $1 })
  }
}
