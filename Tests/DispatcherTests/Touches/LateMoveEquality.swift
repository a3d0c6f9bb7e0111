import Dispatcher
import TestSupport
import Testing

/// Whatever is put together, no sample is lost, and none comes twice.
@Suite("Late moves, every sample") struct LateMoveEquality {
  @Test("The samples of late deliveries are those of punctual ones", arguments: 1...20 as ClosedRange<UInt64>)
  func samples(seed: UInt64) {
    let batches = Self.batches(seed: seed)
    let (punctual, late) = (Run(isLate: false), Run(isLate: true))
    for batch in batches {
      for frame in batch { punctual.scene.feed(frame) }
      late.scene.feed(Array(batch.joined()))
    }
    #expect(late.samples == punctual.samples)
    #expect(punctual.scene.pipeline.counters.coalesced == 0)
    #expect(late.calls < punctual.calls, "the lag must mean something")
    let merged = late.scene.pipeline.counters.coalesced
    #expect(merged > 0)
    #expect(punctual.samples.values.map(\.count).reduce(0, +) > merged)
  }

  /// What is read at once, in turn: frames of four fingers that come, move, and go.
  static func batches(seed: UInt64) -> [[[RawEvent]]] {
    var random = SplitMix(seed: seed)
    var (isDown, time) = ([Bool](repeating: false, count: 4), Timestamp.zero)
    func frame() -> [RawEvent] {
      time = time + .milliseconds(1 + Int64(random.next() % 12))
      var events: [RawEvent] = []
      func add(_ code: UInt16, _ value: Int32) {
        events.append(RawEvent(time: time, type: EventType.abs, code: code, value: value))
      }
      for slot in 0..<4 where random.next() % 2 == 0 {
        add(EventCode.absMTSlot, Int32(slot))
        if !isDown[slot] || random.next() % 16 == 0 {
          isDown[slot].toggle()
          add(EventCode.absMTTrackingID, isDown[slot] ? Int32(slot) : -1)
        }
        add(EventCode.absMTPositionX, Int32(random.next() % 20000))
      }
      return events + [RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0)]
    }
    return (0..<60).map { _ in (0..<1 + random.next() % 8).map { _ in frame() } }
  }

  /// What a view sees of each contact.
  final class Run {
    let scene = Scene("window(0,0,4000,4000)[V(0,0,4000,4000)<multi>]")
    private(set) var samples: [ContactID: [String]] = [:]
    private(set) var calls = 0

    init(isLate: Bool) {
      scene.application.observer = nil
      scene.pipeline.coalescesLateMoves = isLate
      scene["V"].onTouches = { [unowned self] _, phase, touches, event in
        calls += 1
        for touch in touches {
          for sample in event.coalescedTouches(for: touch) {
            let (x, time) = (sample.location(in: nil).x, sample.timestamp.microseconds)
            samples[touch.contactID, default: []].append("\(phase) \(x) \(time)")
          }
        }
      }
    }
  }
}
