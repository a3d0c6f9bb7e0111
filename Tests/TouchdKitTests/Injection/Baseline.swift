import Dispatcher

/// The samples of a recording that nothing disturbs. Its contacts are counted from 1.
struct Baseline: Sendable {
  /// The samples of each frame.
  let samples: [[TouchSample]]
  /// The last sample of each contact that is reported as down before each frame, and after the last.
  let told: [[TouchSample]]

  init(_ recording: PanelRecording) throws {
    let rig = try Rig(recording)
    rig.attach(before: 0)
    var (samples, told): ([[TouchSample]], [[TouchSample]]) = ([], [[]])
    for frame in recording.frames.indices {
      rig.forget()
      rig.play(frame..<frame + 1)
      samples.append(rig.samples)
      told.append(rig.told)
    }
    (self.samples, self.told) = (samples, told)
  }

  /// The contacts that begin in frames.
  func began(in frames: Range<Int>) -> Set<ContactID> {
    Set(samples[frames].joined().filter { $0.phase == .began }.map(\.contact))
  }

  /// The contacts that are reported as down before a frame.
  func contacts(before frame: Int) -> Set<ContactID> { Set(told[frame].map(\.contact)) }
}
