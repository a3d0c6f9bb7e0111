/// The responders on which the chain called `touchesBegan` for a contact, and which are owed its later phases: from the
/// hit view up to the one that stopped the call.
struct ChainRecord {
  private struct Entry {
    let responder: Responder
    /// The last call of the chain that reached it.
    var call: UInt64
    /// The last call in which it handed the touch on, by `super`.
    var handedOn: UInt64 = 0
  }

  private var entries: ContiguousArray<Entry> = []
  /// The phases in which no responder does anything: calling them would change nothing.
  private(set) var unheardPhases = PhaseSet()
  /// The phases in which a responder does something.
  private var heardPhases = PhaseSet()

  /// Whether the hit view alone is recorded.
  @inline(__always)
  var isSole: Bool { entries.count == 1 }

  var responders: some Sequence<Responder> { entries.lazy.map(\.responder) }

  /// Notes that a call reached a responder; at began, that it is owed all later ones.
  mutating func reach(_ responder: Responder, by call: UInt64, in phase: TouchPhase) {
    if let place = place(of: responder) {
      entries[place].call = call
    } else if phase == .began {
      entries.append(Entry(responder: responder, call: call))
    }
  }

  /// Whether a call must reach a responder, and has not.
  func owes(_ phase: TouchPhase, to responder: Responder, by call: UInt64) -> Bool {
    let place = place(of: responder)
    guard phase != .began else { return place == nil && entries.count < Responder.chainLimit }
    return place.map { entries[$0].call != call } ?? false
  }

  /// Whether a call reached a responder.
  func isReached(_ responder: Responder, by call: UInt64) -> Bool {
    place(of: responder).map { entries[$0].call == call } ?? false
  }

  /// Whether a responder handed the touch on in a call.
  func isHandedOn(by responder: Responder, in call: UInt64) -> Bool {
    place(of: responder).map { entries[$0].handedOn == call } ?? false
  }

  /// Notes that a responder hands the touch on in a call.
  mutating func handOn(by responder: Responder, in call: UInt64) {
    if let place = place(of: responder) { entries[place].handedOn = call }
  }

  /// The responder after another one, if a call has not reached it.
  func successor(of responder: Responder, missedBy call: UInt64) -> Responder? {
    guard let place = place(of: responder), place + 1 < entries.count, entries[place + 1].call != call
    else { return nil }
    return entries[place + 1].responder
  }

  /// The nearest responder that a call has not reached, and the one before it.
  func firstMissed(by call: UInt64) -> (previous: Responder, responder: Responder)? {
    guard let place = entries.firstIndex(where: { $0.call != call }), place > 0 else { return nil }
    return (entries[place - 1].responder, entries[place].responder)
  }

  /// Notes whether no responder does anything in a phase, once all have been called in it. A plugin that is bound to a
  /// responder later did not receive the began of the touch, and does not receive the rest.
  @inline(__always)
  mutating func learnWhetherHeard(_ phase: TouchPhase) {
    if !heardPhases.contains(phase) { find(whetherHeard: phase) }
  }

  /// Ends what responders are owed.
  mutating func removeAll() { entries.removeAll() }

  @inline(never)
  private mutating func find(whetherHeard phase: TouchPhase) {
    let isUnheard = entries.allSatisfy {
      !$0.responder.mayOverrideTouches && $0.responder.touchHandler == nil
    }
    if isUnheard { unheardPhases.insert(phase) } else { heardPhases.insert(phase) }
  }

  private func place(of responder: Responder) -> Int? { entries.firstIndex { $0.responder === responder } }
}
