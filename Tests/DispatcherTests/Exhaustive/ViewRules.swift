import Dispatcher

/// The calls that views must get of two fingers, by the event model: 7.3 of touches that recognizers delay and take,
/// 8.1 of those that are withheld, 6 of the order of calls. It knows the states of recognizers, and no reason of them.
struct ViewRules {
  /// A contact, for as long as a view or a recognizer may know of it.
  struct Contact {
    enum Standing: Hashable { case pending, given, withheld, taken }

    let id: Int
    let finger: Int
    let view: Int
    let downTime: Timestamp
    /// The number of the first finger's landing in its touch sequence.
    let sequence: Int
    /// The number of the first contact that its touch object stood for.
    let object: Int
    var isDown = true
    var isCancelled = false
    /// Whether it has moved far.
    var hasStrayed = false
    var standing = Standing.pending
    /// The responders that are owed the end, as bits.
    var owed: UInt32 = 0

    var isFinal: Bool { standing == .withheld || standing == .taken }
    var bit: UInt32 { 1 << UInt32(id & 31) }
  }

  /// A call that waits.
  struct Call {
    let phase: TouchPhase
    let view: Int
    var contacts: UInt32
  }

  /// The last lift of a finger, which a landing may be one more tap of.
  struct Lift {
    let time: Timestamp
    let object: Int
  }

  let arrangement: Arrangement
  private(set) var contacts: [Contact] = []
  private(set) var held: [Call] = []
  private(set) var lifts: [Lift?] = [nil, nil]
  private(set) var landings = 0
  private(set) var sequence = 0
  private(set) var expected: [Fact] = []
  /// The phases of this frame, by id.
  private(set) var phases: [(id: Int, phase: TouchPhase)] = []

  init(_ arrangement: Arrangement) { self.arrangement = arrangement }

  var heldContacts: UInt32 { held.reduce(0) { $0 | $1.contacts } }
  func gone(_ ends: [TouchPhase]) -> UInt32 { UInt32(phases.filter { ends.contains($0.phase) }.map(\.id)) }
  var hasLandings: Bool { phases.contains { $0.phase == .began } }
  var isTouched: Bool { contacts.contains { $0.isDown } }

  private func place(_ id: Int) -> Int? { contacts.firstIndex { $0.id == id } }

  func hasPalm(_ among: UInt32) -> Bool { contacts.contains { $0.isCancelled && $0.bit & among != 0 } }

  func hasStrayed(_ among: UInt32) -> Bool { contacts.contains { $0.hasStrayed && $0.bit & among != 0 } }

  // MARK: A frame, step by step

  /// Begins a frame: fingers land, and others change.
  mutating func begin(_ acts: [Act], at time: Timestamp) {
    expected.removeAll(keepingCapacity: true)
    phases.removeAll(keepingCapacity: true)
    if !isTouched { sequence = landings + 1 }
    for (finger, act) in acts.enumerated() {
      if act == .down { land(finger, at: time) }
      guard let place = contacts.lastIndex(where: { $0.finger == finger && $0.isDown }) else { continue }
      let isFlick = act == .lift && finger == 0 && arrangement.hasFlicks
      if act == .beyond || isFlick { contacts[place].hasStrayed = true }
      switch act {
      case .within, .beyond: phases.append((contacts[place].id, .moved))
      case .lift: phases.append((contacts[place].id, .ended))
      case .palm:
        phases.append((contacts[place].id, .cancelled))
        contacts[place].isCancelled = true
      case .rest, .down: break
      }
      if act == .lift || act == .palm {
        lifts[finger] = act == .palm ? nil : Lift(time: time, object: contacts[place].object)
      }
    }
    phases.sort { $0.id < $1.id }
  }

  private mutating func land(_ finger: Int, at time: Timestamp) {
    landings += 1
    let view = arrangement.views == .apart ? finger + 1 : arrangement.views == .nested ? finger : 0
    let used = lifts[finger].flatMap { time - $0.time <= Thresholds().reuse.interval ? $0.object : nil }
    var contact = Contact(
      id: landings, finger: finger, view: view, downTime: time, sequence: sequence, object: used ?? landings)
    let isWithheld = contacts.contains { other in
      guard other.isDown else { return false }
      if other.view == view { return arrangement.views != .multi }
      guard arrangement.views == .apart, !other.isFinal else { return false }
      let isNew = phases.contains { $0.id == other.id && $0.phase == .began }
      return other.standing == .given || heldContacts & other.bit != 0 || isNew
    }
    if isWithheld { contact.standing = .withheld }
    lifts[finger] = nil
    contacts.append(contact)
    phases.append((contact.id, .began))
  }

  /// A recognizer that acts takes touches; one that does not cancel them, but delayed their began, drops what is held.
  mutating func drop(_ taken: UInt32) {
    for place in contacts.indices where contacts[place].bit & taken != 0 {
      guard held.first(where: { $0.contacts & contacts[place].bit != 0 })?.phase == .began else { continue }
      contacts[place].standing = .taken
      forget(contacts[place].bit)
    }
  }

  mutating func take(_ taken: UInt32) {
    var calls: [(first: Contact, objects: [Int], contacts: UInt32)] = []
    for place in contacts.indices where contacts[place].bit & taken != 0 && contacts[place].standing != .taken
    {
      let contact = contacts[place]
      contacts[place].standing = .taken
      forget(contact.bit)
      guard contact.standing == .given else { continue }
      let index = calls.firstIndex {
        $0.first.view == contact.view && $0.first.sequence == contact.sequence
          && !$0.objects.contains(contact.object)
      }
      if let index {
        calls[index].contacts |= contact.bit
        calls[index].objects.append(contact.object)
      } else {
        calls.append((contact, [contact.object], contact.bit))
      }
    }
    expected += calls.map { .call(.cancelled, view: $0.first.view, $0.contacts) }
  }

  private mutating func forget(_ bit: UInt32) {
    for index in held.indices { held[index].contacts &= ~bit }
    held.removeAll { $0.contacts == 0 }
  }

  /// Makes the held calls that no recognizer delays any more, in order.
  ///
  /// - Parameters:
  ///   - began: the contacts of which a recognizer that is possible delays the began.
  ///   - ended: those of which one delays the end.
  mutating func release(_ began: UInt32, _ ended: UInt32) {
    var (waiting, kept) = (UInt32(0), [Call]())
    for call in held {
      var due: UInt32 = 0
      for place in contacts.indices where contacts[place].bit & call.contacts != 0 {
        let bit = contacts[place].bit
        if waiting & bit != 0 || mustHold(contacts[place], call.phase, began, ended) {
          waiting |= bit
        } else if !contacts[place].isFinal {
          due |= bit
          receive(place, call.phase)
        }
      }
      if due != 0 { expected.append(.call(call.phase, view: call.view, due)) }
      if call.contacts & waiting != 0 {
        kept.append(Call(phase: call.phase, view: call.view, contacts: call.contacts & waiting))
      }
    }
    held = kept
  }

  /// Calls the views phase by phase, within a phase by view in order of its oldest touch.
  mutating func deliver(_ began: UInt32, _ ended: UInt32) {
    for phase: TouchPhase in [.began, .moved, .ended, .cancelled] {
      var (due, late): ([Call], [Call]) = ([], [])
      for change in phases where change.phase == phase {
        guard let place = place(change.id), !contacts[place].isFinal else { continue }
        let contact = contacts[place]
        if heldContacts & contact.bit != 0 || mustHold(contact, phase, began, ended) {
          Self.add(contact, phase, to: &late)
        } else if contact.standing == .given || phase == .began {
          receive(place, phase)
          Self.add(contact, phase, to: &due)
        }
      }
      held += late
      expected += due.map { .call(phase, view: $0.view, $0.contacts) }
    }
  }

  private static func add(_ contact: Contact, _ phase: TouchPhase, to calls: inout [Call]) {
    if let index = calls.firstIndex(where: { $0.view == contact.view }) {
      calls[index].contacts |= contact.bit
    } else {
      calls.append(Call(phase: phase, view: contact.view, contacts: contact.bit))
    }
  }

  private func mustHold(_ contact: Contact, _ phase: TouchPhase, _ began: UInt32, _ ended: UInt32) -> Bool {
    contact.standing != .given && began & contact.bit != 0 || phase == .ended && ended & contact.bit != 0
  }

  private mutating func receive(_ place: Int, _ phase: TouchPhase) {
    contacts[place].standing = phase == .began || phase == .moved ? .given : .pending
  }

  /// Notes a call of a responder.
  ///
  /// - Returns: whether it was the responder's turn for it: each began once, and each end once after it.
  mutating func note(_ phase: TouchPhase, _ responder: Int, _ touched: UInt32) -> Bool {
    let bit: UInt32 = 1 << UInt32(responder)
    for place in contacts.indices where contacts[place].bit & touched != 0 {
      guard (contacts[place].owed & bit == 0) == (phase == .began) else { return false }
      if phase == .began { contacts[place].owed |= bit }
      if phase == .ended || phase == .cancelled { contacts[place].owed &= ~bit }
    }
    return true
  }

  /// Ends a frame: forgets the contacts that are up, unless a call or a recognizer still has them.
  ///
  /// - Returns: whether none of them is owed an end.
  mutating func end(_ followed: UInt32) -> Bool {
    for change in phases where change.phase == .ended || change.phase == .cancelled {
      if let place = place(change.id) { contacts[place].isDown = false }
    }
    let kept = heldContacts | followed
    let isBalanced = contacts.allSatisfy { $0.isDown || kept & $0.bit != 0 || $0.owed == 0 }
    contacts.removeAll { !$0.isDown && kept & $0.bit == 0 }
    return isBalanced
  }
}
