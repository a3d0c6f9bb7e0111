import Dispatcher
import TestSupport
import TestTables

/// The actions of a hover recognizer for a contact above the glass.
@Suite("Hover gesture") struct HoverGestureRules {
  static let tree = "window(0,0,400,400)[V(100,100,200,200)<hover>[C(50,50,100,100)]]"

  typealias Row = SceneRow

  @Test(
    "A pointer above a view",
    arguments: [
      "begins where it comes near, changes as it moves, ends when it goes": Row(
        fingers: "hov(110,110)@0 hov(120,110)@0.1 hov(130,110)@0.2 away@0.3",
        log: "act Hover.Began@V; act Hover.Changed@V; act Hover.Changed@V; act Hover.Ended@V"),
      "begins when it comes above the view, and ends when it leaves it": Row(
        fingers: "hov(99,110)@0 hov(100,110)@0.1 hov(299,110)@0.2 hov(300,110)@0.3 hov(310,110)@0.4 away@0.5",
        log: "act Hover.Began@V; act Hover.Changed@V; act Hover.Ended@V"),
      "begins anew each time that it comes back": Row(
        fingers: "hov(110,110)@0 hov(50,50)@0.1 hov(110,110)@0.2 away@0.3",
        log: "act Hover.Began@V; act Hover.Ended@V; act Hover.Began@V; act Hover.Ended@V"),
      "a view below it is the view's own ground": Row(
        fingers: "hov(110,110)@0 hov(160,160)@0.1 hov(110,110)@0.2",
        log: "act Hover.Began@V; act Hover.Changed@V; act Hover.Changed@V"),
      "a frame that only moves it, as a panel sends that is not asked for more": Row(
        fingers: "hov(90,110)@0 mv(110,110)@0.1 mv(120,110)@0.2 mv(90,110)@0.3",
        log: "act Hover.Began@V; act Hover.Changed@V; act Hover.Ended@V"),
      "a contact that only rises is a change": Row(
        fingers: "hov(110,110,0.5)@0 hov(110,110,0.6)@0.1", log: "act Hover.Began@V; act Hover.Changed@V"),
      "a frame that repeats the values is no change": Row(
        fingers: "hov(110,110)@0 hov(110,110)@0.1", log: "act Hover.Began@V"),
      "touching, it has ended before the touch begins, and the view gets the touch": Row(
        fingers: "hov(110,110)@0 dn(110,110)@0.1 mv(120,110)@0.2 up@0.3",
        log: "act Hover.Began@V; act Hover.Ended@V; began V{1}; moved V{1}; ended V{1}"),
      "rising, it begins after the touch has ended": Row(
        fingers: "dn(110,110)@0 hov(110,110)@0.1 away@0.2",
        log: "began V{1}; ended V{1}; act Hover.Began@V; act Hover.Ended@V"),
      "a finger that touches is no hover, wherever it goes": Row(
        fingers: "dn(110,110)@0 mv(120,120)@0.1 up@0.2", log: "began V{1}; moved V{1}; ended V{1}"),
      "beside a finger that touches it hovers on": Row(
        fingers: "dn#2(110,110)@0 hov(150,110)@0.1 mv#2(120,110)@0.2 mv#1(160,110)@0.3 up#2@0.4 away@0.5",
        log: "began V{1}; act Hover.Began@V; moved V{1}; act Hover.Changed@V; ended V{1}; act Hover.Ended@V"),
      "both move in one frame": Row(
        fingers: "dn#2(110,110)@0 hov(150,110)@0.1 mv#2(120,110)@0.2 mv#1(160,110)@0.2",
        log: "began V{1}; act Hover.Began@V; moved V{1}; act Hover.Changed@V"),
      "a contact that becomes a palm is cancelled": Row(
        fingers: "hov(110,110)@0 palm@0.1 mv(120,120)@0.2 away@0.3",
        log: "act Hover.Began@V; act Hover.Cancelled@V"),
      "a palm that rises does not hover": Row(
        fingers: "dn(110,110)@0 palm@0.1 hov(120,110)@0.2", log: "began V{1}; cancelled V{1}"),
    ] as Table<Row>)
  func pointer(_ row: Row) { check(row) }

  @Test(
    "Views and their recognizers",
    arguments: [
      "the view and those above it, deepest first": Row(
        tree: "window(0,0,400,400)<hover=W>[V(100,100,200,200)<hover=A,hover=B>[C(50,50,100,100)<hover=C>]]",
        fingers: "hov(160,160)@0 hov(110,110)@0.1 hov(160,160)@0.2 hov(50,50)@0.3 away@0.4",
        log: """
          act C.Began@C; act A.Began@V; act B.Began@V; act W.Began@window; act C.Ended@C; act A.Changed@V
          act B.Changed@V; act W.Changed@window; act A.Changed@V; act B.Changed@V; act W.Changed@window
          act C.Began@C; act C.Ended@C; act A.Ended@V; act B.Ended@V; act W.Changed@window; act W.Ended@window
          """),
      "from one view to its neighbour": Row(
        tree: "window(0,0,400,400)[A(0,0,200,400)<hover>,B(200,0,200,400)<hover>]",
        fingers: "hov(199,10)@0 hov(200,10)@0.1",
        log: "act Hover.Began@A; act Hover.Ended@A; act Hover.Began@B"),
      "a view in front keeps it from those behind": Row(
        tree: "window(0,0,400,400)[A(0,0,400,400)<hover>,B(100,100,100,100)]",
        fingers: "hov(50,50)@0 hov(150,150)@0.1 hov(250,250)@0.2",
        log: "act Hover.Began@A; act Hover.Ended@A; act Hover.Began@A"),
      "a view that is not interactive lets it through": Row(
        tree: "window(0,0,400,400)[A(0,0,400,400)<hover>,B(100,100,100,100)<off,hover=B>]",
        fingers: "hov(150,150)@0", log: "act Hover.Began@A"),
      "a tap on the same view is nothing to it, nor it to the tap": Row(
        tree: "window(0,0,400,400)[V(100,100,200,200)<hover,tap>]",
        fingers: "hov(110,110)@0 dn(110,110)@0.1 up@0.2 hov(110,110)@0.3",
        log: """
          act Hover.Began@V; act Hover.Ended@V; began V{1}; act Tap.Ended@V; cancelled V{1}; act Hover.Began@V
          """),
      "beside an active press on the same view": Row(
        tree: "window(0,0,400,400)[V(100,100,200,200)<hover,press>]",
        fingers: "dn#2(110,110)@0 fr#2@0.6 hov(120,110)@0.7 up#2@0.8 away@0.9",
        log: """
          began V{1}; act LP.Began@V; cancelled V{1}; act LP.Changed@V
          act Hover.Began@V; act LP.Ended@V; act Hover.Ended@V
          """),
    ] as Table<Row>)
  func views(_ row: Row) { check(row) }

  @Test(
    "Several pointers",
    arguments: [
      "the first is followed, the second is ignored until the first has left": Row(
        fingers:
          "hov#1(110,110)@0 hov#2(120,120)@0.1 hov#2(130,120)@0.2 away#1@0.3 hov#2(140,120)@0.4 away#2@0.5",
        log: "act Hover.Began@V; act Hover.Ended@V; act Hover.Began@V; act Hover.Ended@V"),
      "the second may come and go meanwhile": Row(
        fingers: "hov#1(110,110)@0 hov#2(120,120)@0.1 away#2@0.2 hov#1(120,110)@0.3",
        log: "act Hover.Began@V; act Hover.Changed@V"),
      "each has its own view": Row(
        tree: "window(0,0,400,400)[A(0,0,200,400)<hover>,B(200,0,200,400)<hover>]",
        fingers: "hov#1(10,10)@0 hov#2(210,10)@0.1 hov#1(11,10)@0.2 hov#2(211,10)@0.2 away#1@0.3 away#2@0.4",
        log: """
          act Hover.Began@A; act Hover.Began@B; act Hover.Changed@A
          act Hover.Changed@B; act Hover.Ended@A; act Hover.Ended@B
          """),
      "the second comes as the first goes, in one frame": Row(
        fingers: "hov#1(110,110)@0 away#1@0.1 hov#2(120,120)@0.1",
        log: "act Hover.Began@V; act Hover.Ended@V; act Hover.Began@V"),
      "ten at once": Row(
        fingers: (1...10).map { "hov#\($0)(110,\(110 + $0))@0" }.joined(separator: " ") + " "
          + (1...10).map { "away#\($0)@0.1" }.joined(separator: " "),
        log: "act Hover.Began@V; act Hover.Ended@V"),
    ] as Table<Row>)
  func pointers(_ row: Row) { check(row) }

  private func check(_ row: Row) { #expect(row.difference(on: Self.tree) == nil) }

  @Test("It says where the pointer is, and how high; at the end, where it was last")
  func values() {
    let scene = Scene(HoverGestureRules.tree)
    var lines: [String] = []
    scene["V"].gestureRecognizers[0].addAction { recognizer in
      guard let hover = recognizer as? HoverGestureRecognizer else { return }
      let (inside, outside) = (hover.location(in: scene["C"]), hover.location(in: nil))
      lines.append("\(hover.state) \(inside.x),\(inside.y) \(outside.x),\(outside.y) \(hover.zOffset)")
      #expect(hover.altitudeAngle == .pi / 2)
      #expect(hover.azimuthAngle(in: nil) == 0)
      #expect(hover.numberOfTouches == 0)
    }
    scene.play("hov(110,120,0.25)@0 hov(160,160,2)@0.1 hov(20,20)@0.2 hov(110,110)@0.3 dn(150,150)@0.4")
    expect(
      lines,
      from: """
        began -40.0,-30.0 110.0,120.0 0.25; changed 10.0,10.0 160.0,160.0 1.0
        ended -130.0,-130.0 20.0,20.0 0.5; began -40.0,-40.0 110.0,110.0 0.5
        ended -40.0,-40.0 110.0,110.0 0.5
        """)
  }

  @Test("Touches know nothing of it, and its gestures name no contact")
  func noTouch() {
    final class Watcher: TraceObserver {
      var gestures: [String] = []
      func record(_ record: TraceRecord, at time: Timestamp) {
        switch record {
        case .gesture(_, let state, let contacts, _): gestures.append("gesture \(state) \(contacts)")
        case .event(let event):
          gestures.append("event \(event.state) \(event.contacts) \(event.isRecognition) \(event.device)")
        case .touch(_, let touch): gestures.append("touch \(touch.gestureRecognizers.count)")
        default: break
        }
      }
    }
    let (scene, watcher) = (Scene(HoverGestureRules.tree), Watcher())
    scene.application.observer = watcher
    scene.play("hov(110,110)@0 hov(120,110)@0.1 dn(120,110)@0.2")
    expect(
      watcher.gestures,
      from: """
        gesture began []; event began [] true scene; gesture changed []
        event changed [] false scene; gesture ended []; event ended [] false scene; touch 0
        """)
  }
}
