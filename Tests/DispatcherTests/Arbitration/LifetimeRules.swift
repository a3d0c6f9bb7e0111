import Dispatcher
import TestSupport
import Testing

/// From which touch to which an attempt of a recognizer goes.
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
}
