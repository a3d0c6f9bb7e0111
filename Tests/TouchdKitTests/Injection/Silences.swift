import Dispatcher

extension Disturbance {
  /// The screen is dark for so many frames.
  static func silence(frames count: Int) -> Disturbance {
    Disturbance(name: "silence for \(count) frames") { bench, baseline, boundary in
      let next = boundary + count
      guard next <= bench.recording.frames.count else { return nil }
      bench.pipeline.silence(bench.panel, .outputOff, at: bench.recording.time(before: boundary))
      bench.play(boundary..<next)
      bench.pipeline.endSilence(bench.panel, .outputOff)
      let dead = baseline.contacts(before: boundary).union(baseline.began(in: boundary..<next))
      return Aftermath(next: next, dead: dead)
    }
  }
}
