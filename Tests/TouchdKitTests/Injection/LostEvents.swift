import Dispatcher

extension Disturbance {
  /// The kernel drops so many frames; then its reader asks what is down now.
  static func lostEvents(frames count: Int) -> Disturbance {
    Disturbance(name: "\(count) frames lost") { rig, baseline, boundary in
      let recording = rig.recording
      let next = boundary + count
      // Packets that are still there show in the next frame.
      guard next <= recording.frames.count - (recording.hasSlots ? 0 : 1) else { return nil }
      rig.feed(remains(of: recording, boundary..<next)[...], recording.states[next])
      if recording.hasSlots {
        return Aftermath(
          next: next, goingOn: recording.contacts(sameFrom: boundary, to: next, in: baseline),
          tellsOfNew: true)
      }
      return packets(rig, baseline, boundary, next)
    }
  }

  /// What is left in the kernel's buffer of lost frames: a SYN_DROPPED, then the end of the last frame.
  private static func remains(of recording: PanelRecording, _ lost: Range<Int>) -> [RawEvent] {
    let time = recording.time(before: lost.upperBound)
    let dropped = RawEvent(time: time, type: EventType.syn, code: EventCode.synDropped, value: 0)
    let report = RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0)
    guard let last = lost.last.map({ recording.frames[$0] }) else { return [dropped, report] }
    return [dropped] + last.suffix((last.count + 1) / 2)
  }

  /// Of packets the kernel knows only whether anything is down; if so, the next frame has the contacts.
  private static func packets(_ rig: Rig, _ baseline: Baseline, _ boundary: Int, _ next: Int)
    -> Aftermath?
  {
    guard rig.recording.isPressed(before: next) else { return Aftermath(next: next) }
    rig.play(next..<next + 1)
    let before = baseline.contacts(before: boundary)
    let after = baseline.told[next + 1]
    let survivors = after.filter { before.contains($0.contact) }
    // If one lifted and another landed in the gap, that looks the same as one that moved.
    let isKnown = survivors.count == min(before.count, after.count)
    return Aftermath(next: next + 1, goingOn: isKnown ? Set(survivors.map(\.place)) : nil, tellsOfNew: true)
  }
}

extension PanelRecording {
  /// Where the contacts are whose slot is down before both frames, with the same tracking id.
  fileprivate func contacts(sameFrom first: Int, to second: Int, in baseline: Baseline) -> Set<[Int32]> {
    let before = Set(baseline.told[first].map(\.slot))
    let same = baseline.told[second].filter { contact in
      let (old, new) = (states[first].slots[Int(contact.slot)], states[second].slots[Int(contact.slot)])
      return before.contains(contact.slot) && old.trackingID == new.trackingID
    }
    return Set(same.map(\.place))
  }
}
