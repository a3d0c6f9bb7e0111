import CAllocationCounter
import Dispatcher
import TestSupport
import TestTables

/// Fingers that move under recognizers of one stroke allocate nothing, whether something was recognized yet or not.
@Suite("Allocations of strokes") struct StrokeAllocations {
  struct Row: TableRow {
    var what = ""
    let traits: String
    var fingers = 1
    /// What happens before counting starts.
    let start: String
    /// Where the fingers are while counting, in points from the left.
    var place: Int32 = 100
    /// How far they go to and fro from there, to the right, in device units.
    var amplitude: Int32 = 16
    let expected: [GestureRecognizer.State]
  }

  @Test(
    "A moved frame in steady state allocates nothing",
    .optimised,
    arguments: [
      "a pan that is going on": Row(
        traits: "pan", start: "dn#1(100,100)@0 mv#1(150,100)@0.01", amplitude: 6000, expected: [.changed]),
      "a pan of two fingers that is going on": Row(
        traits: "pan=2", fingers: 2, start: "dn#1(100,100)@0 dn#2(100,300)@0 mv#1(150,100)@0.01",
        expected: [.changed]),
      "pans that might still begin, with one finger and two": Row(
        traits: "pan,pan=horizontal,pan=2", fingers: 2, start: "dn#1(100,100)@0 dn#2(100,300)@0",
        expected: [.possible, .possible, .possible]),
      "a swipe, and one of all directions but one": Row(
        traits: "swipe,swipe=up|down|right", start: "dn(100,100)@0", expected: [.possible, .possible]),
      "a pan from the edge": Row(
        traits: "edge=left|top", start: "dn(5,5)@0", place: 5, expected: [.possible]),
      "a tap to be held, a press after a tap": Row(
        traits: "tap=1|hold(9),press=taps(1)", start: "dn(100,100)@0", expected: [.possible, .possible]),
    ] as Table<Row>)
  func movedFrame(_ row: Row) {
    let scene = Scene("window(0,0,1000,1000)[V(0,0,1000,1000)<multi,\(row.traits)>]")
    scene.application.observer = nil
    scene["V"].handling = [.began: .swallow, .moved: .swallow]
    let recognizers = scene["V"].gestureRecognizers
    var velocity = Point.zero
    if let pan = recognizers.first as? PanGestureRecognizer {
      pan.addAction { _ in velocity = pan.velocity(in: pan.view) + pan.translation(in: nil) }
    }
    scene.play(row.start)
    let mover = Mover(scene, row)
    mover.move(frames: 50)
    let before = allocation_count()
    mover.move(frames: 1000)
    let count = allocation_count() - before
    #expect(count == 0, "\(count) allocations in 1,000 frames")
    #expect(recognizers.map(\.state) == row.expected)
    #expect(velocity.x.isFinite)
  }

  /// Moves fingers to and fro, in a tenth of a millisecond a frame.
  private final class Mover {
    private let scene: Scene
    private let row: Row
    private var events: [RawEvent] = []
    private var step: Int32 = 0
    private var time = Timestamp(seconds: 0.02)

    init(_ scene: Scene, _ row: Row) {
      self.scene = scene
      self.row = row
    }

    func move(frames: Int) {
      for _ in 0..<frames {
        step = (step + 1) % row.amplitude
        for finger in 0..<row.fingers {
          append(EventType.abs, EventCode.absMTSlot, Int32(finger))
          append(EventType.abs, EventCode.absMTPositionX, row.place * 64 + step)
        }
        append(EventType.syn, EventCode.synReport, 0)
        scene.feed(events)
        events.removeAll(keepingCapacity: true)
        time = time + Interval(microseconds: 100)
      }
    }

    private func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(RawEvent(time: time, type: type, code: code, value: value))
    }
  }
}
