import Dispatcher

extension Disturbance {
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
