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
  private let command: [String]
  private let timeout: Interval
  private let launcher: Launcher?
  private var running: Launcher.Process?
  private var lastStart: Timestamp?

  /// The shortest time between two starts; a person does not ask twice in less. (O)
  private static let pause = Interval.milliseconds(250)
  private static let defaultTimeout = Interval.seconds(10)

  init(name: String, options: PluginOptions, host: PluginHost) {
    self.name = name
    logger = host.logger
    launcher = host.launcher
    if case .words(let words) = options.values["run"] { command = words } else { command = [] }
    if case .duration(let duration) = options.values["timeout"] {
      timeout = duration
    } else {
      timeout = Self.defaultTimeout
    }
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    guard let touch = touches.min(by: { $0.contactID < $1.contactID }) else { return }
    start(
      Occasion(
        view: responder.identifier, event: "touches", state: "began", location: touch.location(in: nil),
        device: touch.device, time: event.timestamp))
  }

  /// A tap acts when it ends, a long press when it begins: once a gesture.
  func gesture(_ event: GestureEvent) {
    guard event.isRecognition else { return }
    start(
      Occasion(
        view: event.recognizer.view?.identifier ?? "", event: event.name, state: "\(event.state)",
        location: event.location, device: event.device, time: event.timestamp))
  }

  /// Each event that the layout bound to it.
  func control(_ event: ControlEvent) {
    start(
      Occasion(
        view: event.view.identifier, event: event.name, state: "\(event.state)", location: event.location,
        device: event.device, time: event.timestamp))
  }

  /// What the program is told of.
  private struct Occasion {
    let view: String
    let event: String
    let state: String
    let location: Point
    let device: String
    let time: Timestamp

    var environment: [String] {
      [
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "TOUCHD_VIEW=\(view)", "TOUCHD_EVENT=\(event)", "TOUCHD_STATE=\(state)",
        "TOUCHD_X=\(JSON.decimal(location.x).text)", "TOUCHD_Y=\(JSON.decimal(location.y).text)",
        "TOUCHD_DEVICE=\(device)",
      ]
    }
  }

  private func start(_ occasion: Occasion) {
    guard let launcher else { return }
    if running != nil {
      logger.notice("\(name): \(command[0]) is still running; this \(occasion.event) is left out")
      return
    }
    if let lastStart, occasion.time - lastStart < Self.pause {
      logger.notice("\(name): \(command[0]) was started just now; this \(occasion.event) is left out")
      return
    }
    lastStart = occasion.time
    do {
      running = try launcher.start(command, environment: occasion.environment, timeout: timeout) {
        [weak self] end in
        self?.finished(end)
      }
    } catch {
      logger.error("plugin \"\(name)\": \(error)")
    }
  }

  private func finished(_ end: Launcher.End) {
    running = nil
    switch end {
    case .exited(0): logger.debug("\(name): \(command[0]) finished")
    case .exited(let status): logger.warning("plugin \"\(name)\": \(command[0]) exited with status \(status)")
    case .signalled(let signal):
      logger.warning("plugin \"\(name)\": \(command[0]) was ended by signal \(signal)")
    case .timedOut:
      logger.warning("plugin \"\(name)\": \(command[0]) was ended: it took longer than \(timeout.seconds) s")
    }
  }
}
