import TestTables

/// Checks all trace records of an application against the rules, whatever the fingers do.
final class ScriptWatch: TraceObserver {
  /// The first breach of the rules, in words; `nil` if there was none.
  private(set) var violation: String?
  /// A hash of all records, in order.
  private(set) var digest: UInt64 = 0
  /// The contacts that recognized gestures had.
  private(set) var taken: Set<ContactID> = []
  /// The contacts with a view, and their phases there so far.
  private(set) var bound: Set<ContactID> = []
  private(set) var actions = 0

  private struct Call: Hashable {
    let responder: ObjectIdentifier
    let contact: ContactID
  }

  private struct Active {
    let recognizer: GestureRecognizer
    let contacts: [ContactID]

    /// Those that it has not left to others.
    var held: Set<ContactID> { Set(contacts).subtracting((recognizer as? WhimRecognizer)?.ignored ?? []) }
  }

  private enum Progress { case open, over }

  private var contacts: [ContactID: Progress] = [:]
  private var calls: [Call: Progress] = [:]
  private var states: [ObjectIdentifier: GestureRecognizer.State] = [:]
  private var active: [Active] = []
  private var delivered: Set<ContactID> = []
  private var reports = ProgressWatch()

  func record(_ record: TraceRecord, at time: Timestamp) {
    mix(UInt64(bitPattern: time.microseconds))
    switch record {
    case .touch(let sample, let touch): note(sample, touch)
    case .hitEntered, .hitLeft, .pointer: break
    case .control(let event): mix(event.name)
    case .layout(let event): mix(event.name)
    case .explore(let report): mix(report.act.rawValue)
    case .displayChanged(let display, _): mix(display)
    case .viewChanged(let view, _): mix(view.identifier)
    case .screen(let report): mix(UInt64(report.contact) << 8 | UInt64(report.phase.rawValue))
    case .delivered(let phase, let responder, let contacts):
      delivered.formUnion(contacts)
      note(phase, responder, contacts)
    case .forwarded(let phase, _, let responder, let contacts): note(phase, responder, contacts)
    case .gesture(let recognizer, let state, let contacts, _): note(recognizer, state, contacts)
    case .progress(let event):
      mix("\(event.name) \(event.state)")
      if let violation = reports.note(event) { report(violation) }
    case .event(let event):
      actions += 1
      if event.state == .failed || event.state == .possible {
        report("\(event.name) acted on \(event.state)")
      }
    }
  }

  func report(_ words: String) { violation = violation ?? words }

  private func mix(_ value: UInt64) { digest = (digest ^ value) &* 0x0000_0100_0000_01b3 }

  private func mix(_ name: String) { for byte in name.utf8 { mix(UInt64(byte)) } }

  private func note(_ sample: TouchSample, _ touch: Touch) {
    mix(UInt64(sample.contact) << 8 | UInt64(sample.phase.rawValue))
    if touch.view != nil { bound.insert(sample.contact) }
    check(&contacts[sample.contact], sample.phase, "contact \(sample.contact)")
  }

  private func note(_ phase: TouchPhase, _ responder: Responder, _ contacts: [ContactID]) {
    mix(responder.identifier)
    for contact in contacts {
      mix(UInt64(contact) << 8 | UInt64(phase.rawValue))
      let call = Call(responder: ObjectIdentifier(responder), contact: contact)
      check(&calls[call], phase, "contact \(contact) on \(responder.identifier)")
    }
  }

  /// Each began once, each ended once, and moved in between.
  private func check(_ progress: inout Progress?, _ phase: TouchPhase, _ what: String) {
    switch (phase, progress) {
    case (.began, nil): progress = .open
    case (.moved, .open), (.stationary, .open): break
    case (.ended, .open), (.cancelled, .open): progress = .over
    default: report("\(what): \(phase) when it was \(progress.map { "\($0)" } ?? "unknown")")
    }
  }

  private func note(
    _ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ contacts: [ContactID]
  ) {
    mix(recognizer.name)
    mix("\(state)")
    reports.note(recognizer, state)
    let last = states[ObjectIdentifier(recognizer)] ?? .possible
    if !Self.isLegal(from: last, to: state) { report("\(recognizer.name) went from \(last) to \(state)") }
    // A finished one is possible again the next time that it is heard of.
    let isOver = state == .ended || state == .cancelled || state == .failed
    states[ObjectIdentifier(recognizer)] = isOver ? .possible : state
    if state != .failed { taken.formUnion(contacts) }
    let wasActive = active.contains { $0.recognizer === recognizer }
    active.removeAll { $0.recognizer === recognizer }
    guard state == .began || state == .changed else { return }
    if !wasActive { checkCompetitors(of: recognizer, contacts) }
    active.append(Active(recognizer: recognizer, contacts: contacts))
  }

  private static func isLegal(from last: GestureRecognizer.State, to next: GestureRecognizer.State) -> Bool {
    last == .possible
      ? next == .began || next == .ended || next == .failed
      : next == .changed || next == .ended || next == .cancelled
  }

  private func checkCompetitors(of recognizer: GestureRecognizer, _ contacts: [ContactID]) {
    for other in active where !other.held.isDisjoint(with: contacts) {
      let winner = other.recognizer
      let isExclusive =
        winner.canPrevent(recognizer) && recognizer.canBePrevented(by: winner)
        && winner.delegate?.gestureRecognizer(winner, shouldRecognizeSimultaneouslyWith: recognizer) != true
        && recognizer.delegate?.gestureRecognizer(recognizer, shouldRecognizeSimultaneouslyWith: winner)
          != true
      if isExclusive {
        report("\(recognizer.name) began with \(contacts) beside \(winner.name) with \(other.held.sorted())")
      }
    }
  }

  /// Whether recognizers that let everything pass got all calls.
  func checkBalance(of recognizers: [GestureRecognizer]) {
    for case let balanced as BalancedRecognizer in recognizers {
      if let violation = balanced.violation { report(violation) }
    }
  }

  /// Looks back when all fingers are up and all time is over.
  ///
  /// - Parameter isOpen: whether no view keeps touches from itself.
  func finish(_ recognizers: [GestureRecognizer], isOpen: Bool) {
    for (contact, progress) in contacts.sorted(by: { $0.key < $1.key }) where progress == .open {
      report("contact \(contact) never ended")
    }
    for (call, progress) in calls.sorted(by: { $0.key.contact < $1.key.contact }) where progress == .open {
      report("a responder got began of contact \(call.contact), and neither ended nor cancelled")
    }
    for other in active { report("\(other.recognizer.name) never ended") }
    if let violation = reports.violationAtEnd { report(violation) }
    guard isOpen else { return }
    // An active recognizer takes a finger that joins it, and may ignore it later: then no recognizer has it.
    for case let whim as WhimRecognizer in recognizers { taken.formUnion(whim.ignored) }
    for contact in bound.subtracting(delivered).subtracting(taken).sorted() {
      report("contact \(contact) was held for ever: no recognizer has it, and its view never heard of it")
    }
  }
}
