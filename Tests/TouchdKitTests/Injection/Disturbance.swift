import TestTables

/// The required effect of something that happened between two frames.
struct Aftermath {
  /// The next frame that is played.
  var next: Int
  /// The contacts of the baseline that are not reported from here on.
  var dead: Set<ContactID> = []
  /// Places of the contacts that are the same as before, in device units; `nil` if they cannot be known.
  var goingOn: Set<[Int32]>? = []
  /// Whether contacts may have begun.
  var tellsOfNew = false
}

/// Something that happens between two frames of a recording.
struct Disturbance: Sendable, CustomTestStringConvertible {
  let name: String
  /// Makes it happen before a frame; `nil` where it cannot.
  let happen: @Sendable (Rig, Baseline, Int) throws -> Aftermath?
  var testDescription: String { name }

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

  /// Rest of lost frames in the kernel's buffer: a SYN_DROPPED, then the end of the last frame.
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

  /// The panel is unplugged; a new one comes back under its path so many frames later.
  static func removal(missing count: Int) -> Disturbance {
    Disturbance(name: "removal for \(count) frames") { rig, baseline, boundary in
      let next = boundary + count
      guard next <= rig.recording.frames.count else { return nil }
      try rig.detach(before: boundary)
      guard rig.told.isEmpty else { return Aftermath(next: boundary) }
      rig.attach(before: next)
      return deadAfterwards(rig, baseline, next)
    }
  }

  /// The machine sleeps for so many frames, by the clocks.
  static func sleep(missing count: Int) -> Disturbance {
    Disturbance(name: "sleep for \(count) frames") { rig, baseline, boundary in
      let recording = rig.recording
      let next = boundary + count
      guard next <= recording.frames.count else { return nil }
      // Packets that are missing after a sleep may belong to a finger that is still down: it stays dead.
      guard recording.hasSlots || count == 0 || recording.isPressed(before: next) else { return nil }
      rig.pipeline.resume(rig.panel, state: recording.states[next], at: recording.time(before: boundary))
      return deadAfterwards(rig, baseline, next)
    }
  }

  /// A contact that is down when a panel comes back is dead until it lifts; of packets, the next frame says which.
  private static func deadAfterwards(_ rig: Rig, _ baseline: Baseline, _ next: Int) -> Aftermath {
    let dead = baseline.contacts(before: next)
    let recording = rig.recording
    guard !recording.hasSlots, recording.isPressed(before: next), next < recording.frames.count else {
      return Aftermath(next: next, dead: dead)
    }
    rig.play(next..<next + 1)
    return Aftermath(next: next + 1, dead: dead.union(baseline.contacts(before: next + 1)))
  }

  /// The kernel puts the device to sleep, and says so: it releases the keys in a frame whose SYN_REPORT has the value
  /// 1.
  static let suspend = Disturbance(name: "suspend") { rig, baseline, boundary in
    let recording = rig.recording
    guard recording.isPressed(before: boundary) else { return nil }
    let time = recording.time(before: boundary)
    let keys = recording.keys[boundary].sorted()
    let released = keys.map { RawEvent(time: time, type: EventType.key, code: $0, value: 0) }
    let report = RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 1)
    rig.feed((released + [report])[...], recording.suspendedState(before: boundary))
    // After resume, the driver reports the tools in proximity with its next frame.
    let tools = keys.filter { $0 != EventCode.btnTouch }
    rig.feed(tools.map { RawEvent(time: time, type: EventType.key, code: $0, value: 1) }[...])
    return Aftermath(next: boundary, dead: baseline.contacts(before: boundary))
  }

  /// The screen is dark for so many frames.
  static func silence(frames count: Int) -> Disturbance {
    Disturbance(name: "silence for \(count) frames") { rig, baseline, boundary in
      let next = boundary + count
      guard next <= rig.recording.frames.count else { return nil }
      rig.pipeline.silence(rig.panel, .outputOff, at: rig.recording.time(before: boundary))
      rig.play(boundary..<next)
      rig.pipeline.endSilence(rig.panel, .outputOff)
      let dead = baseline.contacts(before: boundary).union(baseline.began(in: boundary..<next))
      return Aftermath(next: next, dead: dead)
    }
  }
}

extension PanelRecording {
  /// Places of the contacts whose slot is down before both frames, with the same tracking id.
  fileprivate func contacts(sameFrom first: Int, to second: Int, in baseline: Baseline) -> Set<[Int32]> {
    let before = Set(baseline.told[first].map(\.slot))
    let same = baseline.told[second].filter { contact in
      let (old, new) = (states[first].slots[Int(contact.slot)], states[second].slots[Int(contact.slot)])
      return before.contains(contact.slot) && old.trackingID == new.trackingID
    }
    return Set(same.map(\.place))
  }

  /// State of the kernel once it has released the keys: slots keep their contacts.
  fileprivate func suspendedState(before frame: Int) -> DeviceState {
    var state = states[frame]
    if case .slots = touchProtocol { return state }
    for index in state.slots.indices {
      state.slots[index].trackingID = -1
      state.slots[index].penKeys = []
    }
    return state
  }
}
