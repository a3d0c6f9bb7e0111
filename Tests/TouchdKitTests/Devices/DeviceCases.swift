import LinuxInput
import TestTables

@testable import TouchdKit

/// What a panel sends, and the touches that come of it, as files of cases say.
///
/// Each case is played on a fake panel behind the real libevdev, through the program's own reader, and in each way in
/// which a reader may get the events: a frame at a time, one event at a time, and everything at once.
@Suite("DeviceCases") struct DeviceCases {
  @Test("A case", arguments: CaseFiles.entries)
  func plays(entry: CaseEntry<DeviceCase>) throws {
    let deviceCase: DeviceCase
    switch entry.content {
    case .success(let content): deviceCase = content
    case .failure(let problem):
      Issue.record("\(entry.file): \(entry.name == entry.file ? "" : entry.name + ": ")\(problem)")
      return
    }
    guard let description = deviceCase.device, !deviceCase.isDescriptive else { return }
    if deviceCase.isAccepted {
      try Self.check(deviceCase, description)
    } else {
      #expect(throws: Refusal.self, "\(deviceCase.id)") { try CaseRun(deviceCase, description, .frame) }
    }
  }

  private static func check(_ deviceCase: DeviceCase, _ description: DeviceDescription) throws {
    var first: CaseResult?
    for feed in deviceCase.feeds {
      let run = try CaseRun(deviceCase, description, feed)
      let result = run.play(deviceCase.steps)
      #expect(deviceCase.differences(from: result) == [], "\(deviceCase.id), read by \(feed)")
      #expect(run.imbalances == [], "\(deviceCase.id), read by \(feed)")
      #expect(
        result == first ?? result, "\(deviceCase.id): \(feed) reads other touches than \(deviceCase.feeds[0])"
      )
      first = first ?? result
    }
  }
}
