import TestTables

@testable import Dispatcher

/// From which touch to which an attempt of a recognizer goes, also where code that touchd calls takes windows, views
/// and recognizers away in the middle of a touch.
@Suite("Lifetimes of recognizers and views") struct LifetimeRules {
  static let rows: Table<SceneRow> = [
    "a touch that is ignored is not cancelled, and not told to the recognizer any more": SceneRow(
      set: { scene in
        let own = scene.addOwnRecognizer()
        own.on[.began] = { own, touches, event in
          for touch in touches where touch.location(in: nil).x == 100 { own.ignore(touch, for: event) }
        }
        own.on[.ended] = { own, _, _ in own.state = .recognized }
      }, fingers: "dn#1(10,10)@0 dn#2(100,10)@0.1 mv#2(110,10)@0.2 up#1@0.3 mv#2(120,10)@0.4 up#2@0.5",
      kinds: SceneRow.calls + " own",
      log: """
        own began 1; began V{1}; own began 1; began V{1}; moved V{1}; own ended 1
        act Own.Ended@V; cancelled V{1}; own reset; moved V{1}; ended V{1}
        """),
    "only touches that it accepted delay its reset; one that landed later stays ignored": SceneRow(
      set: { $0.addOwnRecognizer().on[.began] = { own, _, _ in own.fail(.tooFar) } },
      fingers: """
        dn#1(10,10)@0 dn#2(100,10)@0.1 up#1@0.2 mv#2(110,10)@0.3
        dn#3(200,200)@0.4 mv#2(120,10)@0.5 up#3@0.6 up#2@0.7
        """, kinds: "own", log: "own began 1; own reset; own began 1; own reset"),
    "one that ignores its only touch is reset, and gets the next one": SceneRow(
      set: { $0.addOwnRecognizer().ignoreAll() },
      fingers: "dn#1(10,10)@0 mv#1(20,10)@0.1 up#1@0.2 dn#2(100,100)@0.4 up#2@0.5",
      kinds: "own began moved ended cancelled",
      log: """
        own began 1; began V{1}; own reset; moved V{1}
        ended V{1}; own began 1; began V{1}; own reset; ended V{1}
        """),
    "one shares no touch that it ignores: another one acts": SceneRow(
      views: "O(0,0,400,400)<tap>[V(0,0,400,400)<multi>]", set: { $0.addOwnRecognizer().ignoreAll() },
      fingers: "dn#1(10,10)@0 up#1@0.1", kinds: SceneRow.calls,
      log: "began V{1}; act Tap.Ended@O; cancelled V{1}"),
    "one that is disabled and enabled again leaves the finger alone that is down": SceneRow(
      views: "V(0,0,400,400)<pan>", fingers: "dn(10,10)@0 mv(30,10)@0.1",
      then: { scene in for isOn in [false, true] { scene.recognizer("Pan").isEnabled = isOn } },
      more: "mv(90,10)@0.2 mv(130,10)@0.3 up@0.4 dn(10,10)@1 mv(30,10)@1.1", kinds: SceneRow.calls,
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}
        act Pan.Cancelled@V; began V{1}; act Pan.Began@V; cancelled V{1}
        """),
    "one that is attached while a finger is down gets nothing of it": SceneRow(
      fingers: "dn#1(10,10)@0", then: { _ = $0.addOwnRecognizer() }, more: "mv#1(20,10)@0.1 up#1@0.2",
      kinds: "own", log: ""),
    "one that leaves its view in the middle of a touch gives up there, and works at the next": SceneRow(
      views: "V(0,0,100,100)<tap>,W(200,0,100,100)", fingers: "dn(10,10)@0",
      then: { $0["W"].addGestureRecognizer($0.recognizer("Tap")) },
      more: "up@0.1 dn(10,10)@1 up@1.1 dn(210,10)@2 up@2.1", kinds: "act fail",
      log: "fail Tap: removed; act Tap.Ended@W"),
    "one that gives up while it is active is cancelled; after the end, nothing": SceneRow(
      views: "V(0,0,400,400)<pan,tap>", fingers: "dn(10,10)@0 mv(50,10)@0.1",
      then: { scene in for _ in 0..<2 { scene.recognizer("Pan").fail(.tooFar) } },
      more: "mv(90,10)@0.2 up@0.3", kinds: "act", log: "act Pan.Began@V; act Pan.Cancelled@V"),
    "one that never makes up its mind holds nothing when its touches have gone": SceneRow(
      views: "V(0,0,100,100)", set: { $0["V"].addGestureRecognizer(GestureRecognizer()) },
      fingers: "dn(10,10)@0 palm@0.1 up@0.2 dn(10,10)@5 up@5.1", kinds: SceneRow.calls,
      log: "began V{1}; cancelled V{1}; began V{1}; ended V{1}"),
    "an action that makes another recognizer fail frees what that one held, at once": SceneRow(
      views: "V(0,0,100,100)<tap=2,tap>", relations: "Tap keeps touches",
      set: { scene in
        let double = scene.recognizer("Tap2")
        scene.recognizer("Tap").addAction { _ in double.fail(.tooSlow) }
      }, fingers: "dn(10,10)@0 up@0.1", kinds: "act fail ended",
      log: "act Tap.Ended@V; fail Tap2: too slow; ended V{1}"),
    "a plain view that is taken out keeps its touches until they lift": SceneRow(
      views: "V(0,0,100,100)", fingers: "dn(10,10)@0", then: { $0["V"].removeFromSuperview() },
      more: "mv(20,10)@0.05 up@0.1", log: "began V{1}; moved V{1}; ended V{1}"),
    "a window that is removed keeps the touches that it has, and gets no others": SceneRow(
      views: "V(0,0,100,100)",
      set: { scene in
        scene["V"].onTouches = { [unowned scene] _, phase, _, _ in
          if phase == .began { scene.application.removeWindow(scene.window) }
        }
      }, fingers: "dn(10,10)@0 mv(12,12)@0.01 up@0.02 dn(10,10)@1",
      log: "began V{1}; moved V{1}; ended V{1}"),
    "a window that was never added gets the touch that a hit test binds to it": SceneRow(
      set: { scene in
        let other = Window(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        other.identifier = "other"
        scene["V"].onHitTest = { _, _, _ in other }
      }, fingers: "dn(10,10)@0 up@0.1", log: "began other{1}; ended other{1}"),
    "a callback that asks the pipeline to go on does not stop it": SceneRow(
      set: { scene in
        scene["V"].onTouches = { [unowned scene] _, _, _, _ in
          scene.pipeline.advance(to: .zero)
          scene.pipeline.dispatch()
        }
      }, fingers: "dn(10,10)@1 up@1.1 dn(60,60)@3 up@3.1",
      log: "began V{1}; ended V{1}; began V{1}; ended V{1}"),
    "cancelling contacts of two sequences is a call for each, all the way up the chain": SceneRow(
      views: "V(0,0,100,100)<tap=2|within(3)>",
      fingers: "dn(10,10)@0 up@0.1 dn(10,10)@1 mv(11,10)@1.1 up@1.6", kinds: "cancelled fwd",
      log: """
        fwd began window{1}; fwd began Application{1}; fwd began window{1}; fwd began Application{1}
        fwd moved window{1}; fwd moved Application{1}
        cancelled V{1}; fwd cancelled window{1}; fwd cancelled Application{1}
        cancelled V{1}; fwd cancelled window{1}; fwd cancelled Application{1}
        """),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }

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

  @Test("A recognizer that ignores a finger on a sensitive view still knows of it, and so do those beside")
  func ignoresSecret() {
    let scene = Scene("window(0,0,300,300)[V(0,0,300,300)[S(0,0,100,100)]]")
    scene["S"].isSensitive = true
    let own = scene.addOwnRecognizer()
    own.on[.moved] = { own, touches, event in for touch in touches { own.ignore(touch, for: event) } }
    scene.play("dn#1(10,10)@0 dn#2(200,200)@0 mv#1(20,20)@0.2")
    #expect(own.attempt?.contacts.map(\.isBesideSecret) == [true] && own.attempt?.secrecy == .whole)
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
