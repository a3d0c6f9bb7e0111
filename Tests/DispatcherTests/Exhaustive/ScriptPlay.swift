import TestSupport

@testable import Dispatcher

/// A script on an arrangement, under the rules: it ends with the first breach of one.
///
/// Beside the arrangement itself it plays what it is compared with: the same recognizers in the opposite order, and
/// each recognizer alone. A recognizer does what it does alone until another is in its way; the order matters only
/// where two recognize in one frame.
final class ScriptPlay {
  /// What is known of a recognizer between two frames.
  struct Member {
    /// `nil` without an attempt.
    var state: GestureRecognizer.State?
    /// The contacts that it has been recognized with, and those that it has had since.
    var won: UInt32 = 0
    var held: UInt32 = 0
    /// Its contacts that are down.
    var followed: UInt32 = 0
    var isWaiting = false
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
  /// The first breach, in words; `nil` while there is none.
  private(set) var breach: String?
  /// A hash of all that happened, but for when, and for the numbers of contacts.
  var digest = Hasher()
  /// The contacts that the page has, in the order in which it got them.
  private(set) var onPage: [Int] = []
  /// Times at which contacts that were withdrawn from the page lift.
  private(set) var rests: [Timestamp] = []
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
    while breach == nil, let next = allRigs.compactMap(\.pipeline.nextDeadline).min(), next <= time {
      now = next
      for rig in allRigs { rig.advance(to: next) }
      views.begin([.rest, .rest], at: next)
      judge()
    }
    now = time
    for rig in allRigs { rig.advance(to: time) }
    rests.removeAll { $0 <= now }
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
    for fact in rig.facts {
      switch fact {
      case .touch(_, let phase): digest.combine(phase)
      case .page(let phase, let id):
        digest.combine(phase)
        digest.combine(ranks(1 << UInt32(id & 31)))
      case .call(let phase, let place, let contacts), .forward(let phase, let place, let contacts):
        digest.combine(phase)
        digest.combine([place, ranks(contacts)])
      case .state(let member, let state, let contacts, let loss):
        digest.combine(state)
        // For what else it gave up is its own matter.
        if case .own? = loss {} else { digest.combine(loss) }
        digest.combine([member, ranks(contacts)])
      case .action(let member, let state):
        digest.combine(state)
        digest.combine(member)
      }
    }
  }

  // MARK: The rules

  private func judge() {
    rests.removeAll { $0 <= now }
    checkTouches()
    let before = members
    let recognized = followFacts()
    checkStates(after: recognized)
    checkTies(recognized)
    checkCalls()
    checkLandings(before)
    compareAlone()
    compareOrders(recognized)
    note()
    if !views.end(openContacts) { fail("a responder is owed an end") }
    if let fault = rig.reader?.fault { fail("page: \(fault)") }
  }

  private func checkTouches() {
    let seen = rig.facts.compactMap {
      if case .touch(let id, let phase) = $0 { (id: id, phase: phase) } else { nil }
    }
    if !seen.sorted(by: { $0.id < $1.id }).elementsEqual(views.phases, by: ==) {
      fail("the trace has touches \(seen), not \(views.phases)")
    }
  }

  /// Goes through the facts in their order: states, actions, what is taken from views, the calls of the chain.
  ///
  /// - Returns: the recognizers that left possible in this frame, with their contacts.
  private func followFacts() -> [(member: Int, contacts: UInt32)] {
    var recognized: [(member: Int, contacts: UInt32)] = []
    var actions: [Int: GestureRecognizer.State] = [:]
    var acted: [(member: Int, contacts: UInt32, isNew: Bool)] = []
    var changed: [Int: Int] = [:]
    let before = members
    for place in places where members[place].state == nil && rig.attempt(place) != nil {
      members[place].state = .possible
    }
    for fact in rig.facts {
      switch fact {
      case .touch: break
      case .state(let member, let state, let contacts, let loss):
        let last = members[member].state ?? .possible
        if !(last.isOver ? .possible : last).allows(state) { fail("\(member) went from \(last) to \(state)") }
        changed[member, default: 0] += 1
        members[member].state = state
        guard state != .failed else {
          check(loss, of: member, contacts, before, recognized)
          continue
        }
        let isNew = !last.isActive
        if isNew { check(recognitionOf: member, contacts, before, recognized) }
        if isNew { recognized.append((member, contacts)) }
        if isNew { members[member].won = contacts }
        // One that waited has made up its mind before.
        if isNew, solos[member] != nil, views.hasStrayed(contacts) != strays(member) {
          fail("\(member) is recognized from these moves")
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
        if phase == .cancelled, responder == rig.responders.count - 1, arrangement.hasPage {
          rests.append(now + ScreenCancel.rest)
        }
        if !views.note(phase, responder, contacts) {
          fail("responder \(responder) got \(phase) in the wrong order")
        }
      case .page(let phase, let id):
        if onPage.contains(id) == (phase == .began) {
          fail("the page got \(phase) of \(id) in the wrong order")
        }
        onPage.removeAll { $0 == id }
        if phase == .began { onPage.append(id) }
      }
    }
    if !actions.isEmpty { fail("states without an action: \(actions)") }
    let reported = UInt32(views.phases.map(\.id))
    for place in places where before[place].state?.isActive == true && before[place].followed & reported != 0
    {
      if changed[place] != 1 {
        fail("\(place) is active, and had \(changed[place] ?? 0) changes of its touches")
      }
      let gone = views.phases.filter { $0.phase == .ended || $0.phase == .cancelled }.map(\.id)
      let left =
        (before[place].followed | UInt32(rig.attempt(place)?.touches.map(\.contact.id) ?? [])) & ~UInt32(gone)
      let palms = UInt32(views.phases.filter { $0.phase == .cancelled }.map(\.id)) & before[place].followed
      // A pan needs one finger, which may have come in this frame; the others need those that they have.
      let isPan = rig.recognizers[place] is PanGestureRecognizer
      let ends = isPan ? left == 0 : left != before[place].followed
      let isOver = members[place].state == .cancelled
      if palms != 0, ends != isOver {
        fail("\(place) is \(String(describing: members[place].state)) after a palm")
      }
      if palms == 0, isOver { fail("\(place) is cancelled without a palm") }
    }
    return recognized
  }

  /// Whether a gesture is one of fingers that leave their place.
  private func strays(_ member: Int) -> Bool {
    switch arrangement.members[member].kind {
    case .tap, .double, .press: false
    case .pan, .swipe, .pinch, .rotation, .edge: true
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

  /// One winner, no recognition from a cancelled touch, none before what must fail first has failed.
  private func check(
    recognitionOf member: Int, _ contacts: UInt32, _ before: [Member],
    _ recognized: [(member: Int, contacts: UInt32)]
  ) {
    if views.contacts.contains(where: { $0.isCancelled && $0.bit & contacts != 0 }) {
      fail("\(member) is recognized from a cancelled touch")
    }
    for other in places where other != member {
      let hasWon = before[other].state?.isActive == true || recognized.contains { $0.member == other }
      let won = hasWon ? members[other].won | members[other].held : members[other].won
      if won & contacts != 0, arrangement.excludes(other, member) {
        fail("\(member) is recognized with a touch of \(other)")
      }
      guard arrangement.requires(member, other) else { continue }
      if hasWon { fail("\(member) is recognized after \(other), which it required to fail") }
      if members[other].state == .possible, !arrangement.circle(member, other) {
        fail("\(member) is recognized before \(other) has failed")
      }
    }
  }

  /// A recognizer loses only to another that has won.
  private func check(
    _ loss: Fact.Loss?, of member: Int, _ contacts: UInt32, _ before: [Member],
    _ recognized: [(member: Int, contacts: UInt32)]
  ) {
    func hasWon(_ other: Int) -> Bool {
      before[other].state?.isActive == true || recognized.contains { $0.member == other }
    }
    switch loss {
    case .prevented(let winner):
      let held = members[winner].won | members[winner].held
      if !hasWon(winner) || held & contacts == 0 || !arrangement.excludes(winner, member) {
        fail("\(member) is prevented by \(winner) without a reason")
      }
    case .required(let winner):
      if !hasWon(winner) || !arrangement.requires(member, winner) {
        fail("\(member) fails for \(winner) without a reason")
      }
    case .own(FailureReason.refused.name): fail("\(member) is refused, and no delegate refuses")
    case .own, nil: break
    }
  }

  /// Of two that would be recognized in one frame, and need not wait, the first wins: deepest view first, then order of
  /// attachment.
  private func checkTies(_ recognized: [(member: Int, contacts: UInt32)]) {
    func comesFirst(_ a: Int, _ b: Int) -> Bool {
      arrangement.views == .nested && min(a, b) == 0 ? b == 0 : a < b
    }
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

  /// A finger that lands goes to all recognizers from its view to the window that are free.
  private func checkLandings(_ before: [Member]) {
    for contact in views.contacts
    where views.phases.contains(where: { $0.id == contact.id && $0.phase == .began }) {
      for place in places where contact.view == 1 || place == 0 || arrangement.views != .nested {
        let isFree = before[place].state.map { $0 == .possible && !before[place].isWaiting } ?? true
        let hasChanged = rig.facts.contains { if case .state(place, _, _, _) = $0 { true } else { false } }
        // One that gives up at the sight of it, and has no other finger, begins anew with it.
        let gone = UInt32(views.phases.filter { $0.phase == .ended }.map(\.id))
        let gaveUp = rig.facts.filter {
          guard case .state(place, .failed, let contacts, .own) = $0 else { return false }
          return contacts & contact.bit != 0 && contacts != contact.bit
        }
        let begins =
          before[place].state == .possible && gaveUp.count == 1 && before[place].followed & ~gone == 0
          && own(place, rig).count == 1
        let attempt = rig.attempt(place)
        let hasIt = attempt?.contacts.contains { $0.id == contact.id } == true
        if begins, attempt?.state != .possible { fail("\(place) does not begin anew with \(contact.id)") }
        if isFree, !hasChanged, !hasIt { fail("\(place) did not get \(contact.id)") }
      }
    }
  }

  /// Nothing is left undecided but what waits, and competitors of a winner have failed.
  private func checkStates(after recognized: [(member: Int, contacts: UInt32)]) {
    let cancelled = views.contacts.reduce(UInt32(0)) { $1.isCancelled ? $0 | $1.bit : $0 }
    let attempts = places.map { rig.attempt($0) }
    let contacts = attempts.map { UInt32($0?.contacts.map(\.id) ?? []) }
    for (place, attempt) in attempts.enumerated() {
      let state = attempt?.state
      if let last = members[place].state, state != last,
        !(state == nil && last.isOver || state == .possible && last.isOver)
      {
        fail("\(place) is \(String(describing: state)), and the trace says \(last)")
      }
      members[place].state = state
      members[place].followed = UInt32(attempt?.touches.map(\.contact.id) ?? [])
      members[place].isWaiting = attempt?.phase.isWaiting == true
      guard let attempt else {
        (members[place].won, members[place].held) = (0, 0)
        continue
      }
      if attempt.phase.isDue { fail("\(place) is undecided") }
      if state == .possible, !attempt.phase.isWaiting {
        let deadline = attempt.recognizer.deadline
        if let deadline, deadline < now { fail("\(place) was not asked at its deadline") }
        if deadline == nil, !attempt.hasFingers { fail("\(place) waits for nothing, without fingers") }
      }
      if state == .possible, contacts[place] & cancelled != 0 {
        fail("\(place) is possible with a cancelled touch")
      }
      let obstacles = places.filter {
        arrangement.requires(place, $0) && attempts[$0]?.state == .possible && contacts[$0] != 0
      }
      if attempt.phase.isWaiting {
        if obstacles.isEmpty { fail("\(place) waits for nothing") }
        if obstacles.contains(where: {
          attempts[$0]?.phase.isWaiting == true && arrangement.circle(place, $0)
        }) {
          fail("\(place) waits in a circle")
        }
      }
      guard state == .possible else { continue }
      for winner in recognized where winner.member != place {
        // A landing that has ended an attempt is the first of the next.
        let shared = winner.contacts & contacts[place] != 0 && arrangement.excludes(winner.member, place)
        if shared || arrangement.requires(place, winner.member),
          !views.phases.contains(where: { $0.phase == .began })
        {
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
        began |= rules.delaysBegan ? contacts : 0
        ended |= rules.delaysEnded ? contacts : 0
      } else if attempt.state.isActive, rules.cancels {
        joined |= contacts
      }
    }
    if views.phases.contains(where: { $0.phase == .began }) { views.take(joined) }
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
        if !views.isTouched, views.phases.isEmpty, rig.attempt(place) == nil {
          solos[place] = fresh([place])
        }
        continue
      }
      let (facts, alone) = (own(place, rig), own(place, solo))
      let isWaiting = rig.attempt(place)?.phase.isWaiting == true
      if facts == alone, !isWaiting { continue }
      let hasLost = facts.contains {
        if case .state(_, .failed, _, let loss) = $0, case .prevented? = loss { return true }
        if case .state(_, .failed, _, let loss) = $0, case .required? = loss { return true }
        return false
      }
      if !hasLost, !isWaiting { fail("\(place) does \(facts), and alone \(alone)") }
      solos[place] = nil
    }
  }

  private func compareOrders(_ recognized: [(member: Int, contacts: UInt32)]) {
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
    if !isTie { fail("the order matters: \(rig.facts) or \(other.facts)") }
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
