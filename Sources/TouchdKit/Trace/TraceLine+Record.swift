import Dispatcher

extension TraceLine {
  /// What an application reports.
  ///
  /// - Parameter origin: what the times within the line count from.
  init(_ record: TraceRecord, since origin: Timestamp, at time: Timestamp) {
    switch record {
    case .touch(let sample, let touch): self.init(touch, sample, sample.phase, at: time)
    case .hitEntered(let contact, let view):
      self.init(
        .hit, at: time,
        [
          "touch": .integer(contact), "step": "enter", "view": .string(view.identifier),
          "next": .text(view.next?.identifier),
        ])
    case .hitLeft(let contact, let view, let result):
      self.init(
        .hit, at: time,
        [
          "touch": .integer(contact), "step": "leave", "view": .string(view.identifier),
          "result": .text(result?.identifier),
        ])
    case .delivered(let phase, let responder, let contacts):
      self.init(.deliver, at: time, CallReport(phase, to: responder, contacts))
    case .forwarded(let phase, let from, let responder, let contacts):
      self.init(.forward, at: time, CallReport(phase, from: from, to: responder, contacts))
    case .gesture(let recognizer, let state, let contacts, let reason):
      self.init(recognizer, state, contacts, reason, at: time)
    case .event(let event), .progress(let event): self.init(event, at: time)
    case .control(let event): self.init(event, at: time)
    case .layout(let event): self.init(event, at: time)
    case .screen(let report): self.init(report, since: origin, at: time)
    case .displayChanged(let display, let isDark): self = .change(of: display, isDark: isDark, at: time)
    case .viewChanged(let view, let isHidden): self = .change(of: view, isHidden: isHidden, at: time)
    }
  }

  private init(
    _ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ contacts: [ContactID],
    _ reason: FailureReason?, at time: Timestamp
  ) {
    var fields: [(key: String, value: JSON)] = [
      ("gesture", .string(recognizer.name)), ("view", .text(recognizer.view?.identifier)),
      ("state", .string(state.word)), ("touches", .array(contacts.map(JSON.integer))),
    ]
    if let reason { fields.append(("reason", .string(recognizer.shown(reason)))) }
    self.init(state == .failed ? .failed : .gesture, at: time, fields)
  }
}
