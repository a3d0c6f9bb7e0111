import Dispatcher

/// Writes what an application, its pipeline and its panels report as lines of a trace.
final class TraceWriter: TraceObserver {
  /// What it makes lines of.
  var kinds: Set<TraceKind>
  private let take: (TraceLine, _ origin: Timestamp) -> Void
  /// What the times of the lines count from.
  var origin = Timestamp.zero

  /// - Parameter output: takes one line without its end.
  convenience init(_ kinds: Set<TraceKind>, json: Bool, output: @escaping (String) -> Void) {
    self.init(kinds) { line, origin in output(json ? line.json(since: origin) : line.text(since: origin)) }
  }

  /// - Parameter take: takes each line, with what its time counts from.
  init(_ kinds: Set<TraceKind>, take: @escaping (TraceLine, _ origin: Timestamp) -> Void) {
    (self.kinds, self.take) = (kinds, take)
  }

  func shows(_ kind: TraceKind) -> Bool { kinds.contains(kind) }

  func write(_ line: TraceLine) {
    guard kinds.contains(line.kind) else { return }
    take(line, origin)
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    switch record {
    case .touch(let sample, let touch): write(TraceLine(touch, sample, sample.phase, at: time))
    case .hitEntered(let contact, let view):
      write(
        TraceLine(
          .hit, at: time,
          [
            "touch": .integer(contact), "step": "enter", "view": .string(view.identifier),
            "next": .text(view.next?.identifier),
          ]))
    case .hitLeft(let contact, let view, let result):
      write(
        TraceLine(
          .hit, at: time,
          [
            "touch": .integer(contact), "step": "leave", "view": .string(view.identifier),
            "result": .text(result?.identifier),
          ]))
    case .delivered(let phase, let responder, let contacts):
      write(delivery(.deliver, phase, from: nil, to: responder, contacts, at: time))
    case .forwarded(let phase, let from, let responder, let contacts):
      write(delivery(.forward, phase, from: from, to: responder, contacts, at: time))
    case .gesture(let recognizer, let state, let contacts, let reason):
      write(line(of: recognizer, state, contacts, reason, at: time))
    case .event(let event), .progress(let event): write(TraceLine(event, at: time))
    case .control(let event): write(TraceLine(event, at: time))
    case .layout(let event): write(TraceLine(event, at: time))
    case .screen(let report): write(TraceLine(report, since: origin, at: time))
    case .displayChanged(let display, let isDark): write(.change(of: display, isDark: isDark, at: time))
    case .viewChanged(let view, let isHidden): write(.change(of: view, isHidden: isHidden, at: time))
    }
  }

  private func delivery(
    _ kind: TraceKind, _ phase: TouchPhase, from: Responder?, to responder: Responder,
    _ contacts: [ContactID],
    at time: Timestamp
  ) -> TraceLine {
    var fields: [(key: String, value: JSON)] = [("call", .string(phase.call))]
    if let from { fields.append(("from", .string(from.identifier))) }
    fields.append(("to", .string(responder.identifier)))
    fields.append(("touches", .array(contacts.map(JSON.integer))))
    if let plugin = responder.touchHandler?.plugin { fields.append(("plugin", .string(plugin.name))) }
    return TraceLine(kind, at: time, fields)
  }

  private func line(
    of recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ contacts: [ContactID],
    _ reason: FailureReason?, at time: Timestamp
  ) -> TraceLine {
    var fields: [(key: String, value: JSON)] = [
      ("gesture", .string(recognizer.name)), ("view", .text(recognizer.view?.identifier)),
      ("state", .string("\(state)")), ("touches", .array(contacts.map(JSON.integer))),
    ]
    if let reason { fields.append(("reason", .string(recognizer.shown(reason)))) }
    return TraceLine(state == .failed ? .failed : .gesture, at: time, fields)
  }
}

extension Pipeline.Interruption {
  /// What the lines of kind `device` say of it.
  var changes: [String] {
    switch self {
    case .dropped: ["resynced"]
    case .suspended: ["suspended", "resumed"]
    }
  }
}

extension TouchPhase {
  /// The name of the responder's method for this phase.
  var call: String {
    switch self {
    case .began: "touchesBegan"
    case .moved, .stationary: "touchesMoved"
    case .ended: "touchesEnded"
    case .cancelled: "touchesCancelled"
    }
  }
}

extension JSON: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}
