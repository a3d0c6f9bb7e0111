import TestSupport

@testable import Dispatcher

// The state of a script between two frames, as a hash of all that decides what can still happen.
//
// It is complete because between two frames the engine keeps nothing else:
//
// - of fingers, whether and where they are down, which is the same for all rigs;
// - of contacts that are down, held or part of an attempt: their view, standing, owed responders, held calls and
//   recognizers; the touch object and the sequence, where two contacts share one;
// - of an attempt its phase, contacts and touches. What the recognizers count besides follows from these: taps from the
//   contacts that have lifted and the deadline, directions and edges from where fingers came down and are, a span from
//   these and the scale. Velocities decide nothing. An attempt that is over only waits for its lift;
// - of times their distance to now in steps of 50 ms, and the order of the rest: limits are multiples of 50 ms, waits
//   too, and frames a millisecond apart, so no limit lies between two times of one step but those whose order counts;
// - what the rules know beside that.
//
// ``Exploration`` plays a sample of what is merged once more, without merging.
extension ScriptPlay {
  var key: Int {
    var hasher = Hasher()
    let order = TimeOrder(of: times)
    let (open, undecided) = (openContacts, contacts { $0.state == .possible })
    let moving = contacts { $0.state == .possible && $0.recognizer.restingDistance == 0 }
    for finger in fingers { hasher.combine([finger.isDown, finger.isPalm]) }
    for contact in views.contacts {
      hasher.combine([contact.finger, contact.view, Int(contact.owed)])
      hasher.combine(contact.standing)
      hasher.combine([contact.isDown, contact.isCancelled, open & contact.bit != 0])
      hasher.combine(contact.hasStrayed && undecided & contact.bit != 0)
      hasher.combine(views.contacts.firstIndex { $0.object == contact.object })
      hasher.combine(contact.sequence == views.sequence)
      if contact.isDown, moving & contact.bit != 0 { hasher.combine(fingers[contact.finger].place) }
    }
    hasher.combine(views.isTouched)
    for call in views.held {
      hasher.combine(call.phase)
      hasher.combine(ranks(call.contacts))
    }
    for lift in views.lifts {
      // A landing that uses the touch object of a contact that is still known.
      guard let lift, let place = views.contacts.firstIndex(where: { $0.object == lift.object }) else {
        continue
      }
      let isRecent = now - lift.time <= Thresholds().reuse.interval
      hasher.combine([place, isRecent ? order.key(lift.time, now) : -1000])
    }
    for member in members {
      hasher.combine(member.state)
      hasher.combine([ranks(member.won), ranks(member.held), ranks(member.followed)])
    }
    for rig in [rig, reversed] + solos {
      hasher.combine(rig == nil)
      if let rig { add(rig, order, to: &hasher) }
    }
    return hasher.finalize()
  }

  /// The numbers of contacts, by age among those that are known.
  func ranks(_ contacts: UInt32) -> Int {
    var (ranks, unknown) = (0, contacts)
    for (rank, contact) in views.contacts.enumerated() where contact.bit & contacts != 0 {
      ranks |= 1 << rank
      unknown &= ~contact.bit
    }
    return ranks
  }

  private func add(_ rig: ScriptRig, _ order: TimeOrder, to hasher: inout Hasher) {
    let arbitration = rig.application.delivery.arbitration
    hasher.combine([arbitration.isUnsettled, rig.application.delivery.views.isBehind(arbitration)])
    hasher.combine(arbitration.activeInFrame.map { $0.recognizer.name })
    for attempt in arbitration.attempts {
      let recognizer = attempt.recognizer
      hasher.combine(recognizer.name)
      hasher.combine([attempt.state, attempt.phase.proposal, attempt.phase.outlook])
      hasher.combine([attempt.phase.isWaiting, attempt.touches.isEmpty])
      hasher.combine(ranks(UInt32(attempt.touches.map(\.contact.id))))
      if attempt.state.isOver { continue }
      hasher.combine(ranks(UInt32(attempt.contacts.map(\.id))))
      hasher.combine(recognizer.deadline.map { order.key($0, now) })
      guard attempt.state == .possible else { continue }
      hasher.combine(recognizer.delaysTouchesBegan)
      hasher.combine(recognizer.deadline.map { attempt.deadlines.reading($0) == nil })
      hasher.combine(attempt.restingSquare)
      switch recognizer {
      case let pan as PanGestureRecognizer: hasher.combine(pan.translation(in: nil))
      case let pinch as PinchGestureRecognizer: hasher.combine(pinch.scale)
      case let rotation as RotationGestureRecognizer: hasher.combine(rotation.rotation)
      case let tap as TapGestureRecognizer where tap.numberOfTouchesRequired > 1:
        hasher.combine(attempt.touches.map { order.key($0.contact.downTime, now) })
      default: break
      }
    }
    for touch in rig.application.touchesDown {
      hasher.combine(touch.contact.recognizers.map(\.name))
      hasher.combine([touch.contact.heldCalls, touch.contact.chain.isSole ? 1 : 0])
      hasher.combine(touch.contact.standing)
    }
    for (number, slot) in rig.slotsOnPage {
      hasher.combine([number, ranks(1 << UInt32(slot.contact & 31))])
      hasher.combine(slot.restEnd.map { order.key($0, now) })
    }
  }

  private func contacts(where condition: (Attempt) -> Bool) -> UInt32 {
    allRigs.flatMap { $0.application.delivery.arbitration.attempts }
      .reduce(0) { condition($1) ? $0 | UInt32($1.contacts.map(\.id)) : $0 }
  }

  /// The contacts of attempts that are possible or active.
  var openContacts: UInt32 { contacts { !$0.state.isOver } }

  private var times: [Timestamp] {
    var times = views.lifts.compactMap { lift in
      views.contacts.contains { $0.object == lift?.object } ? lift?.time : nil
    }
    if arrangement.members.contains(where: { $0.kind == .twin }) { times += views.contacts.map(\.downTime) }
    for rig in allRigs {
      times += rig.application.delivery.arbitration.attempts.compactMap(\.recognizer.deadline)
    }
    return times + rig.slotsOnPage.compactMap(\.slot.restEnd)
  }
}

/// The order of some times within their steps of 50 ms.
private struct TimeOrder {
  private var rests: UInt64 = 0

  init(of times: [Timestamp]) { for time in times { rests |= 1 << Self.rest(time) } }

  /// The steps of a time from now, and its place in the order.
  func key(_ time: Timestamp, _ now: Timestamp) -> Int {
    let steps = time.microseconds / 50_000 - now.microseconds / 50_000
    return Int(steps) * 64 + (rests & (1 << Self.rest(time) &- 1)).nonzeroBitCount
  }

  private static func rest(_ time: Timestamp) -> UInt64 { UInt64(time.microseconds % 50_000 / 1000) }
}
