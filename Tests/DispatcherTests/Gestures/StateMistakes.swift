import TestTables

/// Invalid state changes by a program: each counts as the nearest valid one or as none, and is reported once.
@Suite("Mistakes with a recognizer's state") struct StateMistakes {
  /// What a recognizer is set to, at its finger's down, move and lift, some states one after the other.
  struct Row: TableRow {
    var what = ""
    var down: [GestureRecognizer.State] = []
    var moved: [GestureRecognizer.State] = []
    var ended: [GestureRecognizer.State] = []
    let log: String
    /// The mistake that is reported; `nil` for none.
    var mistake: String?
  }

  static let rows: Table<Row> = [
    "failed twice: the second changes nothing": Row(
      down: [.failed, .failed], log: "fail Own: no reason", mistake: "failed to failed; it changes nothing"),
    "failed again in a later frame: it gets no more calls": Row(
      down: [.failed], moved: [.failed], log: "fail Own: no reason"),
    "began after failed: nothing": Row(
      down: [.failed, .began], log: "fail Own: no reason", mistake: "failed to began; it changes nothing"),
    "recognized after failed: nothing": Row(
      down: [.failed, .recognized], log: "fail Own: no reason", mistake: "failed to ended; it changes nothing"
    ),
    "changed after ended: nothing": Row(
      down: [.began], moved: [.ended, .changed], log: "act Own.Began@V; act Own.Ended@V",
      mistake: "ended to changed; it changes nothing"),
    "ended twice: once": Row(
      down: [.began], moved: [.ended, .ended], log: "act Own.Began@V; act Own.Ended@V",
      mistake: "ended to ended; it changes nothing"),
    "cancelled after ended: nothing": Row(
      down: [.began], moved: [.ended, .cancelled], log: "act Own.Began@V; act Own.Ended@V",
      mistake: "ended to cancelled; it changes nothing"),
    "cancelled while possible: it fails": Row(
      down: [.cancelled], log: "fail Own: cancelled", mistake: "possible to cancelled; it counts as failed"),
    "changed while possible: it begins": Row(
      down: [.changed], log: "act Own.Began@V; act Own.Cancelled@V",
      mistake: "possible to changed; it counts as began"),
    "failed while active: it is cancelled": Row(
      down: [.began], moved: [.failed], log: "act Own.Began@V; act Own.Cancelled@V",
      mistake: "began to failed; it counts as cancelled"),
    "failed in the frame in which it begins: both": Row(
      down: [.began, .failed], log: "act Own.Began@V; act Own.Cancelled@V",
      mistake: "began to failed; it counts as cancelled"),
    "began in each frame: it changes": Row(
      down: [.began], moved: [.began], ended: [.ended],
      log: "act Own.Began@V; act Own.Changed@V; act Own.Ended@V",
      mistake: "began to began; it counts as changed"),
    "possible while active: nothing": Row(
      down: [.began], moved: [.possible], ended: [.ended], log: "act Own.Began@V; act Own.Ended@V",
      mistake: "began to possible; it changes nothing"),
    "several mistakes: the first is reported": Row(
      down: [.failed, .began, .ended, .cancelled], log: "fail Own: no reason",
      mistake: "failed to began; it changes nothing"),
    "possible while it is possible is no mistake": Row(
      down: [.possible], ended: [.recognized], log: "act Own.Ended@V"),
    "began and ended in one frame is no mistake": Row(
      down: [.began, .ended], log: "act Own.Began@V; act Own.Ended@V"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi>]")
    let own = scene.addOwnRecognizer()
    for (phase, states) in [(TouchPhase.began, row.down), (.moved, row.moved), (.ended, row.ended)] {
      own.on[phase] = { own, _, _ in for state in states { own.state = state } }
    }
    var mistakes: [String] = []
    scene.application.onMisuse = { mistakes.append("\($0)") }
    scene.play("dn(10,10)@0 mv(50,10)@0.1 up@0.2")
    scene.expect(row.log, in: "act fail")
    let expected = row.mistake.map { mistake in
      [
        "Own: it was set from \(mistake). A recognizer goes from possible to began, ended or failed, and "
          + "from began and changed to changed, ended or cancelled"
      ]
    }
    #expect(mistakes == expected ?? [])
    scene.play("dn(10,10)@5 mv(50,10)@5.1 up@5.2")
    #expect(mistakes.count <= 1, "it is reported once for each recognizer")
  }

  @Test(
    "Set without an attempt, in its own action, in its reset: nothing happens, and the next attempt is as any"
  )
  func withoutAttempt() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<tap>]")
    let own = scene.addOwnRecognizer()
    own.on[.ended] = { own, _, _ in own.state = .recognized }
    scene.recognizer("Tap").isEnabled = false
    typealias State = GestureRecognizer.State
    own.onReset = { own in for state: State in [.possible, .failed, .began] { own.state = state } }
    own.addAction { $0.state = .failed }
    for state: State in [.began, .changed, .ended, .cancelled, .failed, .possible] { own.state = state }
    own.fail(.tooFar)
    scene.play("dn(10,10)@0 up@0.1")
    own.state = .failed
    scene.play("dn(10,10)@1 up@1.1")
    #expect(scene.log.lines("act", "fail") == ["act Own.Ended@V", "act Own.Ended@V"])
    #expect(own.state == .possible)
  }

  @Test("An event is sent again in the middle of it, and by an application twice: recognizers go on")
  func sentAgain() {
    let application = OwedEndRules.Swallower()
    application.times = 2
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi,pan,tap,press>]", application: application)
    var event: Event?
    scene.addOwnRecognizer().on[.moved] = { own, _, now in
      event = now
      own.view?.window?.sendEvent(now)
    }
    for name in ["Pan", "LP"] {
      scene.recognizer(name).addAction { [unowned scene] _ in event.map(scene.window.sendEvent) }
    }
    scene.play("dn#1(10,10)@0 dn#2(90,10)@0.1 mv#2(150,10)@0.2 up#1@0.3 up#2@0.4 dn#1(10,10)@1 fr@1.6 up#1@2")
    scene.pipeline.finish()
    #expect(scene.log.lines("act").prefix(2) == ["act Pan.Began@V", "act Pan.Changed@V"])
    #expect(scene.pipeline.isIdle)
  }

  @Test("Numbers of fingers and taps may be any", arguments: [Int.min, -1, 0, 1, Int.max])
  func anyNumber(number: Int) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi,tap,press,pan,swipe>]")
    let tap = scene.recognizer("Tap") as? TapGestureRecognizer
    tap?.numberOfTapsRequired = number
    tap?.numberOfTouchesRequired = number
    let press = scene.recognizer("LP") as? LongPressGestureRecognizer
    press?.numberOfTapsRequired = number
    press?.numberOfTouchesRequired = number
    let pan = scene.recognizer("Pan") as? PanGestureRecognizer
    pan?.minimumNumberOfTouches = number
    pan?.maximumNumberOfTouches = number
    (scene.recognizer("Swipe") as? SwipeGestureRecognizer)?.numberOfTouchesRequired = number
    scene.play("dn#1(10,10)@0 dn#2(90,10)@0.1 up#1@0.2 dn#1(10,10)@0.3 palm#1@0.4 mv#2(200,10)@0.5 up#2@2")
    scene.pipeline.finish()
    #expect(scene.log.lines("began").count == 3)
    #expect(scene.pipeline.isIdle)
  }

  /// States that the action of an active recognizer sets, one after the other, and the end of the gesture.
  struct InAction: Sendable, CustomTestStringConvertible {
    let sets: [GestureRecognizer.State]
    let end: String
    /// The first mistake.
    let mistake: String
    var testDescription: String { sets.map { "\($0)" }.joined(separator: ", ") }
  }

  @Test(
    "An end that an action sets stands, whatever it sets after that",
    arguments: [
      InAction(
        sets: [.failed, .began], end: "Cancelled", mistake: "changed to failed; it counts as cancelled"),
      InAction(
        sets: [.cancelled, .changed], end: "Cancelled", mistake: "cancelled to changed; it changes nothing"),
      InAction(sets: [.ended, .changed], end: "Ended", mistake: "ended to changed; it changes nothing"),
      InAction(sets: [.ended, .cancelled], end: "Ended", mistake: "ended to cancelled; it changes nothing"),
    ])
  func inAction(_ row: InAction) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<pan>]")
    var mistakes: [String] = []
    scene.application.onMisuse = { mistakes.append("\($0)") }
    scene.recognizer("Pan").addAction { pan in
      guard pan.state == .changed else { return }
      for state in row.sets { pan.state = state }
      #expect(pan.state == .changed, "an action reads the state of which it is")
    }
    scene.play("dn(10,10)@0 mv(90,10)@0.1 mv(95,10)@0.2 mv(99,10)@0.25 up@0.3")
    #expect(scene.log.lines("act") == ["act Pan.Began@V", "act Pan.Changed@V", "act Pan.\(row.end)@V"])
    #expect(mistakes.count == 1 && mistakes[0].contains(row.mistake))
  }

  /// Deeds of the action of a recognizer that began and ended in one frame, and the effect on its end.
  struct InFirstAction: TableRow {
    var what = ""
    let act: @Sendable (GestureRecognizer) -> Void
    let end: String
  }

  @Test(
    "Began and ended in one frame: the action of began may make a cancel of the end, but not undo it",
    arguments: [
      "changed": InFirstAction(act: { $0.state = .changed }, end: "Ended"),
      "ended": InFirstAction(act: { $0.state = .ended }, end: "Ended"),
      "cancelled": InFirstAction(act: { $0.state = .cancelled }, end: "Cancelled"),
      "given up": InFirstAction(act: { $0.fail(.tooFar) }, end: "Cancelled"),
      "switched off": InFirstAction(act: { $0.isEnabled = false }, end: "Cancelled"),
    ] as Table<InFirstAction>)
  func inFirstAction(_ row: InFirstAction) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)]")
    let own = scene.addOwnRecognizer()
    own.on[.began] = { own, _, _ in
      own.state = .began
      own.state = .ended
    }
    own.addAction { if $0.state == .began { row.act($0) } }
    scene.play("dn(10,10)@0 mv(50,10)@0.1 up@0.2")
    #expect(scene.log.lines("act") == ["act Own.Began@V", "act Own.\(row.end)@V"])
  }
}
