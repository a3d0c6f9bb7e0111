import Dispatcher
import TestSupport
import TestTables

/// A duration may be without end: then what waits for its end never comes, and nothing is too slow.
@Suite("Durations without end") struct EndlessDurations {
  struct Row: TableRow {
    var what = ""
    let gesture: String
    let set: @Sendable (GestureRecognizer) -> Void
    let fingers: String
    let acts: [String]
  }

  @Test(
    "What has a duration",
    arguments: [
      "a long press never begins": Row(
        gesture: "press",
        set: { ($0 as? LongPressGestureRecognizer)?.minimumPressDuration = .seconds(.infinity) },
        fingers: "dn(10,10)@1 fr@2 up@3000", acts: []),
      "a tap that is held never comes": Row(
        gesture: "tap=1", set: { ($0 as? TapGestureRecognizer)?.holdLast = .seconds(.infinity) },
        fingers: "dn(10,10)@1 fr@2 up@3000", acts: []),
      "a tap may be as long as it likes": Row(
        gesture: "tap",
        set: { ($0 as? TapGestureRecognizer)?.thresholds.maximumDuration = .seconds(.infinity) },
        fingers: "dn(10,10)@1 up@3000", acts: ["act Tap.Ended@V"]),
      "the second tap may come when it likes": Row(
        gesture: "tap=2", set: { ($0 as? TapGestureRecognizer)?.thresholds.interval = .seconds(.infinity) },
        fingers: "dn(10,10)@1 up@1.1 dn(10,10)@1.2 up@1.3", acts: ["act Tap2.Ended@V"]),
      "two taps may take as long as they like": Row(
        gesture: "tap=2", set: { ($0 as? TapGestureRecognizer)?.within = .seconds(.infinity) },
        fingers: "dn(10,10)@1 up@1.1 dn(10,10)@1.2 up@1.3", acts: ["act Tap2.Ended@V"]),
      "a swipe may take as long as it likes": Row(
        gesture: "swipe",
        set: { ($0 as? SwipeGestureRecognizer)?.thresholds.maximumDuration = .seconds(.infinity) },
        fingers: "dn(10,10)@1 mv(90,10)@1.1 up@1.2", acts: ["act Swipe.Ended@V"]),
    ] as Table<Row>)
  func endless(_ row: Row) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<\(row.gesture)>]")
    row.set(scene["V"].gestureRecognizers[0])
    scene.play(row.fingers)
    #expect(scene.log.lines("act") == row.acts)
  }

  @Test("A scroll view that delays its content's touches without end never gives them")
  func contentDelay() {
    let scene = Scene("window(0,0,400,400)[S(0,0,400,400)<scroll=400x1200>[V(0,0,100,100)]]")
    scene.scrollView("S").thresholds.contentDelay = .seconds(.infinity)
    scene.play("dn(10,10)@1 fr@2")
    #expect(scene.log.lines("began").isEmpty)
  }

  @Test("The farthest moments and lengths are the ends of the numbers")
  func ends() {
    #expect(Timestamp(seconds: 1) + .seconds(.infinity) == Timestamp(microseconds: .max))
    #expect(Timestamp(seconds: -1) + .seconds(-.infinity) == Timestamp(microseconds: .min))
    #expect(Interval.milliseconds(.max) == .seconds(.infinity))
    #expect(Interval.milliseconds(.min) == .seconds(-.infinity))
  }
}
