import TestTables

/// A view that got `touchesBegan` gets its one end, also where a program stands between it and the finger.
@Suite("Ends that views are owed") struct OwedEndRules {
  /// An application that keeps what a test says to itself.
  final class Swallower: Application {
    var swallows: (Event) -> Bool = { _ in false }
    var times = 1

    override func sendEvent(_ event: Event) {
      guard !swallows(event) else { return }
      for _ in 0..<times { super.sendEvent(event) }
    }
  }

  struct Swallowed: TableRow {
    var what = ""
    var tree = "window(0,0,400,400)[P(0,0,400,400)[V(0,0,100,100)<multi>,W(200,0,100,100)]]"
    var relations = ""
    let fingers: String
    /// The phases whose events are swallowed.
    var swallows: Set<TouchPhase> = []
    /// The views whose touches count for that; `nil` for all.
    var of: Set<String>?
    let log: String

    /// Lets the fingers do that; what is not swallowed is handed on so many times.
    func play(times: Int = 1) -> Scene {
      let application = Swallower()
      application.times = times
      let scene = Scene(tree, relations: relations, application: application)
      application.swallows = { event in
        event.allTouches.contains { touch in
          swallows.contains(touch.phase) && of?.contains(touch.view?.identifier ?? "") ?? true
        }
      }
      scene.play(fingers)
      application.swallows = { _ in false }
      return scene
    }
  }

  @Test(
    "What an override of sendEvent swallows",
    arguments: [
      "an end: the view is cancelled, and so is everyone who got began": Swallowed(
        fingers: "dn(10,10)@0 up@0.1", swallows: [.ended],
        log: "began V{1}; fwd began P{1}; cancelled V{1}; fwd cancelled P{1}"),
      "the ends of two fingers on one view: one call": Swallowed(
        fingers: "dn#1(10,10)@0 dn#2(20,20)@0 up#1@0.1 up#2@0.1", swallows: [.ended],
        log: "began V{2}; fwd began P{2}; cancelled V{2}; fwd cancelled P{2}"),
      "the end of one of two: the other goes on": Swallowed(
        fingers: "dn#1(10,10)@0 dn#2(210,10)@0.05 up#1@0.1 mv#2(220,10)@0.2", swallows: [.ended],
        log: """
          began V{1}; fwd began P{1}; began W{1}; fwd began P{1}; cancelled V{1}; fwd cancelled P{1}
          moved W{1}; fwd moved P{1}
          """),
      "a cancelled one": Swallowed(
        fingers: "dn(10,10)@0 palm@0.1", swallows: [.cancelled],
        log: "began V{1}; fwd began P{1}; cancelled V{1}; fwd cancelled P{1}"),
      "a began: nothing is owed": Swallowed(
        fingers: "dn(10,10)@0 mv(20,10)@0.05 up@0.1", swallows: [.began], log: ""),
      "an end that came too late for a held began: the view hears of nothing": Swallowed(
        tree: one("<pan>"), relations: "Pan delays began",
        fingers: "dn(10,10)@0 up@0.1", swallows: [.ended], log: "fail Pan: cancelled"),
      "and recognizers as before": Swallowed(
        tree: one("<pan>"), fingers: "dn(10,10)@0 mv(40,10)@0.05 up@0.1",
        swallows: [.ended], log: "began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Cancelled@V"),
    ] as Table<Swallowed>)
  func swallowed(_ row: Swallowed) {
    let scene = row.play()
    let lines = scene.log.lines("began", "moved", "ended", "cancelled", "fwd", "act", "fail")
    let told = lines.filter { line in !line.hasPrefix("fwd") || line.contains(" P{") }
    #expect(difference(told, from: row.log) == nil)
    // Nothing is left over for the next finger.
    scene.log.clear()
    scene.play("up#1@1 up#2@1 dn#1(10,10)@3 up#1@3.1")
    #expect(scene.log.lines("began", "ended").filter { $0.contains(" V{") } == ["began V{1}", "ended V{1}"])
  }

  @Test(
    "Recognizers that send the event again as they are readied, when an end was swallowed, are readied once")
  func readiedAgain() {
    final class Resending: GestureRecognizer {
      var event: Event?
      override func touchesBegan(_ touches: Set<Touch>, with event: Event) { self.event = event }
      override func reset() { event.map { view?.window?.sendEvent($0) } }
    }
    let application = Swallower()
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)]", application: application)
    for _ in 0..<4 { scene["V"].addGestureRecognizer(Resending()) }
    application.swallows = { [unowned application] event in
      guard event.allTouches.contains(where: { $0.phase == .ended }) else { return false }
      application.swallows = { _ in false }
      return true
    }
    scene.play("dn(10,10)@0 up@0.1 dn(10,10)@1 up@1.1")
    scene.pipeline.finish()
    #expect(scene.log.calls == ["began V{1}", "cancelled V{1}", "began V{1}", "ended V{1}"])
    #expect(scene.pipeline.isIdle)
  }

  private static func one(_ traits: String = "") -> String { "window(0,0,400,400)[V(0,0,100,100)\(traits)]" }

  @Test(
    "A sendEvent that hands each event on twice: each frame is delivered once",
    arguments: [
      "a tap": Swallowed(tree: one(), fingers: "dn(10,10)@0 up@0.1", log: "began V{1}; ended V{1}"),
      "a began that is held": Swallowed(
        tree: one("<pan>"), relations: "Pan delays began", fingers: "dn(10,10)@0 mv(15,10)@0.05 up@0.1",
        log: "fail Pan: too short; began V{1}; moved V{1}; ended V{1}"),
      "an end that is held": Swallowed(
        tree: one("<tap=2>"), fingers: "dn(10,10)@0 up@0.1",
        log: "began V{1}; fail Tap2: too slow; ended V{1}"),
      "a pan changes once in a frame": Swallowed(
        tree: one("<pan>"), fingers: "dn(10,10)@0 mv(40,10)@0.1 mv(50,10)@0.2 up@0.3",
        log: "began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Changed@V; act Pan.Ended@V"),
    ] as Table<Swallowed>)
  func twice(_ row: Swallowed) {
    let scene = row.play(times: 2)
    scene.wait(until: 2)
    scene.expect(row.log)
  }

  @Test("A view that hands the event to its window while it is hit-tested: its frame is delivered as a whole")
  func inHitTest() {
    final class Eager: View {
      override func hitTest(_ point: Point, with event: Event?) -> View? {
        if let event { window?.sendEvent(event) }
        return super.hitTest(point, with: event)
      }
    }
    let scene = Scene("window(0,0,400,400)")
    let view = Eager(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    (view.identifier, view.isMultipleTouchEnabled) = ("V", true)
    scene.window.addSubview(view)
    scene.play("dn#1(10,10)@0 dn#2(20,10)@0 up#1@0.1 dn#3(30,10)@0.1 up#2@0.2 up#3@0.2")
    #expect(scene.log.calls == ["began V{2}", "began V{1}", "ended V{1}", "ended V{2}"])
  }

  @Test("A view that hands its event to the window again, in the middle of its delivery")
  func again() {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)]")
    scene["V"].onTouches = { view, _, _, event in view.window?.sendEvent(event) }
    scene.play("dn(10,10)@0 mv(20,20)@0.05 up@0.1")
    #expect(scene.log.calls == ["began V{1}", "moved V{1}", "ended V{1}"])
  }

  /// The end of a finger is swallowed on its way to the recognizers, and others wait for one of them: nothing waits for
  /// the next frame, which may be a day away.
  static let waiting: Table<Swallowed> = [
    "a tap that requires a press elsewhere to fail goes on": Swallowed(
      tree: "window(0,0,400,400)[A(0,0,100,100)<tap>,B(200,0,100,100)<press>]", relations: "Tap requires LP",
      fingers: "dn#2(210,10)@0 dn#1(10,10)@0.1 up#1@0.2 up#2@0.3", swallows: [.ended], of: ["B"],
      log: "began B{1}; began A{1}; cancelled B{1}; fail LP: cancelled; act Tap.Ended@A; cancelled A{1}"),
    "an end that a pan of another finger held is delivered if a palm's end is swallowed": Swallowed(
      tree: "window(0,0,400,400)<pan>[A(0,0,100,100),B(200,0,100,100)]",
      fingers: "dn#1(10,10)@0 dn#2(210,10)@0.1 up#2@0.2 palm#1@0.3", swallows: [.cancelled], of: ["A"],
      log: "began A{1}; began B{1}; cancelled A{1}; fail Pan: cancelled; ended B{1}"),
    "so it is if a lift's end is, and a button sends it": Swallowed(
      tree: "window(0,0,400,400)<pan>[A(0,0,100,100),B(200,0,100,100)<control>]",
      fingers: "dn#1(10,10)@0 dn#2(210,10)@0.1 up#2@0.2 up#1@0.3", swallows: [.ended], of: ["A"],
      log: """
        began A{1}; began B{1}; control B.touch_down; cancelled A{1}; fail Pan: cancelled
        ended B{1}; control B.touch_up_inside
        """),
    "two ends in one frame end both attempts": Swallowed(
      tree: "window(0,0,400,400)[A(0,0,100,100)<tap>,B(200,0,100,100)<press>]",
      fingers: "dn#1(10,10)@0 dn#2(210,10)@0.1 up#1@0.2 up#2@0.2", swallows: [.ended], of: ["A", "B"],
      log: "began A{1}; began B{1}; cancelled A{1}; cancelled B{1}; fail Tap: cancelled; fail LP: cancelled"),
  ]

  @Test("Recognizers that wait for a swallowed end go on at once", arguments: waiting)
  func othersWait(_ row: Swallowed) {
    let scene = row.play()
    let lines = scene.log.lines("began", "ended", "cancelled", "act", "fail", "control")
    #expect(difference(lines, from: row.log) == nil)
    #expect(scene.pipeline.nextDeadline == nil)
  }
}
