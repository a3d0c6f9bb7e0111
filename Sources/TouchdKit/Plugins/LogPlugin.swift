import Dispatcher
import Logging

/// The plugin `log`: one line for each call, each action and each event of a control, for audits and for finding one's way.
final class LogPlugin: ResponderPlugin {
  let name: String
  private let logger: Logger
  private let level: Logger.Level

  init(name: String, options: PluginOptions, host: PluginHost) {
    self.name = name
    logger = host.logger
    level = options["level"].flatMap(Logger.Level.init(rawValue:)) ?? .info
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    log("touchesBegan", touches, responder)
  }

  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    // A finger moves a hundred times a second: too much for a journal that nobody asked to be so full.
    log("touchesMoved", touches, responder, at: min(level, .debug))
  }

  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    log("touchesEnded", touches, responder)
  }

  func touchesCancelled(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    log("touchesCancelled", touches, responder)
  }

  private func log(
    _ call: String, _ touches: Set<Touch>, _ responder: Responder, at level: Logger.Level? = nil
  ) {
    let places = touches.sorted { $0.contactID < $1.contactID }.map { touch in
      "#\(touch.contactID) at \(JSON.point(touch.location(in: nil)).text)"
    }
    logger.log(
      level: level ?? self.level,
      "\(name): \(call) on \(responder.identifier): \(places.joined(separator: ", "))")
  }

  func gesture(_ event: GestureEvent) {
    let view = event.recognizer.view?.identifier ?? "-"
    let place = JSON.point(event.location).text
    logger.log(level: level, "\(name): gesture \(event.name) \(event.state) on \(view) at \(place)")
  }

  func control(_ event: ControlEvent) {
    let place = JSON.point(event.location).text
    logger.log(level: level, "\(name): control \(event.name) at \(place)")
  }
}
