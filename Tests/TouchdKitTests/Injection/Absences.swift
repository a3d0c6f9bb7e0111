import Dispatcher

extension Disturbance {
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

  /// What is down when a panel comes back is dead until it lifts; of packets the next frame tells what that is.
  private static func deadAfterwards(_ rig: Rig, _ baseline: Baseline, _ next: Int) -> Aftermath {
    let dead = baseline.contacts(before: next)
    let recording = rig.recording
    guard !recording.hasSlots, recording.isPressed(before: next), next < recording.frames.count else {
      return Aftermath(next: next, dead: dead)
    }
    rig.play(next..<next + 1)
    return Aftermath(next: next + 1, dead: dead.union(baseline.contacts(before: next + 1)))
  }
}
