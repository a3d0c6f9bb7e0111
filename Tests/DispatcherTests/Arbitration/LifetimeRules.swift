import TestTables

/// From which touch to which an attempt of a recognizer goes, also where code that touchd calls takes windows, views
/// and recognizers away in the middle of a touch.
@Suite("Lifetimes of recognizers and views") struct LifetimeRules {
  @Test("A touch that is ignored is not cancelled, and not told to the recognizer any more")
  func ignored() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi>]")
    let own = scene.addOwnRecognizer()
    var count = 0
    own.onBegan = { own, touches, event in
      count += 1
      if count == 2 { for touch in touches { own.ignore(touch, for: event) } }
    }
    own.onEnded = { own, _, _ in own.state = .recognized }
    scene.play("dn#1(10,10)@0 dn#2(100,10)@0.1 mv#2(110,10)@0.2 up#1@0.3 mv#2(120,10)@0.4 up#2@0.5")
    scene.expect(
      """
      own began 1; began V{1}; own began 1; began V{1}; moved V{1}; own ended 1
      act Own.Ended@V; cancelled V{1}; own reset; moved V{1}; ended V{1}
      """, in: "own began moved ended cancelled act")
  }

  @Test("Only touches that it accepted delay its reset; one that landed later stays ignored")
  func resets() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi>]")
    let own = scene.addOwnRecognizer()
    own.onBegan = { own, touches, event in own.fail(.tooFar) }
    scene.play("dn#1(10,10)@0 dn#2(100,10)@0.1 up#1@0.2 mv#2(110,10)@0.3")
    scene.play("dn#3(200,200)@0.4 mv#2(120,10)@0.5 up#3@0.6 up#2@0.7")
    scene.expect("own began 1; own reset; own began 1; own reset", in: "own")
  }

  @Test("A recognizer that ignores its only touch is reset, and gets the next one")
  func ignoresAll() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi>]")
    let own = scene.addOwnRecognizer()
    own.onBegan = { own, touches, event in for touch in touches { own.ignore(touch, for: event) } }
    scene.play("dn#1(10,10)@0 mv#1(20,10)@0.1 up#1@0.2 dn#2(100,100)@0.4 up#2@0.5")
    scene.expect(
      """
      own began 1; began V{1}; own reset; moved V{1}
      ended V{1}; own began 1; began V{1}; own reset; ended V{1}
      """, in: "own began moved ended cancelled")
  }

  @Test("A recognizer shares no touch that it ignores: another one acts")
  func ignoredNotShared() {
    let scene = Scene("window(0,0,400,400)[O(0,0,400,400)<tap>[V(0,0,400,400)<multi>]]")
    let own = scene.addOwnRecognizer()
    own.onBegan = { own, touches, event in
      for touch in touches { own.ignore(touch, for: event) }
    }
    scene.play("dn#1(10,10)@0 up#1@0.1")
    scene.expect("began V{1}; act Tap.Ended@O; cancelled V{1}", in: "began moved ended cancelled act")
  }

  @Test("One that is disabled and enabled again leaves the finger alone that is down")
  func disabledAndEnabled() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<pan>]")
    scene.play("dn(10,10)@0 mv(30,10)@0.1")
    scene.recognizer("Pan").isEnabled = false
    scene.recognizer("Pan").isEnabled = true
    scene.play("mv(90,10)@0.2 mv(130,10)@0.3 up@0.4 dn(10,10)@1 mv(30,10)@1.1")
    scene.expect(
      """
      began V{1}; act Pan.Began@V; cancelled V{1}
      act Pan.Cancelled@V; began V{1}; act Pan.Began@V; cancelled V{1}
      """, in: "began moved ended cancelled act")
  }

  @Test("A recognizer that is attached while a finger is down gets nothing of it")
  func attachedLate() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi>]")
    scene.play("dn#1(10,10)@0")
    _ = scene.addOwnRecognizer()
    scene.play("mv#1(20,10)@0.1 up#1@0.2")
    #expect(scene.log.lines("own").isEmpty)
  }

  static let plain = "window(0,0,300,300)[V(0,0,100,100)<multi>]"

  @Test("A window that is removed keeps the touches that it has")
  func removedWindow() {
    let scene = Scene(Self.plain)
    scene["V"].onTouches = { _, phase, _, _ in
      if phase == .began { scene.application.removeWindow(scene.window) }
    }
    scene.play("dn(10,10)@0 mv(12,12)@0.01 up@0.02")
    #expect(scene.log.calls == ["began V{1}", "moved V{1}", "ended V{1}"])
    scene.play("dn(10,10)@1")
    #expect(scene.log.calls.count == 3)
  }

  @Test("A view of a window that was never added gets the touch that a hit test binds to it")
  func windowNeverAdded() {
    let scene = Scene(Self.plain)
    let other = Window(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    other.identifier = "other"
    scene["V"].onHitTest = { _, _, _ in other }
    scene.play("dn(10,10)@0 up@0.1")
    #expect(scene.log.calls == ["began other{1}", "ended other{1}"])
  }

  @Test("Cancelling contacts of two sequences is a call for each, all the way up the chain")
  func twoSequences() {
    let scene = Scene("window(0,0,300,300)[V(0,0,100,100)<tap=2>]")
    (scene["V"].gestureRecognizers[0] as? TapGestureRecognizer)?.within = .seconds(3)
    scene.play("dn(10,10)@0 up@0.1 dn(10,10)@1 mv(11,10)@1.1 up@1.6")
    expect(
      scene.log.lines("cancelled", "fwd cancelled"),
      from: """
        cancelled V{1}; fwd cancelled window{1}; fwd cancelled Application{1}
        cancelled V{1}; fwd cancelled window{1}; fwd cancelled Application{1}
        """)
  }

  @Test(
    "What a recognizer held is delivered when it is taken away, without another touch",
    arguments: [{ $0.isEnabled = false }, { $0.view?.removeFromSuperview() }, { $0.fail(.tooSlow) }]
      as [@Sendable (GestureRecognizer) -> Void])
  func heldByTheRemoved(takeAway: @Sendable (GestureRecognizer) -> Void) {
    let scene = Scene("window(0,0,300,300)[V(0,0,100,100)<tap=2>,W(100,0,100,100)]")
    scene.play("dn(10,10)@0 up@0.1 dn#2(110,10)@0.2")
    #expect(scene.log.calls == ["began V{1}", "began W{1}"])
    takeAway(scene["V"].gestureRecognizers[0])
    #expect(scene.pipeline.nextDeadline.map { $0 <= Timestamp(seconds: 0.2) } == true)
    scene.wait(until: 0.25)
    #expect(scene.log.calls == ["began V{1}", "began W{1}", "ended V{1}"])
    #expect(scene.pipeline.nextDeadline == nil)
  }

  @Test("A callback that asks the pipeline to go on does not stop it")
  func reentry() {
    let scene = Scene(Self.plain)
    scene["V"].onTouches = { _, _, _, _ in
      scene.pipeline.advance(to: .zero)
      scene.pipeline.dispatch()
    }
    scene.play("dn(10,10)@1 up@1.1 dn(60,60)@3 up@3.1")
    #expect(scene.log.calls == ["began V{1}", "ended V{1}", "began V{1}", "ended V{1}"])
  }

  @Test("A recognizer that never makes up its mind holds nothing when its touches have gone")
  func undecided() {
    final class Never: GestureRecognizer {}
    let scene = Scene(Self.plain)
    scene["V"].addGestureRecognizer(Never())
    scene.play("dn(10,10)@0 palm@0.1 up@0.2 dn(10,10)@5 up@5.1")
    #expect(scene.log.calls == ["began V{1}", "cancelled V{1}", "began V{1}", "ended V{1}"])
  }

  @Test("An action that makes another recognizer fail frees what that one held, at once")
  func failedByAction() {
    let scene = Scene("window(0,0,300,300)[V(0,0,100,100)<tap=2,tap>]")
    let (double, tap) = (scene["V"].gestureRecognizers[0], scene["V"].gestureRecognizers[1])
    tap.cancelsTouchesInView = false
    tap.addAction { _ in double.fail(.tooSlow) }
    scene.play("dn(10,10)@0 up@0.1")
    #expect(
      scene.log.lines("act", "fail", "ended") == ["act Tap.Ended@V", "fail Tap2: too slow", "ended V{1}"])
  }

  @Test("A delegate that has a touch ignored when it is asked about it", arguments: ["Tap", "Pan", "Swipe"])
  func ignoresWhenAsked(ignoring: String) {
    final class Ignoring: GestureRecognizerDelegate {
      var ignore: (Touch) -> Void = { _ in }
      func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        ignore(touch)
        return true
      }
    }
    let scene = Scene("window(0,0,300,300)[V(0,0,300,300)<tap,press,pan,swipe>]")
    let (delegate, ignored) = (Ignoring(), scene.recognizer(ignoring))
    scene["V"].onTouches = { [unowned ignored] _, _, _, event in
      delegate.ignore = { ignored.ignore($0, for: event) }
    }
    scene.recognizer("Pan").delegate = delegate
    scene.play("dn(10,10)@0 up@0.1 dn(10,10)@1 mv(60,10)@1.1 up@2")
    let acts = scene.log.lines("act")
    #expect(acts.first == "act Tap.Ended@V" && acts.contains("act Pan.Began@V") == (ignoring != "Pan"))
  }

  @Test("Siblings that change places stand where the call puts them")
  func siblings() {
    let scene = Scene("window(0,0,9,9)[A(0,0,9,9),B(0,0,9,9),C(0,0,9,9)]")
    func order() -> String { scene.window.subviews.map(\.identifier).joined() }
    scene.window.insertSubview(scene["A"], belowSubview: scene["C"])
    #expect(order() == "BAC")
    scene.window.insertSubview(scene["B"], aboveSubview: scene["A"])
    #expect(order() == "ABC")
    scene.window.insertSubview(scene["C"], belowSubview: scene["A"])
    #expect(order() == "CAB")
    scene.window.bringSubviewToFront(scene["C"])
    #expect(order() == "ABC")
    scene.window.sendSubviewToBack(scene["B"])
    #expect(order() == "BAC")
  }
}
