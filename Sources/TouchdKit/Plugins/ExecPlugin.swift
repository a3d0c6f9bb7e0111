import Dispatcher
import Logging

/// The plugin `exec`: starts a program when a gesture is recognized, when a control sends an event that is bound to it, or
/// when a finger comes down on its responder.
///
/// No shell: `run` is the program and its arguments. The program gets a fixed environment and nothing of touchd's. One
/// at a time: what comes while it runs, or within 250 ms of its start, is left out and said so. It is ended after
/// `timeout` (default 10 s).
final class ExecPlugin: ResponderPlugin {
  let name: String
  private let logger: Logger
  /// For what is left out.
  private let log: LimitedLog
  private let command: [String]
  private let timeout: Interval
  private let launcher: Launcher?
  private let turn: Launcher.Turn

  /// The shortest time between two starts; a person does not ask twice in less. (O)
  private static let pause = Interval.milliseconds(250)
  private static let defaultTimeout = Interval.seconds(10)
  /// Somebody who asks again and again is told of in a few lines, and then once in this time. (O)
  private static let noticeInterval = Interval.seconds(10)

  init(name: String, options: PluginOptions, host: PluginHost) {
    self.name = name
    logger = host.logger
    log = LimitedLog(host.logger, burst: 5, every: Self.noticeInterval)
    launcher = host.launcher
    if case .words(let words) = options.values["run"] { command = words } else { command = [] }
    turn = host.launcher?.turn(of: name, command) ?? Launcher.Turn()
    if case .duration(let duration) = options.values["timeout"] {
      timeout = duration
    } else {
      timeout = Self.defaultTimeout
    }
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    if let occasion = ExecOccasion(touches, on: responder, with: event) { start(occasion) }
  }

  /// A tap acts when it ends, a long press when it begins: once a gesture.
  func gesture(_ event: GestureEvent) {
    if event.isRecognition { start(ExecOccasion(event)) }
  }

  /// Each event that the layout bound to it.
  func control(_ event: ControlEvent) { start(ExecOccasion(event)) }

  private func start(_ occasion: ExecOccasion) {
    guard let launcher else { return }
    if turn.running != nil {
      log.notice(
        about: "running", at: occasion.time,
        "\(command[0]) is still running; this \(occasion.event) is left out")
      return
    }
    if let lastStart = turn.lastStart, occasion.time - lastStart < Self.pause {
      log.notice(
        about: "pause", at: occasion.time,
        "\(command[0]) was started just now; this \(occasion.event) is left out")
      return
    }
    turn.lastStart = occasion.time
    do {
      turn.running = try launcher.start(
        command, environment: occasion.environment, timeout: timeout, completion: finished)
    } catch {
      log.error(about: "start", at: occasion.time, "\(error)")
    }
  }

  private func finished(_ end: Launcher.End) {
    turn.running = nil
    // How a program ends, it may do with each tap.
    switch end {
    case .exited(0): logger.debug("\(command[0]) finished")
    case .exited(let status): log.warning(about: "end", "\(command[0]) exited with status \(status)")
    case .signalled(let signal): log.warning(about: "end", "\(command[0]) was ended by signal \(signal)")
    case .timedOut:
      log.warning(about: "end", "\(command[0]) was ended: it took longer than \(timeout.seconds) s")
    }
  }
}
