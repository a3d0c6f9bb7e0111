/// The calls of one phase on their way up the chain, from the hit view to the responder that stops them.
///
/// Each contact records the responders on which the chain called `touchesBegan`. Each of those gets every later phase
/// once, in that order: by being handed it, else by ``start(_:on:with:)`` at the end. Handing on beyond the record
/// does nothing.
///
/// The default implementation of a `touches…` method ends here, in ``handleByDefault(_:on:_:with:)``. It runs because
/// the chain called the responder, which overrides nothing or called `super`; or because a program called the method by
/// hand. The chain knows which responder it is calling, in which phase and with which touches: for those it hands on,
/// and for everything else it makes a plain call of the next responder, of which nothing is recorded.
final class ResponderChain {
  /// A method that is running.
  struct Call: BitwiseCopyable {
    /// Kept by the caller.
    let responder: Borrowed<Responder>
    /// The phase in which the chain calls it; `nil` for a plain call.
    let phase: TouchPhase?
    /// Whether the records of its touches carry the number of the call. Most moves are made without.
    var isMarked = true
  }

  /// One number a call from the hit view; a record that carries it has been reached by this call.
  private(set) var call: UInt64 = 0
  /// The methods that are running, as far as the chain made the calls, the hit view's first.
  var running = Slab<Call>()
  /// Receives trace records, for as long as a frame is being delivered.
  var observer: (any TraceObserver)?

  /// The application whose calls these are.
  weak var host: Application? {
    didSet { sensitivity.host = host }
  }
  /// Answers what of the application's touches may leave the process.
  let sensitivity = Sensitivity()

  /// Takes notes of what fingers do; `nil` where nothing is counted.
  var tally: TouchTally?

  /// Whether a held call is being made.
  var isReleasing = false

  @inline(__always) var isObserved: Bool { observer != nil }

  /// Whether the observer of this frame wants to see where touches go that move.
  private(set) var followsMoves = false

  /// Begins a frame with an observer.
  @inline(never)
  func beginObserving(_ observer: (any TraceObserver)?) {
    self.observer = observer
    followsMoves = observer?.followsMoves ?? false
  }

  @inline(never)
  func endObserving() { (observer, followsMoves) = (nil, false) }

  /// The number of the held call that is being made; 0 for a call that is made when it is due.
  @inline(__always) var releasedCall: UInt64 { isReleasing ? call : 0 }

  /// Calls a phase on the hit view with the touches of its set, then on every recorded responder that it did not reach.
  @inline(__always)
  func start(_ phase: TouchPhase, on view: View, with event: Event) {
    call &+= 1
    // Where the view alone took the touches, no other responder is owed anything.
    if phase == .moved, !followsMoves, view.touchSet.members.allSatisfy({ $0.contact.chain.isSole }) {
      running.append(Call(responder: Borrowed(view), phase: phase, isMarked: false))
      invoke(phase, on: view, view.touchSet.set, with: event)
      running.truncate(to: running.count - 1)
    } else {
      startAll(phase, on: view, view.touchSet.set, with: event)
    }
    if phase == .moved { view.touchSet.members.forEach { $0.contact.chain.learnWhetherMovesAreHeard() } }
  }

  /// Calls a phase on the responder at the beginning of a chain, then on every recorded one that it did not reach.
  @inline(never)
  func startAll(_ phase: TouchPhase, on first: Responder, _ touches: Set<Touch>, with event: Event) {
    if let observer, let contacts = reported(touches, to: observer) {
      observer.record(.delivered(phase, to: first, contacts: contacts), at: event.timestamp)
    }
    run(phase, on: first, touches, with: event)
    if phase != .began { complete(phase, touches, with: event) }
    guard phase == .ended || phase == .cancelled else { return }
    // A touch may be kept for the next tap, and the record would keep the whole chain with it, up to the application
    // that keeps the touch.
    for touch in touches { touch.contact.chain.removeAll() }
  }

  /// Shows the observer a call that is no part of a chain.
  func show(_ phase: TouchPhase, on responder: Responder, _ touches: Set<Touch>, with event: Event) {
    guard phase != .moved || followsMoves, let observer, let contacts = reported(touches, to: observer)
    else { return }
    observer.record(.delivered(phase, to: responder, contacts: contacts), at: event.timestamp)
  }

  /// Hands touches of the running call on to the next responder, or to the next that received `touchesBegan` for them.
  @inline(never)
  func forward(
    _ phase: TouchPhase, from responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    if phase == .began {
      guard let next = responder.next ?? host?.responder(afterLast: responder) else { return }
      return pass(phase, from: responder, to: next, touches, with: event)
    }
    // More than one round only where the chains of these touches parted at began.
    while let next = oldest(in: touches, whose: { $0.chain.successor(of: responder, missedBy: call) }) {
      pass(phase, from: responder, to: next, touches, with: event)
    }
  }

  /// Calls a responder for those touches that it is owed: all of them at began, else those whose record names it and
  /// that have not reached it yet.
  private func pass(
    _ phase: TouchPhase, from current: Responder, to responder: Responder, _ touches: Set<Touch>,
    with event: Event
  ) {
    let owed = touches.subset { $0.contact.chain.owes(phase, to: responder, by: call) }
    guard !owed.isEmpty else { return }
    if let observer, let contacts = reported(owed, to: observer) {
      let record = TraceRecord.forwarded(phase, from: current, to: responder, contacts: contacts)
      observer.record(record, at: event.timestamp)
    }
    run(phase, on: responder, owed, with: event)
  }

  /// The contacts of a call that an observer may know of; `nil` for none.
  private func reported(_ touches: Set<Touch>, to observer: any TraceObserver) -> [ContactID]? {
    guard sensitivity.isAtStake, observer.leavesProcess else { return touches.contactIDs }
    let shown = touches.subset { !$0.isPrivate }
    return shown.isEmpty ? nil : shown.contactIDs
  }

  private func run(_ phase: TouchPhase, on responder: Responder, _ touches: Set<Touch>, with event: Event) {
    for touch in touches { touch.contact.chain.reach(responder, by: call, in: phase) }
    running.append(Call(responder: Borrowed(responder), phase: phase))
    invoke(phase, on: responder, touches, with: event)
    running.truncate(to: running.count - 1)
  }

  /// Reaches the recorded responders that the call has not, nearest first.
  private func complete(_ phase: TouchPhase, _ touches: Set<Touch>, with event: Event) {
    while let missed = oldest(in: touches, whose: { $0.chain.firstMissed(by: call) }) {
      pass(phase, from: missed.previous, to: missed.responder, touches, with: event)
    }
  }

  /// Result of a query for the oldest contact that has one, since a set has no order of its own.
  private func oldest<Found>(in touches: Set<Touch>, whose query: (Contact) -> Found?) -> Found? {
    var best: (id: ContactID, found: Found)?
    for touch in touches {
      let id = touch.contact.id
      guard best.map({ id < $0.id }) ?? true, let found = query(touch.contact) else { continue }
      best = (id, found)
    }
    return best?.found
  }

  /// Goes on from a responder that overrides nothing.
  @inline(never)
  fileprivate func pass(
    _ phase: TouchPhase, from responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    if isCalling(responder, in: phase) {
      forward(phase, from: responder, touches, with: event)
    } else {
      passByHand(phase, from: responder, touches, with: event)
    }
  }

  /// Goes on from a responder that may have called `super`, with which touches it liked, and more than once.
  @inline(never)
  fileprivate func handleByDefault(
    _ phase: TouchPhase, on responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    guard isCalling(responder, in: phase) else {
      return handleByHand(phase, on: responder, touches, with: event)
    }
    markRunning(in: phase)
    let own = touches.subset { $0.contact.chain.isReached(responder, by: call) }
    let new = own.subset { !$0.contact.chain.isHandedOn(by: responder, in: call) }
    for touch in new { touch.contact.chain.handOn(by: responder, in: call) }
    let remaining = new.isEmpty ? [] : rest(of: new, after: responder, phase, with: event)
    if !remaining.isEmpty { forward(phase, from: responder, remaining, with: event) }
    // Touches of other calls that came along with `super`.
    if own.count < touches.count {
      handleByHand(phase, on: responder, touches.subtracting(own), with: event)
    }
  }

  /// Whether the call that is running is the chain's, of this responder's method for a phase.
  func isCalling(_ responder: Responder, in phase: TouchPhase) -> Bool {
    guard let last = running.last else { return false }
    return last.phase == phase && last.responder.refers(to: responder)
  }

  /// Notes in the records of its touches that the running call reached the hit view, unless that is noted.
  private func markRunning(in phase: TouchPhase) {
    let last = running.count - 1
    guard !running[last].isMarked, let view = running[last].responder.object as? View else { return }
    running[last].isMarked = true
    view.touchSet.members.forEach { $0.contact.chain.reach(view, by: call, in: phase) }
  }

  private func handleByHand(
    _ phase: TouchPhase, on responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    let rest = rest(of: touches, after: responder, phase, with: event)
    if !rest.isEmpty { passByHand(phase, from: responder, rest, with: event) }
  }

  /// Has the plugin that is bound to a responder handle touches.
  ///
  /// - Returns: the touches that go on up the chain.
  private func rest(
    of touches: Set<Touch>, after responder: Responder, _ phase: TouchPhase, with event: Event
  ) -> Set<Touch> {
    guard let handler = responder.touchHandler else { return touches }
    if handler.mayChoose { return handler.choose(phase, touches, on: responder, with: event) }
    handler.handle(phase, touches, on: responder, with: event)
    return handler.forwards ? touches : []
  }

  /// Calls the next responder as a program would: nothing is recorded. Ends where ``Responder/next`` goes round in a
  /// circle.
  private func passByHand(
    _ phase: TouchPhase, from responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    guard running.count < Responder.chainLimit, let next = responder.next else { return }
    running.append(Call(responder: Borrowed(next), phase: nil))
    invoke(phase, on: next, touches, with: event)
    running.truncate(to: running.count - 1)
  }
}

extension Set<Touch> {
  /// The touches that satisfy a condition; the set itself, without a copy, when all do.
  func subset(_ condition: (Touch) -> Bool) -> Set<Touch> {
    allSatisfy(condition) ? self : filter(condition)
  }
}

/// Calls the method of a phase, overridden or not.
@inline(__always)
package func invoke(
  _ phase: TouchPhase, on responder: Responder, _ touches: Set<Touch>, with event: Event
) {
  switch phase {
  case .began: responder.touchesBegan(touches, with: event)
  case .moved: responder.touchesMoved(touches, with: event)
  case .ended: responder.touchesEnded(touches, with: event)
  case .cancelled: responder.touchesCancelled(touches, with: event)
  // No call is made of what did not change.
  case .stationary: break
  }
}

// What the default implementation of a `touches…` method does. It runs where a class overrides nothing, and where an
// override calls `super`: the bound plugin handles the touches, or the next responder.
extension Responder {
  @inline(__always)
  final func handleByDefault(_ phase: TouchPhase, _ touches: Set<Touch>, with event: Event) {
    if mayOverrideTouches { return event.chain.handleByDefault(phase, on: self, touches, with: event) }
    // No override stands between a call and this, so that the touches are those of the call.
    if let touchHandler {
      if touchHandler.mayChoose { return choose(phase, touches, with: event) }
      touchHandler.handle(phase, touches, on: self, with: event)
      guard touchHandler.forwards else { return }
    }
    event.chain.pass(phase, from: self, touches, with: event)
  }

  /// Has the plugin take the touches that it wants, and passes the others on.
  @inline(never)
  private final func choose(_ phase: TouchPhase, _ touches: Set<Touch>, with event: Event) {
    let rest = touchHandler?.choose(phase, touches, on: self, with: event) ?? touches
    if !rest.isEmpty { event.chain.pass(phase, from: self, rest, with: event) }
  }
}

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
  /// Whether no responder does anything when the touch moves: calling them would change nothing.
  private(set) var ignoresMoves = false
  /// Whether a responder does something then.
  private var hearsMoves = false

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

  /// Notes whether no responder does anything when the touch moves, once all have been called so. A plugin that is
  /// bound to a responder later did not receive the began of the touch, and does not receive the rest.
  @inline(__always)
  mutating func learnWhetherMovesAreHeard() {
    if !hearsMoves { findWhetherMovesAreHeard() }
  }

  /// Ends what responders are owed.
  mutating func removeAll() { entries.removeAll() }

  @inline(never)
  private mutating func findWhetherMovesAreHeard() {
    hearsMoves = entries.contains { $0.responder.mayOverrideTouches || $0.responder.touchHandler != nil }
    ignoresMoves = ignoresMoves || !hearsMoves
  }

  private func place(of responder: Responder) -> Int? { entries.firstIndex { $0.responder === responder } }
}
