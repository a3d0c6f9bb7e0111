import LinuxInput
import Testing

@testable import Dispatcher

extension Injection {
  @Test("Slots by other numbers are the same touches", arguments: [1, 7, 200] as [Int32])
  func shiftedSlots(by shift: Int32) throws {
    var (recordings, contacts) = (0, 0)
    for recording in PanelRecordings.all {
      guard let shifted = try recording.shifted(by: shift) else { continue }
      let (told, expected) = (try shifted.samples(), try recording.samples())
      recordings += 1
      contacts += expected.count { $0.phase == .began }
      let isSame =
        told.count == expected.count
        && zip(told, expected).allSatisfy { sample, other in
          var sample = sample
          sample.slot -= shift
          return sample == other
        }
      #expect(isSame, "\(recording.name)")
    }
    print("injection, slots shifted by \(shift): \(recordings) recordings, \(contacts) contacts")
    #expect(recordings > 0)
  }
}

extension PanelRecording {
  /// Everything that the recording tells.
  fileprivate func samples() throws -> [TouchSample] { try Baseline(self).samples.flatMap { $0 } }

  /// The recording of a panel with more slots, of which it leaves the first ones free; `nil` for one without slots.
  fileprivate func shifted(by shift: Int32) throws -> PanelRecording? {
    guard case .slots = touchProtocol else { return nil }
    var description = description
    description.axes[EventCode.absMTSlot]?.maximum += shift
    // A reader is in slot 0 at the start.
    let first = RawEvent(time: time(before: 0), type: EventType.abs, code: EventCode.absMTSlot, value: shift)
    let events = frames.joined().map { event in
      var event = event
      if event.type == EventType.abs, event.code == EventCode.absMTSlot { event.value += shift }
      return event
    }
    return try PanelRecording(.init(description: description, events: [first] + events), name: name)
  }
}
