import Dispatcher
import TestSupport
import Testing

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

  struct Swallowed: Sendable, CustomTestStringConvertible {
    let what: String
    var tree = "window(0,0,400,400)[P(0,0,400,400)[V(0,0,100,100)<multi>,W(200,0,100,100)]]"
    var relations = ""
    let fingers: String
    /// The phases whose events are swallowed.
    let swallows: Set<TouchPhase>
    let log: String
    var testDescription: String { what }
  }

  @Test(
    "What an override of sendEvent swallows",
    arguments: [
      Swallowed(
        what: "an end: the view is cancelled, and so is everyone who got began",
        fingers: "dn(10,10)@0 up@0.1", swallows: [.ended],
        log: "began V{1}\nfwd began P{1}\ncancelled V{1}\nfwd cancelled P{1}"),
      Swallowed(
        what: "the ends of two fingers on one view: one call",
        fingers: "dn#1(10,10)@0 dn#2(20,20)@0 up#1@0.1 up#2@0.1",
        swallows: [.ended], log: "began V{2}\nfwd began P{2}\ncancelled V{2}\nfwd cancelled P{2}"),
      Swallowed(
        what: "the end of one of two: the other goes on",
        fingers: "dn#1(10,10)@0 dn#2(210,10)@0.05 up#1@0.1 mv#2(220,10)@0.2",
        swallows: [.ended],
        log: """
          began V{1}
          fwd began P{1}
          began W{1}
          fwd began P{1}
          cancelled V{1}
          fwd cancelled P{1}
          moved W{1}
          fwd moved P{1}
          """),
      Swallowed(
        what: "a cancelled one", fingers: "dn(10,10)@0 palm@0.1", swallows: [.cancelled],
        log: "began V{1}\nfwd began P{1}\ncancelled V{1}\nfwd cancelled P{1}"),
      Swallowed(
        what: "a began: nothing is owed", fingers: "dn(10,10)@0 mv(20,10)@0.05 up@0.1", swallows: [.began],
        log: ""),
      Swallowed(
        what: "an end that came too late for a held began: the view hears of nothing",
        tree: "window(0,0,400,400)[V(0,0,100,100)<pan>]", relations: "Pan delays began",
        fingers: "dn(10,10)@0 up@0.1", swallows: [.ended], log: "fail Pan: cancelled"),
      Swallowed(
        what: "and recognizers as before", tree: "window(0,0,400,400)[V(0,0,100,100)<pan>]",
        fingers: "dn(10,10)@0 mv(40,10)@0.05 up@0.1", swallows: [.ended],
        log: "began V{1}\nact Pan.Began@V\ncancelled V{1}\nact Pan.Cancelled@V"),
    ])
  func swallowed(_ row: Swallowed) {
    let application = Swallower()
    let scene = Scene(row.tree, relations: row.relations, application: application)
    application.swallows = { event in event.allTouches.contains { row.swallows.contains($0.phase) } }
    scene.play(row.fingers)
    let lines = scene.log.lines("began", "moved", "ended", "cancelled", "fwd", "act", "fail")
    let told = lines.filter { line in !line.hasPrefix("fwd") || line.contains(" P{") }
    #expect(difference(told, from: row.log) == nil)
    // Nothing is left over for the next finger.
    application.swallows = { _ in false }
    scene.log.clear()
    scene.play("up#1@1 up#2@1 dn#1(10,10)@3 up#1@3.1")
    #expect(scene.log.lines("began", "ended").filter { $0.contains(" V{") } == ["began V{1}", "ended V{1}"])
  }

  @Test("A control whose end is swallowed is highlighted no more")
  func highlighted() {
    let application = Swallower()
    let scene = Scene("window(0,0,400,400)[C(0,0,100,100)<control>]", application: application)
    application.swallows = { event in event.allTouches.contains { $0.phase == .ended } }
    scene.play("dn(10,10)@0")
    #expect(scene.control("C").isHighlighted)
    scene.play("up@0.1")
    #expect(!scene.control("C").isHighlighted && !scene.control("C").isTracking)
    #expect(scene.log.lines("control") == ["control C.touch_down", "control C.touch_cancel"])
  }

  @Test("A sendEvent that hands each event on twice: each phase once")
  func twice() {
    let application = Swallower()
    application.times = 2
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)]", application: application)
    scene.play("dn(10,10)@0 up@0.1")
    #expect(scene.log.calls == ["began V{1}", "ended V{1}"])
  }

  @Test("A view that hands its event to the window again, in the middle of its delivery")
  func again() {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)]")
    scene["V"].onTouches = { view, _, _, event in view.window?.sendEvent(event) }
    scene.play("dn(10,10)@0 mv(20,20)@0.05 up@0.1")
    #expect(scene.log.calls == ["began V{1}", "moved V{1}", "ended V{1}"])
  }

  @Test("A press and a shake whose ends are swallowed are cancelled")
  func presses() {
    final class Hearer: Window {
      var heard: [String] = []
      override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) { heard.append("began") }
      override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) { heard.append("ended") }
      override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
        heard.append("cancelled")
      }
      override func motionBegan(_ motion: Event.Subtype, with event: Event) { heard.append("shake") }
      override func motionEnded(_ motion: Event.Subtype, with event: Event) { heard.append("still") }
      override func motionCancelled(_ motion: Event.Subtype, with event: Event) { heard.append("no shake") }
    }
    let application = Swallower()
    let pipeline = Pipeline(application: application)
    let window = Hearer(frame: Rect(x: 0, y: 0, width: 9, height: 9))
    application.addWindow(window)
    pipeline.press(.select, .began, at: Timestamp(seconds: 0))
    pipeline.shake(.began, at: Timestamp(seconds: 0))
    application.swallows = { _ in true }
    pipeline.press(.select, .ended, at: Timestamp(seconds: 1))
    pipeline.shake(.ended, at: Timestamp(seconds: 1))
    #expect(window.heard == ["began", "shake", "cancelled", "no shake"])
    pipeline.press(.menu, .began, at: Timestamp(seconds: 2))
    application.swallows = { _ in false }
    pipeline.press(.menu, .ended, at: Timestamp(seconds: 3))
    #expect(window.heard.count == 4)
  }

  // MARK: Views that leave

  struct Leaving: Sendable, CustomTestStringConvertible {
    let what: String
    var tree = "window(0,0,400,400)[P(0,0,400,400)[C(0,0,100,100)<control>],Q(200,200,100,100)]"
    /// What is done between two frames.
    let change: @Sendable (Scene) -> Void
    var fingers = "dn(10,10)@0 mv(20,10)@0.1 up@0.2"
    let log: String
    var testDescription: String { what }
  }

  /// A trace shows what happens in frames; actions run whenever it happens.
  static let names: [(String, Control.Events)] = [
    ("touch_down", .touchDown), ("touch_drag_exit", .touchDragExit), ("touch_drag_inside", .touchDragInside),
    ("touch_drag_outside", .touchDragOutside), ("touch_up_inside", .touchUpInside),
    ("touch_up_outside", .touchUpOutside), ("touch_cancel", .touchCancel),
  ]

  static let leaving = [
    Leaving(
      what: "removed between two frames", change: { $0.view("C").removeFromSuperview() },
      log: "began C{1}\nsends touch_down\ncancelled C{1}\nsends touch_cancel"),
    Leaving(
      what: "removed with its superview", change: { $0.view("P").removeFromSuperview() },
      log: "began C{1}\nsends touch_down\ncancelled C{1}\nsends touch_cancel"),
    Leaving(
      what: "moved to a view of no window",
      change: { View(frame: .zero).addSubview($0.view("C")) },
      log: "began C{1}\nsends touch_down\ncancelled C{1}\nsends touch_cancel"),
    Leaving(
      what: "moved elsewhere in the window, it keeps the touch",
      change: { $0.view("Q").addSubview($0.view("C")) },
      log: """
        began C{1}
        sends touch_down
        moved C{1}
        sends touch_drag_exit
        sends touch_drag_outside
        ended C{1}
        sends touch_up_outside
        """),
    Leaving(
      what: "taken out and put back at once, it keeps the touch",
      change: { scene in
        let (view, parent) = (scene.view("C"), scene.view("P"))
        view.removeFromSuperview()
        parent.addSubview(view)
      },
      log: """
        began C{1}
        sends touch_down
        moved C{1}
        sends touch_drag_inside
        ended C{1}
        sends touch_up_inside
        """),
    Leaving(
      what: "switched off", change: { $0.control("C").isEnabled = false },
      log: "began C{1}\nsends touch_down\nsends touch_cancel\nmoved C{1}\nended C{1}"),
    Leaving(
      what: "hidden, it keeps the touch, which is bound to it", change: { $0.view("C").isHidden = true },
      log: """
        began C{1}
        sends touch_down
        moved C{1}
        sends touch_drag_inside
        ended C{1}
        sends touch_up_inside
        """),
  ]

  @Test("A control that goes in the middle of a touch", arguments: leaving)
  func leave(_ row: Leaving) {
    let scene = Scene(row.tree)
    for (name, event) in Self.names {
      scene.control("C").addAction(for: event) { _ in scene.log.note("sends \(name)") }
    }
    let frames = row.fingers.split(separator: " ").map(String.init)
    scene.play(frames[0])
    let control = scene.control("C")
    row.change(scene)
    for frame in frames.dropFirst() { scene.play(frame) }
    #expect(
      difference(scene.log.lines("began", "moved", "ended", "cancelled", "sends"), from: row.log) == nil)
    #expect(!control.isTracking && !control.isHighlighted)
  }

  @Test(
    "A control that is taken out by its own action sends nothing more, and is cancelled once",
    arguments: [Control.Events.touchDown, .touchDragInside])
  func removesItself(_ event: Control.Events) {
    let scene = Scene("window(0,0,400,400)[P(0,0,400,400)[C(0,0,100,100)<control>]]")
    scene.control("C").addAction(for: event) { $0.removeFromSuperview() }
    scene.play("dn(10,10)@0 mv(20,10)@0.1 mv(30,10)@0.2 up@0.3")
    let control = scene.log.lines("control")
    #expect(control.last == "control C.touch_cancel")
    #expect(!control.contains("control C.touch_up_inside"))
    #expect(scene.log.lines("cancelled") == ["cancelled C{1}"])
    #expect(scene.log.lines("ended") == [])
  }

  @Test("A control that is taken out before its own began, in the same frame, sends nothing")
  func beforeItsBegan() {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100),C(200,0,100,100)<control>]")
    scene["V"].onTouches = { _, phase, _, _ in
      if phase == .began { scene.view("C").removeFromSuperview() }
    }
    scene.play("dn#1(10,10)@0 dn#2(210,10)@0 up#1@0.1 up#2@0.1")
    #expect(scene.log.calls == ["began V{1}", "began C{1}", "cancelled C{1}", "ended V{1}"])
    #expect(scene.log.lines("control") == [])
  }

  @Test("A control whose began is held when it is taken out hears of nothing")
  func held() {
    let scene = Scene(
      "window(0,0,400,400)[P(0,0,400,400)<pan>[C(0,0,100,100)<control>]]", relations: "Pan delays began")
    scene.play("dn(10,10)@0")
    scene.view("C").removeFromSuperview()
    scene.play("up@0.1")
    scene.pipeline.finish()
    #expect(scene.log.lines("began", "ended", "cancelled", "control") == [])
  }

  @Test("A view in a control that is taken out: both lose the touch")
  func inAControl() {
    let scene = Scene("window(0,0,400,400)[C(0,0,200,200)<control>[V(0,0,100,100)]]")
    scene.play("dn(10,10)@0")
    scene.view("C").removeFromSuperview()
    scene.play("up@0.1")
    #expect(scene.log.calls == ["began V{1}", "cancelled V{1}"])
    #expect(scene.log.lines("control") == ["control C.touch_down", "control C.touch_cancel"])
  }

  @Test("A plain view that is taken out keeps its touches until they lift")
  func plainView() {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)]")
    scene.play("dn(10,10)@0")
    scene["V"].removeFromSuperview()
    scene.play("mv(20,10)@0.05 up@0.1")
    #expect(scene.log.calls == ["began V{1}", "moved V{1}", "ended V{1}"])
  }

  @Test("What left is told at once: the deadline is that of the last frame, and there is one")
  func atOnce() {
    let scene = Scene("window(0,0,400,400)[C(0,0,100,100)<control>]")
    scene.play("dn(10,10)@0.5")
    scene.view("C").removeFromSuperview()
    #expect(scene.log.lines("cancelled") == [])
    #expect(scene.pipeline.nextDeadline == Timestamp(seconds: 0.5))
    scene.wait(until: 0.5)
    #expect(scene.log.lines("cancelled") == ["cancelled C{1}"])
    #expect(scene.pipeline.nextDeadline == nil)
  }
}
