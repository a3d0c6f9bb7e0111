import Dispatcher
import Logging

/// The plugin `log`: one line for each call, each action and each event of a control or the layout, for audits and for
/// finding one's way.
///
/// Calls are at `debug`, unless the layout asks for `notice` or more: the journal of a kiosk is no place for where a
/// finger was. Places on sensitive views, and what happens to the views in them, are logged at no level.
final class LogPlugin: PhasePlugin {
  let name: String
  private let log: LimitedLog
  /// Of actions and of controls' events.
  private let level: Logger.Level
  /// Of calls, but for those that a finger has moved.
  private let touchLevel: Logger.Level

  /// More lines than a person causes; of a panel's own events, a journal needs no more. (O)
  private static let burst = 100
  private static let interval = Interval.milliseconds(100)

  init(name: String, options: PluginOptions, host: PluginHost) {
    self.name = name
    log = LimitedLog(host.logger, burst: Self.burst, every: Self.interval)
    level = options["level"].flatMap(Logger.Level.init(rawValue:)) ?? .info
    touchLevel = level >= .notice ? level : min(level, .debug)
  }

  /// Logs a call. Each kind of line has a limit of its own, so that a panel's own events do not displace those of
  /// people.
  func touches(_ phase: TouchPhase, _ touches: Set<Touch>, on responder: Responder, with event: Event) {
    // A finger moves a hundred times a second: too much for a journal at the level of the layout.
    let isMove = phase == .moved
    let places = touches.filter { !$0.isPrivate }.sorted { $0.contactID < $1.contactID }.map { touch in
      "#\(touch.contactID)" + Self.place(touch.shownLocation)
    }
    guard !places.isEmpty else { return }
    log.log(
      isMove ? min(level, .debug) : touchLevel, about: isMove ? "moves" : "touches", at: event.timestamp,
      "\(phase.call) on \(responder.identifier): \(places.joined(separator: ", "))")
  }

  private static func place(_ location: Point?) -> String {
    location.map { " at \(JSON.point($0).text)" } ?? ""
  }

  func gesture(_ event: GestureEvent) {
    guard !event.recognizer.isPrivate else { return }
    let view = event.recognizer.view?.identifier ?? "-"
    log.log(
      level, about: event.state == .changed ? "gestures that change" : "gestures", at: event.timestamp,
      "gesture \(event.name) \(event.state) on \(view)\(Self.place(event.shownLocation))")
  }

  /// It may come many times a second, like a finger's moves.
  func progress(_ event: GestureEvent) {
    guard !event.recognizer.isPrivate else { return }
    let part = event.progress.map { " \(JSON.decimal($0).text)" } ?? ""
    log.log(
      min(level, .debug), about: "progress", at: event.timestamp,
      "gesture \(event.name) \(event.state)\(part) on \(event.recognizer.view?.identifier ?? "-")")
  }

  func control(_ event: ControlEvent) {
    guard !event.isPrivate else { return }
    log.log(
      level, about: event.state == .changed ? "controls that change" : "controls", at: event.timestamp,
      "control \(event.name)\(Self.place(event.shownLocation))")
  }

  func notice(_ event: LayoutEvent) {
    guard !event.isPrivate else { return }
    log.log(level, about: "layouts", at: event.timestamp, "layout \(event.name)")
  }
}
