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
    try #require(PanelRecording.all.count >= 5, "the project's own recordings must be read")
    var (injections, faults) = (0, [String]())
    for recording in PanelRecording.all {
      var inspection = try Inspection(recording, disturbance)
      try inspection.run()
      injections += inspection.injections
      faults += inspection.faults
    }
    #expect(injections > 0)
    #expect(faults.isEmpty, "\(faults.count) faults: \(faults.prefix(5).joined(separator: "\n"))")
  }
}
