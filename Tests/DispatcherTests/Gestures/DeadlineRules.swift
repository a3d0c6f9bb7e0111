import TestTables

/// Deadlines of a program's recognizers: each is reached once, and whatever they are, time goes on.
@Suite("Deadlines of recognizers") struct DeadlineRules {
  struct Row: TableRow {
    var what = ""
    /// The deadline, in microseconds, after so many times that it was reached, and that it was asked for.
    let deadline: @Sendable (_ reached: Int, _ asked: Int) -> Int64?
    /// How often it is reached within two seconds, of which the finger is down for one.
    let reached: ClosedRange<Int>
  }

  static let rows: Table<Row> = [
    "none": Row(deadline: { _, _ in nil }, reached: 0...0),
    "one that is not moved on": Row(deadline: { _, _ in 500_000 }, reached: 1...1),
    "one that is long past": Row(deadline: { _, _ in -1_000_000 }, reached: 1...1),
    "one that goes back": Row(deadline: { reached, _ in 500_000 - Int64(reached) * 1000 }, reached: 1...1),
    "one that moves on by 100 ms": Row(
      deadline: { reached, _ in 100_000 * Int64(reached + 1) }, reached: 10...20),
    "one that is later each time that it is asked for": Row(
      deadline: { _, asked in Int64(asked) }, reached: 0...2100),
    "one that is sooner each time": Row(deadline: { _, asked in 500_000 - Int64(asked) }, reached: 0...1),
    "one that comes and goes": Row(deadline: { _, asked in asked % 2 == 0 ? 500_000 : nil }, reached: 0...1),
    "the end of time": Row(deadline: { _, _ in Int64.max }, reached: 0...1),
    "one that never ends": Row(deadline: { reached, _ in 10_000 * Int64(reached + 1) }, reached: 150...250),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)]")
    let own = scene.addOwnRecognizer()
    var (reached, asked) = (0, 0)
    own.wish = { _ in
      asked += 1
      return row.deadline(reached, asked).map { Timestamp(microseconds: $0) }
    }
    own.onDeadline = { _ in reached += 1 }
    scene.play("dn(10,10)@0 up@1")
    scene.wait(until: 2)
    #expect(row.reached.contains(reached), "\(reached)")
    scene.pipeline.finish()
    #expect(reached <= 2100)
    #expect(scene.log.lines("began", "ended") == ["began V{1}", "ended V{1}"])
    #expect(scene.pipeline.isIdle)
    scene.play("dn(10,10)@3 up@3.1")
    #expect(scene.log.lines("began").count == 2)
  }

  @Test("Switched off after one of its deadlines, when its finger has long lifted: it lets go at once")
  func switchedOff() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)]")
    let own = scene.addOwnRecognizer()
    own.wish = { _ in Timestamp(seconds: 2) }
    own.onDeadline = { [unowned own] _ in own.wish = { _ in Timestamp(seconds: 9) } }
    scene.play("dn(10,10)@0 up@1")
    scene.wait(until: 3)
    own.isEnabled = false
    scene.wait(until: 3)
    #expect(scene.log.lines("began", "ended", "fail") == ["began V{1}", "fail Own: disabled", "ended V{1}"])
    #expect(scene.pipeline.isIdle)
  }

  /// A duration without end: what waits for its end never comes, and nothing is too slow.
  struct Endless: TableRow {
    var what = ""
    let gesture: String
    let set: @Sendable (GestureRecognizer) -> Void
    let fingers: String
    let acts: [String]
  }

  @Test(
    "What has a duration",
    arguments: [
      "a long press never begins": Endless(
        gesture: "press",
        set: { ($0 as? LongPressGestureRecognizer)?.minimumPressDuration = .seconds(.infinity) },
        fingers: "dn(10,10)@1 fr@2 up@3000", acts: []),
      "a tap that is held never comes": Endless(
        gesture: "tap=1", set: { ($0 as? TapGestureRecognizer)?.holdLast = .seconds(.infinity) },
        fingers: "dn(10,10)@1 fr@2 up@3000", acts: []),
      "a tap may be as long as it likes": Endless(
        gesture: "tap",
        set: { ($0 as? TapGestureRecognizer)?.thresholds.maximumDuration = .seconds(.infinity) },
        fingers: "dn(10,10)@1 up@3000", acts: ["act Tap.Ended@V"]),
      "the second tap may come when it likes": Endless(
        gesture: "tap=2", set: { ($0 as? TapGestureRecognizer)?.thresholds.interval = .seconds(.infinity) },
        fingers: "dn(10,10)@1 up@1.1 dn(10,10)@1.2 up@1.3", acts: ["act Tap2.Ended@V"]),
      "two taps may take as long as they like": Endless(
        gesture: "tap=2", set: { ($0 as? TapGestureRecognizer)?.within = .seconds(.infinity) },
        fingers: "dn(10,10)@1 up@1.1 dn(10,10)@1.2 up@1.3", acts: ["act Tap2.Ended@V"]),
      "a swipe may take as long as it likes": Endless(
        gesture: "swipe",
        set: { ($0 as? SwipeGestureRecognizer)?.thresholds.maximumDuration = .seconds(.infinity) },
        fingers: "dn(10,10)@1 mv(90,10)@1.1 up@1.2", acts: ["act Swipe.Ended@V"]),
    ] as Table<Endless>)
  func endless(_ row: Endless) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<\(row.gesture)>]")
    row.set(scene["V"].gestureRecognizers[0])
    scene.play(row.fingers)
    #expect(scene.log.lines("act") == row.acts)
  }

  /// A decision at a deadline, and not a microsecond before.
  struct ByTime: TableRow {
    var what = ""
    let gesture: String
    let fingers: String
    let deadline: Double
    let log: String
    /// Fingers that come then, and what they do.
    var more = ""
    var later = ""
  }

  @Test(
    "By time alone, although nothing is reported",
    arguments: [
      "a lone tap that could have become two: its end comes": ByTime(
        gesture: "tap=2", fingers: "dn(10,10)@0 up@0.05", deadline: 0.4,
        log: "fail Tap2: too slow; ended V{1}"),
      "a tap that is held is recognized": ByTime(
        gesture: "tap=2|hold(1)", fingers: "dn(10,10)@0 up@0.1 dn(30,20)@0.3", deadline: 1.3,
        log: "act Tap2.Ended@V; cancelled V{1}; cancelled V{1}"),
      "a press begins": ByTime(
        gesture: "press", fingers: "dn(10,10)@0", deadline: 0.5, log: "act LP.Began@V; cancelled V{1}"),
      "a tap that no press follows fails it": ByTime(
        gesture: "press=taps(1)", fingers: "dn(10,10)@0 up@0.1", deadline: 0.45,
        log: "fail LP: too slow; ended V{1}"),
      "a finger that rests is no swipe; a later one is a new swipe": ByTime(
        gesture: "swipe", fingers: "dn(100,100)@1", deadline: 1.5, log: "fail Swipe: too slow",
        more: "up@2 dn(100,100)@3 mv(150,100)@3.1",
        later: "ended V{1}; began V{1}; act Swipe.Ended@V; cancelled V{1}"),
      "a finger that rests at the edge; one that has begun waits for nothing": ByTime(
        gesture: "edge=left", fingers: "dn(5,100)@1", deadline: 1.25, log: "fail Edge: too slow",
        more: "up@2 dn(5,100)@3 mv(30,100)@3.1",
        later: "ended V{1}; began V{1}; act Edge.Began@V; cancelled V{1}"),
    ] as Table<ByTime>)
  func byTime(_ row: ByTime) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<\(row.gesture)>]")
    let deadline = Timestamp(seconds: row.deadline)
    scene.play(row.fingers)
    scene.log.clear()
    #expect(scene.pipeline.nextDeadline == deadline)
    scene.pipeline.advance(to: Timestamp(microseconds: deadline.microseconds - 1))
    scene.expect("")
    scene.pipeline.advance(to: deadline)
    scene.expect(row.log)
    scene.log.clear()
    scene.play(row.more)
    scene.expect(row.later)
    #expect(scene.pipeline.nextDeadline == nil)
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
