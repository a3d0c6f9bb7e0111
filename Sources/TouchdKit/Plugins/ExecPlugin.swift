import Dispatcher
import Logging
import YAML

/// The plugin `exec`: starts a program when a gesture is recognized, when a control or the layout sends an event that
/// is bound to it, or when a finger comes down on its responder; or at the states that the layout says
/// (``ActingStates``).
///
/// No shell: `run` is the program and its arguments. The program gets a fixed environment with what `env` adds, the
/// event as a line of JSON on its standard input, and nothing of touchd's. One runs at a time, and one is started in
/// 250 ms; what comes meanwhile waits (``ExecQueue``). It is ended after `timeout` (default 10 s; `never`).
final class ExecPlugin: ActingPlugin {
  let name: String
  private let program: ExecProgram
  private let busy: ExecQueue.Busy
  let states: ActingStates
  /// `nil` where no program is to be started.
  private let turn: ExecTurn?

  /// - Parameter environment: variables beside those of the options.
  init(name: String, options: PluginOptions, host: PluginHost, environment: [String: String] = [:]) {
    self.name = name
    program = ExecProgram(options, host.logger, environment)
    busy = options.values.value("busy") ?? .queue
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

  /// A tap acts when it ends, a long press when it begins: once a gesture, unless the layout says more. Of several
  /// fingers that come down together the first one counts, unless the layout says states: then each has its own.
  func act(_ occasion: ActingOccasion, at time: Timestamp) {
    switch occasion {
    case .gesture(let event): offer(ExecOccasion(event, isPart: states.areChosen))
    case .control(let event): offer(ExecOccasion(event))
    case .layout(let event): offer(ExecOccasion(event))
    case .touches(let touches, let state, let responder, let event):
      let touches = touches.sorted { $0.contactID < $1.contactID }
      for touch in states.areChosen ? touches[...] : touches.prefix(1) {
        offer(ExecOccasion(touch, state, on: responder, with: event, isPart: states.areChosen))
      }
    }
  }

  func offer(_ occasion: ExecOccasion) { turn?.offer(occasion, to: program, busy) }
}

/// The program of an `exec` responder, and the log of its end.
struct ExecProgram {
  var command: [String]
  let name: String
  let advice: Advice
  /// Of its environment, by name; beside what each program gets.
  let variables: [String: String]
  /// Time for which it may run; `nil` for no limit.
  let timeout: Interval?
  let logger: Logger
  /// For what happens with each tap.
  let log: LimitedLog

  private static let defaultTimeout = Interval.seconds(10)
  /// Between two lines of the log about the same thing, after a few that may come at once. (O)
  private static let noticeInterval = Interval.seconds(10)

  init(_ options: PluginOptions, _ logger: Logger, _ environment: [String: String] = [:]) {
    self.logger = logger
    log = LimitedLog(logger, burst: 5, every: Self.noticeInterval)
    command = options.values.value("run") ?? []
    (name, advice) = (command.first ?? "", .aboutPrograms)
    variables = environment.merging(options.values.value("env") ?? [:]) { $1 }
    timeout =
      switch options.values.value("timeout") as TimeLimit? {
      case .duration(let duration): duration
      case .never: nil
      case nil: Self.defaultTimeout
      }
  }

  init(asking request: UnitRequest, _ logger: Logger) {
    self.logger = logger
    log = LimitedLog(logger, burst: 5, every: Self.noticeInterval)
    (command, name, advice) = (request.command, request.name, request.advice)
    (variables, timeout) = ([:], Self.defaultTimeout)
  }

  /// The option `timeout`.
  enum TimeLimit: Equatable {
    case duration(Interval)
    case never
  }

  /// Advice for failures of a program, each as one clause without a full stop.
  struct Advice {
    /// Its file is not there, or may not be executed.
    var notStarted: String
    /// By the status with which it exited.
    var byStatus: [Int32: String] = [:]

    static let aboutPrograms = Advice(notStarted: "check the path in `run`, and that touchd may execute it")
  }

  static let variables = KeyTable(
    "variables", "`env`", "Variables of the program's environment: strings by names.",
    sample: .init("DISPLAY", "\":0\""), isOpen: true)
}

/// The event that made `exec` start a program, as the program receives it.
struct ExecOccasion {
  /// Which part of what a finger does it is.
  enum Part {
    /// A whole: a gesture that is recognized.
    case once
    /// The beginning of a pair.
    case press
    /// Something in between.
    case change
    /// The end of a pair.
    case release
  }

  var part = Part.once
  /// The finger of a press, a change or a release; `nil` for that of a gesture.
  var contact: ContactID?
  /// The recognizer of a press, a change or a release.
  var gesture: String?
  /// Whether the finger is still there that made a press.
  var isHeld = { false }
  var view = ""
  let event: String
  var state = ""
  /// In points of the window; `nil` where it is not to leave the process.
  var location: Point?
  /// The path of the panel.
  var device = ""
  let time: Timestamp
  /// Its line in the trace.
  let line: TraceLine
  var command: [String] = []

  /// The variables that each program gets, `NAME=value` each; with what the layout adds, its whole environment.
  ///
  /// - Parameter added: values by names; `PATH` takes the place of touchd's.
  func environment(adding added: [String: String] = [:]) -> [String] {
    let own = [
      "TOUCHD_VIEW=\(view)", "TOUCHD_EVENT=\(event)", "TOUCHD_STATE=\(state)",
      "TOUCHD_X=\(Self.text(location?.x))", "TOUCHD_Y=\(Self.text(location?.y))", "TOUCHD_DEVICE=\(device)",
    ]
    let others = ["PATH": Self.path].merging(added) { $1 }.sorted { $0.key < $1.key }
    return others.map { "\($0.key)=\($0.value)" } + own
  }

  /// Folders in which programs look for others, unless the layout has its own.
  static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// Input of the program: a line of JSON, as in a trace, with its end.
  ///
  /// - Parameter origin: what its times count from.
  func input(since origin: Timestamp) -> [UInt8] { Array((line.json(since: origin) + "\n").utf8) }

  private static func text(_ value: Double?) -> String { value.map { JSON.decimal($0).text } ?? "" }
}

extension ExecOccasion {
  /// A finger came down, moved or has gone.
  ///
  /// - Parameter isPart: whether the end of the finger belongs to its beginning; else each is a whole.
  init(
    _ touch: Touch, _ state: PluginDeclaration.State, on responder: Responder, with event: Event,
    isPart: Bool = false
  ) {
    let finger = touch.contactID
    self.init(
      part: isPart ? Part(state: state.rawValue) : .once, contact: isPart ? finger : nil,
      isHeld: { [weak touch] in
        touch.map { $0.contactID == finger && $0.phase != .ended && $0.phase != .cancelled } ?? false
      },
      view: responder.identifier, event: "touches", state: state.rawValue, location: touch.shownLocation,
      device: touch.device, time: event.timestamp,
      line: TraceLine(touch, touch.phase, to: responder, at: event.timestamp))
  }

  /// A recognizer acted.
  ///
  /// - Parameter isPart: whether the end of the gesture belongs to its beginning; else each is a whole.
  init(_ event: GestureEvent, isPart: Bool = false) {
    self.init(
      part: isPart ? Part(state: event.state.word) : .once, gesture: isPart ? event.name : nil,
      isHeld: { [weak recognizer = event.recognizer] in
        recognizer.map { $0.state == .began || $0.state == .changed } ?? false
      },
      view: event.recognizer.view?.identifier ?? "", event: event.name, state: event.state.word,
      location: event.shownLocation, device: event.device, time: event.timestamp,
      line: TraceLine(event, at: event.timestamp))
  }

  /// A finger did something to a control.
  init(_ event: ControlEvent) {
    self.init(
      part: Part(state: event.state.word), contact: event.contact,
      isHeld: { [weak control = event.view as? Control] in control?.isTracking ?? false },
      view: event.view.identifier, event: event.name, state: event.state.word,
      location: event.shownLocation, device: event.device, time: event.timestamp,
      line: TraceLine(event, at: event.timestamp))
  }

  /// Something happened to the layout as a whole: to no view, in no place, on no panel.
  init(_ event: LayoutEvent) {
    self.init(
      event: event.name, state: event.state.word, time: event.timestamp,
      line: TraceLine(event, at: event.timestamp))
  }
}

extension ExecOccasion.Part {
  /// The part of a finger's stay, or of a gesture, that a state stands for.
  init(state: String) {
    self =
      switch state {
      case "began": .press
      case "changed", "possible": .change
      default: .release
      }
  }
}

extension Setting {
  /// More variables than a program needs of a layout. (O)
  static let mostVariables = 64
  /// More than a value has; with ``mostVariables``, a fraction of what the kernel gives arguments and environment
  /// together. (O)
  static let longestVariable = 4096
  /// Prefix of the names of touchd's own variables.
  private static let ownPrefix = "TOUCHD_"

  /// Variables of a program's environment: strings by names.
  func variables() -> [String: String]? {
    guard let fields = fields(ExecProgram.variables) else { return nil }
    if fields.settings.count > Self.mostVariables {
      findings.error(
        "\(name) may have at most \(Self.mostVariables) variables",
        at: fields.settings[Self.mostVariables].keyMark)
    }
    return Dictionary(
      fields.settings.prefix(Self.mostVariables).compactMap { $0.variable() },
      uniquingKeysWith: { first, _ in first })
  }

  private func variable() -> (name: String, value: String)? {
    guard key.isVariable else {
      findings.error(
        "\(quoted(key)) is no name of a variable", at: keyMark,
        help: "it has letters, digits and _, at most \(Self.longestName), and does not begin with a digit")
      return nil
    }
    guard !key.hasPrefix(Self.ownPrefix) else {
      findings.error("\(name) is one of touchd's own variables, which say what happened", at: keyMark)
      return nil
    }
    guard let value = string() else { return nil }
    guard value.unicodeScalars.count <= Self.longestVariable
    else { return error("\(name) must not have more than \(Self.longestVariable) characters") }
    return (key, value)
  }
}

extension String {
  /// Whether any shell takes it for the name of a variable.
  fileprivate var isVariable: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return utf8.count <= Setting.longestName
      && utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
  }
}
