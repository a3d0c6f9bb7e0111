import Dispatcher
import TestSupport
import TestTables

/// States that a recognizer's own actions set, while they run.
@Suite("States that actions set") struct StatesInActions {
  /// What the action of an active recognizer sets, some states one after the other, and how the gesture ends.
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

  /// What the action of a recognizer does that began and ended in one frame, and what comes of its end.
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
    own.onBegan = { own, _, _ in
      own.state = .began
      own.state = .ended
    }
    own.addAction { if $0.state == .began { row.act($0) } }
    scene.play("dn(10,10)@0 mv(50,10)@0.1 up@0.2")
    #expect(scene.log.lines("act") == ["act Own.Began@V", "act Own.\(row.end)@V"])
  }
}
