import TestSupport

@testable import Dispatcher

/// A script on an arrangement, under the rules: it ends with the first breach of one.
///
/// Beside the arrangement itself it plays what it is compared with: the same recognizers in the opposite order, and
/// each recognizer alone. A recognizer does what it does alone until another is in its way; the order matters only
/// where two recognize in one frame.
final class ScriptPlay {
  /// A recognizer between two frames, as the trace has it.
  struct Member {
    /// `nil` without an attempt.
    var state: GestureRecognizer.State?
    /// The contacts that it has been recognized with, and those that it has had since.
    var won: UInt32 = 0
    var held: UInt32 = 0
    /// Its contacts that are down, and all that it has.
    var followed: UInt32 = 0
    var contacts: UInt32 = 0
    var isWaiting = false
    /// Whether it has begun anew in this frame.
    var hasBegun = false
  }

  let arrangement: Arrangement
  let rig: ScriptRig
  /// The recognizers in the opposite order; `nil` while the order has made a difference, or can make none.
  private(set) var reversed: ScriptRig?
  /// Each recognizer alone; `nil` while another is in its way.
  private(set) var solos: [ScriptRig?]
  private(set) var fingers = [Finger(), Finger()]
  private(set) var now = Timestamp(microseconds: 1_000_000_000)
  private(set) var views: ViewRules
  private(set) var members: [Member]
  /// Those before the frame that is judged, and the recognizers that leave possible in it, with their contacts.
  private var before: [Member] = []
  private var recognized: [(member: Int, contacts: UInt32)] = []
  /// The first breach, in words; `nil` while there is none.
  private(set) var breach: String?
  /// A hash of all that happened, but for when, and for the numbers of contacts.
  var digest = Hasher()
  /// The contacts that the page has, in the order in which it got them.
  private(set) var onPage: [Int] = []
  var allRigs: [ScriptRig] { ([rig, reversed] + solos).compactMap(\.self) }
  private var hasOrder: Bool { arrangement.views != .nested && arrangement.members.count > 1 }
  private var places: Range<Int> { arrangement.members.indices }

  init(_ arrangement: Arrangement) {
    self.arrangement = arrangement
    let places = arrangement.members.indices
    rig = ScriptRig(arrangement, order: Array(places), hasPage: arrangement.hasPage)
    solos = places.map { ScriptRig(arrangement, order: [$0], hasPage: false) }
    members = places.map { _ in Member() }
    views = ViewRules(arrangement)
    if hasOrder { reversed = ScriptRig(arrangement, order: places.reversed(), hasPage: false) }
  }

  /// The frames that may come next.
  var nextFrames: [UInt8] {
    let (first, second) = (fingers[0].acts, fingers[1].acts)
    return first.flatMap { a in second.map { a.rawValue * 6 + $0.rawValue } }.filter { $0 != 0 } + [Act.limit]
  }

  /// Plays a frame. Frames are a millisecond apart, and limits are passed by multiples of 50 ms, as limits are: what
  /// is due within a frame does not depend on how many were before.
  func play(_ frame: UInt8) {
    let acts = [frame / 6, frame % 6].compactMap(Act.init)
    now = now + .milliseconds(1)
    if frame == Act.limit {
      let wait = rig.pipeline.nextDeadline.map { ($0 - now).microseconds } ?? 400_000
      return passDeadlines(upTo: now + Interval(microseconds: max(0, wait) / 50_000 * 50_000 + 50_000))
    }
    for (finger, act) in acts.enumerated() { fingers[finger].take(act) }
    for rig in allRigs { rig.play(frame, fingers, at: now) }
    views.begin(seen(acts), at: now)
    judge()
  }

  /// Lets deadlines pass, one at a time: each is a frame of its own.
  private func passDeadlines(upTo time: Timestamp) {
    var last = Timestamp.zero
    while breach == nil, let next = allRigs.compactMap(\.pipeline.nextDeadline).min(), next <= time {
      if next <= last { fail("a deadline stays") }
      (last, now) = (next, next)
      for rig in allRigs { rig.advance(to: next) }
      views.begin([.rest, .rest], at: next)
      judge()
    }
    now = time
    for rig in allRigs { rig.advance(to: time) }
  }

  /// The acts that a panel reports of fingers: a palm has lifted already.
  private func seen(_ acts: [Act]) -> [Act] {
    acts.enumerated().map { finger, act in
      act == .lift && !views.contacts.contains { $0.finger == finger && $0.isDown } ? .rest : act
    }
  }

  /// Lifts all fingers and lets all time pass; then nothing is left.
  func finish() {
    let lifts = fingers.map { $0.isDown || $0.isPalm ? Act.lift.rawValue : 0 }
    if lifts != [0, 0] { play(lifts[0] * 6 + lifts[1]) }
    passDeadlines(upTo: now + .seconds(100))
    if rig.pipeline.nextDeadline != nil { fail("a deadline is left") }
    if places.contains(where: { rig.attempt($0) != nil }) { fail("an attempt is left") }
    if !views.contacts.isEmpty { fail("contacts are left") }
    if !onPage.isEmpty || rig.reader?.contacts.isEmpty == false { fail("the page has contacts that are up") }
  }

  private func fail(_ words: String) { breach = breach ?? words }

  private func note() {
    digest.combine(rig.facts.count)
    for fact in rig.facts { digest.combine(fact.renumbered(ranks)) }
  }

  // MARK: The rules

  private func judge() {
    checkTouches()
    (before, recognized) = (members, [])
    followFacts()
    checkLandings()
    checkStates()
    checkTies()
    checkCalls()
    compareAlone()
    compareOrders()
    note()
    if !views.end(openContacts) { fail("a responder is owed an end") }
    if let fault = rig.reader?.fault { fail("page: \(fault)") }
    for case let own as ProgramRecognizer in rig.recognizers {
      own.fault.map { fail("\(own.name) got \($0)") }
    }
  }

  private func checkTouches() {
    let seen = rig.facts.compactMap {
      if case .touch(let id, let phase) = $0 { (id: id, phase: phase) } else { nil }
    }
    if !seen.sorted(by: { $0.id < $1.id }).elementsEqual(views.phases, by: ==) { fail("touches are \(seen)") }
  }

  /// Goes through the facts in their order: states, actions, what is taken from views, the calls of the chain.
  private func followFacts() {
    var actions: [Int: GestureRecognizer.State] = [:]
    var acted: [(member: Int, contacts: UInt32, isNew: Bool)] = []
    var changed: [Int: Int] = [:]
    for place in places {
      guard let attempt = rig.attempt(place) else { continue }
      members[place].state = members[place].state ?? .possible
      // A finger may join without a change.
      if attempt.state.isActive { members[place].held |= UInt32(attempt.contacts.map(\.id)) }
    }
    for fact in rig.facts {
      switch fact {
      case .touch: break
      case .state(let member, let state, let contacts, let loss):
        let last = members[member].state ?? .possible
        let isAllowed = (last.isOver ? .possible : last).nearest(to: state) == state
        if !isAllowed { fail("\(member) went from \(last) to \(state)") }
        changed[member, default: 0] += 1
        members[member].state = state
        guard state != .failed else {
          check(loss, of: member, contacts)
          continue
        }
        let isNew = !last.isActive
        if isNew {
          check(recognitionOf: member, contacts, isAnew: last.isOver)
          recognized.append((member, contacts))
          members[member].won = contacts
        }
        members[member].held = contacts
        if actions.updateValue(state, forKey: member) != nil {
          fail("\(member) changed twice before it acted")
        }
        acted.append((member, contacts, isNew))
      case .action(let member, let state):
        if actions.removeValue(forKey: member) != state { fail("\(member) acted on \(state)") }
        if actions.isEmpty { takeTouches(of: &acted) }
      case .call(let phase, let view, let contacts):
        if !views.note(phase, view, contacts) { fail("view \(view) got \(phase) in the wrong order") }
      case .forward(let phase, let responder, let contacts):
        if !views.note(phase, responder, contacts) { fail("\(responder) got \(phase) in the wrong order") }
      case .page(let phase, let id):
        if onPage.contains(id) == (phase == .began) { fail("the page got \(phase) of \(id) out of order") }
        onPage.removeAll { $0 == id }
        if phase == .began { onPage.append(id) }
      }
    }
    if !actions.isEmpty { fail("states without an action: \(actions)") }
    let reported = UInt32(views.phases.map(\.id))
    for place in places where before[place].state?.isActive == true && before[place].followed & reported != 0
    {
      let now = UInt32(rig.attempt(place)?.touches.map(\.contact.id) ?? [])
      let left = (before[place].followed | now) & ~views.gone([.ended, .cancelled])
      let palms = views.gone([.cancelled]) & before[place].followed
      // A pan needs one finger, which may have come in this frame; the others need those that they have.
      let isOwn = arrangement.members[place].kind.isOwn
      let ends =
        isOwn || rig.recognizers[place] is PanGestureRecognizer ? left == 0 : left != before[place].followed
      let isOver = members[place].state == .cancelled
      if changed[place] ?? 0 != (isOwn && !isOver ? 0 : 1) {
        fail("\(place) is active, and had \(changed[place] ?? 0) changes")
      }
      if isOver != (palms != 0 && ends) { fail("\(place) is \(isOver ? "" : "not ")cancelled") }
    }
  }

  private func takeTouches(of acted: inout [(member: Int, contacts: UInt32, isNew: Bool)]) {
    for (member, contacts, isNew) in acted where isNew {
      let rules = arrangement.members[member]
      if rules.delaysBegan && !rules.cancels { views.drop(contacts) }
    }
    views.take(acted.reduce(0) { arrangement.members[$1.member].cancels ? $0 | $1.contacts : $0 })
    acted.removeAll()
  }

  private func hasWon(_ other: Int) -> Bool {
    before[other].state?.isActive == true || recognized.contains { $0.member == other }
  }

  /// One winner, no recognition from a cancelled touch, none before what must fail first has failed.
  private func check(recognitionOf member: Int, _ contacts: UInt32, isAnew: Bool) {
    let (kind, last) = (arrangement.members[member].kind, before[member])
    if views.hasPalm(contacts) { fail("\(member) is recognized from a cancelled touch") }
    if last.isWaiting {
      let hasFingers = last.followed & ~views.gone([.ended]) != 0
      if !kind.isDiscrete, !hasFingers { fail("\(member) has waited, and begins without fingers") }
    } else if !kind.isOwn, views.hasStrayed(contacts) != kind.strays {
      fail("\(member) is recognized from these moves")
    }
    for other in places where other != member {
      let (hasWon, rival) = (hasWon(other), members[other])
      if (hasWon ? rival.won | rival.held : rival.won) & contacts != 0, arrangement.excludes(other, member) {
        fail("\(member) is recognized with a touch of \(other)")
      }
      guard arrangement.requires(member, other) else { continue }
      if hasWon, !isAnew { fail("\(member) is recognized after \(other), which it required to fail") }
      if rival.state == .possible, !arrangement.circle(member, other) {
        fail("\(member) is recognized before \(other) has failed")
      }
    }
  }

  /// A recognizer loses only to another that has won; it gives up before others win, unless it has waited.
  private func check(_ loss: Fact.Loss?, of member: Int, _ contacts: UInt32) {
    switch loss {
    case .prevented(let winner):
      let held = members[winner].won | members[winner].held
      if !hasWon(winner) || held & contacts == 0 || !arrangement.excludes(winner, member) {
        fail("\(member) is prevented by \(winner) without a reason")
      }
    case .required(let winner):
      if !hasWon(winner) || !arrangement.requires(member, winner) { fail("\(member) fails for \(winner)") }
    case .own(FailureReason.refused.name): fail("\(member) is refused, and no delegate refuses")
    case .own(FailureReason.cancelled.name) where !views.hasPalm(contacts):
      // One that waits for nothing any more, without fingers, is ended.
      if arrangement.members[member].kind != .idle || before[member].followed != 0 {
        fail("\(member) gives up")
      }
    case .own(let reason):
      if reason != FailureReason.tooEarly.name, !recognized.isEmpty, !views.hasLandings {
        fail("\(member) gives up after others have won")
      }
    case nil: fail("\(member) fails without a reason")
    }
  }

  private func comesFirst(_ a: Int, _ b: Int) -> Bool {
    arrangement.views == .nested && min(a, b) == 0 ? b == 0 : a < b
  }

  /// Of two that would be recognized in one frame, and need not wait, the first wins: deepest view first, then order of
  /// attachment.
  private func checkTies() {
    for winner in recognized {
      for loser in places where comesFirst(loser, winner.member) && lost(loser, to: winner.member, rig) {
        let wasDue = solos[loser]?.facts.contains(where: {
          if case .action(loser, let state) = $0 { state == .began || state == .ended } else { false }
        })
        if wasDue == true, !arrangement.requirements.contains(where: { $0.first == loser }) {
          fail("\(winner.member) wins, and \(loser) comes first")
        }
      }
    }
  }

  /// A finger that lands goes to all recognizers from its view to the window that are free. One whose attempt, or wait,
  /// it ends begins anew with it, if no other finger of it is down.
  private func checkLandings() {
    for landing in views.phases where landing.phase == .began {
      guard let contact = views.contacts.first(where: { $0.id == landing.id }) else { continue }
      let reached = places.filter { contact.view == 1 || $0 == 0 || arrangement.views != .nested }
      for place in reached {
        let (last, attempt) = (before[place], rig.attempt(place))
        let facts = own(place, rig)
        let hasIt = attempt?.contacts.contains { $0.id == contact.id } == true
        let failures = facts.compactMap(\.ownFailure).filter { $0 & contact.bit != 0 }
        let gaveUp = facts.count == 1 && failures.contains { $0 != contact.bit }
        let ends: [TouchPhase] = last.isWaiting ? [.ended, .cancelled] : [.ended]
        let hasEnded = last.isWaiting ? !facts.isEmpty : last.state == .possible && gaveUp
        // A discrete gesture of another with the finger comes before that.
        let isTaken = recognized.contains {
          $0.member != place && $0.contacts & contact.bit != 0
            && arrangement.members[$0.member].kind.isDiscrete && arrangement.excludes($0.member, place)
        }
        if isTaken { solos[place] = nil }
        let begins = hasEnded && !isTaken && last.followed & ~views.gone(ends) == 0
        // It may give up at once.
        let isNew = arrangement.members[place].kind.isOwn ? hasIt : attempt?.state == .possible
        if begins, !isNew, !last.isWaiting || failures.isEmpty {
          fail("\(place) does not begin anew with \(contact.id)")
        }
        let isFree = last.state.map { $0 == .possible && !last.isWaiting } ?? true
        if isFree, facts.isEmpty, !hasIt { fail("\(place) did not get \(contact.id)") }
        if hasIt, !isFree, !begins, last.state?.isActive != true { fail("\(place) took \(contact.id)") }
        // Of several that are active, the first alone goes on with a finger that joins them.
        if last.state?.isActive == true,
          reached.contains(where: {
            $0 != place && comesFirst($0, place) && before[$0].state?.isActive == true
              && arrangement.excludes(place, $0)
          })
        {
          if hasIt { fail("\(place) took \(contact.id) from one before it") }
          solos[place] = nil
        }
        // A palm beside the landing may have been its other finger.
        if hasEnded, !isTaken, last.followed & ~views.gone([.ended, .cancelled]) == 0 {
          members[place].hasBegun = true
        }
      }
    }
  }

  /// Nothing is left undecided but what waits, and competitors of a winner have failed.
  private func checkStates() {
    let cancelled = views.contacts.reduce(UInt32(0)) { $1.isCancelled ? $0 | $1.bit : $0 }
    let attempts = places.map { rig.attempt($0) }
    let contacts = attempts.map { UInt32($0?.contacts.map(\.id) ?? []) }
    for (place, attempt) in attempts.enumerated() {
      let state = attempt?.state
      let (traced, hasBegun, last) = (members[place].state, members[place].hasBegun, before[place])
      if let traced, state != traced, !traced.isOver || state != nil && state != .possible {
        fail("\(place) is \(state.map { "\($0)" } ?? "over"), and the trace says \(traced)")
      }
      if attempt != nil, traced?.isOver != true, !hasBegun, contacts[place] & last.contacts != last.contacts {
        fail("\(place) lost contacts")
      }
      (members[place].contacts, members[place].hasBegun) = (contacts[place], false)
      members[place].state = state
      members[place].followed = UInt32(attempt?.touches.map(\.contact.id) ?? [])
      members[place].isWaiting = attempt?.phase.isWaiting == true
      guard let attempt else {
        (members[place].won, members[place].held) = (0, 0)
        continue
      }
      if attempt.phase.isDue { fail("\(place) is undecided") }
      if !attempt.state.isOver, !attempt.phase.isWaiting {
        let deadline = attempt.recognizer.deadline
        if let deadline, deadline < now { fail("\(place) was not asked at its deadline") }
        if deadline == nil, !attempt.hasFingers { fail("\(place) waits for nothing, without fingers") }
      }
      if state == .possible, contacts[place] & cancelled != 0 { fail("\(place) goes on with a palm") }
      if attempt.phase.isWaiting {
        let mustFollow = !arrangement.members[place].kind.isDiscrete
        if mustFollow, !attempt.hasFingers { fail("\(place) waits without fingers") }
        var reached = [place]
        for waiting in places.indices where waiting < reached.count {
          reached += places.filter {
            arrangement.requires(reached[waiting], $0) && !reached.contains($0)
              && attempts[$0]?.state == .possible && contacts[$0] != 0
          }
        }
        let isStuck = reached.allSatisfy { attempts[$0]?.phase.isWaiting == true }
        if isStuck { fail("\(place) waits for nothing") }
      }
      guard state == .possible else { continue }
      for winner in recognized where winner.member != place {
        let shared = winner.contacts & contacts[place] != 0 && arrangement.excludes(winner.member, place)
        let mustFail = shared || arrangement.requires(place, winner.member)
        // One that has begun anew does not know yet, unless it wants to be recognized.
        if mustFail, !hasBegun || attempt.phase.isWaiting {
          fail("\(place) is possible, and \(winner.member) has won")
        }
      }
    }
  }

  private func checkCalls() {
    var (began, ended, joined) = (UInt32(0), UInt32(0), UInt32(0))
    for (place, rules) in arrangement.members.enumerated() {
      guard let attempt = rig.attempt(place) else { continue }
      let contacts = UInt32(attempt.contacts.map(\.id))
      if attempt.state == .possible {
        began |= attempt.recognizer.delaysTouchesBegan ? contacts : 0
        ended |= rules.delaysEnded ? contacts : 0
      } else if attempt.state.isActive, rules.cancels {
        joined |= contacts
      }
    }
    if views.hasLandings { views.take(joined) }
    views.release(began, ended)
    views.deliver(began, ended)
    let calls = rig.facts.filter { if case .call = $0 { true } else { false } }
    if calls != views.expected { fail("views got \(calls), not \(views.expected)") }
  }

  // MARK: Comparisons

  private func own(_ member: Int, _ rig: ScriptRig) -> [Fact] {
    rig.facts.filter {
      switch $0 {
      case .state(member, _, _, _), .action(member, _): true
      default: false
      }
    }
  }

  private func compareAlone() {
    for place in places {
      guard let solo = solos[place] else {
        if !views.isTouched, views.phases.isEmpty, rig.attempt(place) == nil { solos[place] = fresh([place]) }
        continue
      }
      let (facts, alone) = (own(place, rig), own(place, solo))
      let isWaiting = rig.attempt(place)?.phase.isWaiting == true
      if facts == alone, !isWaiting { continue }
      let hasLost = facts.contains {
        guard case .state(_, .failed, _, let loss?) = $0 else { return false }
        guard case .own(let reason) = loss else { return true }
        // One that must wait, and has lifted already, begins no more.
        return reason == FailureReason.tooEarly.name
          && arrangement.requirements.contains { $0.first == place }
      }
      if !hasLost, !isWaiting { fail("\(place) does \(facts), and alone \(alone)") }
      solos[place] = nil
    }
  }

  private func compareOrders() {
    guard hasOrder else { return }
    guard let other = reversed else {
      if !views.isTouched, views.phases.isEmpty, places.allSatisfy({ rig.attempt($0) == nil }) {
        reversed = fresh(places.reversed())
      }
      return
    }
    // One that loses as it gives up may do so for either reason.
    func essence(_ rig: ScriptRig) -> Set<Fact> {
      Set(
        rig.facts.compactMap {
          switch $0 {
          case .page, .forward: nil
          case .state(let member, let state, let contacts, _): .state(member, state, contacts, nil)
          default: $0
          }
        })
    }
    if essence(rig) == essence(other) { return }
    // Both recognize in one frame, and the first one wins: of a tap and a double tap, the double tap alone can.
    let isTie = recognized.contains { first in
      (first.member + 1..<places.count).contains { second in
        (lost(second, to: first.member, rig) || lost(first.member, to: second, other))
          && other.facts.contains {
            if case .action(second, .began) = $0 { true } else { $0 == .action(second, .ended) }
          }
      }
    }
    // In a circle, one that lifts in the frame in which it would begin fails, and the next proceeds.
    let isHurried =
      arrangement.hasFlicks && places.contains { a in places.contains { arrangement.circle(a, $0) } }
    if !isTie, !isHurried { fail("the order matters: \(rig.facts) or \(other.facts)") }
    reversed = nil
  }

  private func lost(_ loser: Int, to winner: Int, _ rig: ScriptRig) -> Bool {
    rig.facts.contains {
      guard case .state(loser, .failed, _, let loss) = $0 else { return false }
      return loss == .prevented(by: winner) || loss == .required(winner)
    }
  }

  /// Nothing is down and nothing waits: so does a rig that has seen nothing, but that contacts have other numbers.
  private func fresh(_ order: [Int]) -> ScriptRig {
    let rig = ScriptRig(arrangement, order: order, hasPage: false, contacts: views.landings)
    rig.pipeline.advance(to: now)
    return rig
  }
}
