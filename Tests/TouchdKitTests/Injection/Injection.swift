import TestTables

/// Something happens between two frames, at every place of every recording: each contact that began ends
/// exactly once, and none is reported that is not down.
@Suite("Injection") struct Injection {
  static let disturbances: [Disturbance] =
    [0, 1, 3].map { .lostEvents(frames: $0) } + [
      .removal(missing: 0), .removal(missing: 2), .suspend, .sleep(missing: 1), .silence(frames: 4),
    ]

  @Test("At every frame boundary of every recording", arguments: disturbances)
  func everywhere(_ disturbance: Disturbance) throws {
    try #require(PanelRecordings.all.count >= 5, "the project's own recordings must be read")
    var (injections, faults) = (0, [String]())
    for recording in PanelRecordings.all {
      var inspection = try Inspection(recording, disturbance)
      try inspection.run()
      injections += inspection.injections
      faults += inspection.faults
    }
    #expect(injections > 0)
    #expect(faults.isEmpty, "\(faults.count) faults: \(faults.prefix(5).joined(separator: "\n"))")
  }
  @Test("In reads of 1 to 40 events, as a busy machine makes them, the touches are those of whole frames")
  func reads() throws {
    for recording in PanelRecordings.all {
      var random = SplitMix(seed: 1)
      let (whole, cut) = (try Rig(recording), try Rig(recording))
      whole.attach(before: 0)
      cut.attach(before: 0)
      for frame in recording.frames { whole.feed(frame) }
      var rest = Array(recording.frames.joined())[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...40, using: &random))
        cut.feed(piece)
        rest = rest.dropFirst(piece.count)
      }
      #expect(cut.samples == whole.samples, "\(recording.name)")
    }
  }
}
