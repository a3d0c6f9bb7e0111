import TestTables

/// The actions of a hover recognizer for a contact above the glass.
@Suite("Hover gesture") struct HoverGestureRules {
  static let tree = "window(0,0,400,400)[V(100,100,200,200)<hover>[C(50,50,100,100)]]"

  typealias Row = SceneRow

  /// A pointer above a view.
  static let pointer: Table<Row> = [
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
  ]

  /// Views and their recognizers.
  static let views: Table<Row> = [
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
    "an action that switches the recognizer off, or another one, and one that takes the view away": Row(
      tree: "window(0,0,400,400)<hover=W>[V(100,100,200,200)<hover=A,hover=B>]",
      set: { scene in
        scene.recognizer("A").addAction { if $0.state == .changed { $0.isEnabled = false } }
        scene.recognizer("B").addAction { [unowned scene] in
          if $0.state == .changed { scene["V"].removeFromSuperview() }
        }
      }, fingers: "hov(110,110)@0 hov(120,110)@0.1 hov(130,110)@0.2 away@0.3", kinds: "act",
      log: """
        act A.Began@V; act B.Began@V; act W.Began@window; act A.Changed@V; act B.Changed@V
        act W.Changed@window; act A.Cancelled@V; act B.Cancelled@V; act W.Changed@window; act W.Ended@window
        """),
  ]

  /// Several pointers.
  static let pointers: Table<Row> = [
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
  ]

  @Test("Rows", arguments: pointer + views + pointers)
  func row(_ row: Row) { #expect(row.difference(on: Self.tree) == nil) }

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

  struct Interruption: TableRow {
    var what = ""
    var before = "hov(110,110)@0"
    let then: @Sendable (Scene) -> Void
    /// Its effect at once.
    let log: String
    var after = ""
    var later = ""
  }

  @Test(
    "Cancelled",
    arguments: [
      "the panel goes away": Interruption(then: { $0.unplug(at: 1) }, log: "act Hover.Cancelled@V"),
      "the panel is silenced; after the silence the hover begins anew": Interruption(
        then: {
          $0.pipeline.silence($0.panel, .outputOff, at: Timestamp(seconds: 1))
          $0.play("hov(120,110)@1.1")
          $0.pipeline.endSilence($0.panel, .outputOff)
        }, log: "act Hover.Cancelled@V", after: "hov(130,110)@1.2 away@1.3",
        later: "act Hover.Began@V; act Hover.Ended@V"),
      "the machine slept": Interruption(
        then: { $0.pipeline.resume($0.panel, state: .hovering(id: 7), at: Timestamp(seconds: 1)) },
        log: "act Hover.Cancelled@V", after: "hov(130,110)@1.2", later: "act Hover.Began@V"),
      "events were lost, and the state cannot be read": Interruption(
        then: { $0.lose(.none) }, log: "act Hover.Cancelled@V", after: "hov(130,110)@1.2",
        later: "act Hover.Began@V"),
      "events were lost, and it is gone": Interruption(
        then: { $0.lose(DeviceState(slots: [])) }, log: "act Hover.Cancelled@V", after: "hov(130,110)@1.2",
        later: "act Hover.Began@V"),
      "events were lost, and another hovers there": Interruption(
        then: { $0.lose(.hovering(id: 8)) }, log: "act Hover.Cancelled@V; act Hover.Began@V"),
      "events were lost, and it touches": Interruption(
        then: { $0.lose(.hovering(id: 7, distance: 0)) }, log: "act Hover.Cancelled@V; began V{1}"),
      "events were lost, and it still hovers, elsewhere": Interruption(
        then: { $0.lose(.hovering(id: 7)) }, log: "act Hover.Changed@V", after: "away@1.2",
        later: "act Hover.Ended@V"),
      "events were lost, and it still hovers where it was": Interruption(
        then: { $0.lose(.hovering(id: 7, x: 110, distance: 32)) }, log: "", after: "away@1.2",
        later: "act Hover.Ended@V"),
      "the kernel suspends the panel with a finger down": Interruption(
        before: "hov(110,110)@0 dn#2(10,10)@0.1", then: { $0.suspend() },
        log: "act Hover.Cancelled@V; cancelled window{1}"),
      "switched off; it lets the pointer pass until it has left": Interruption(
        then: {
          $0["V"].gestureRecognizers[0].isEnabled = false
          $0["V"].gestureRecognizers[0].isEnabled = true
        }, log: "act Hover.Cancelled@V", after: "hov(120,110)@1 hov(10,10)@1.1 hov(120,110)@1.2 away@1.3",
        later: "act Hover.Began@V; act Hover.Ended@V"),
      "switched off before": Interruption(
        before: "hov(10,10)@0", then: { $0["V"].gestureRecognizers[0].isEnabled = false }, log: "",
        after: "hov(120,110)@1 away@1.1"),
      "taken off its view": Interruption(
        then: { $0["V"].removeGestureRecognizer($0["V"].gestureRecognizers[0]) },
        log: "act Hover.Cancelled@V", after: "hov(120,110)@1 away@1.1"),
      "its view removed": Interruption(
        then: { $0["V"].removeFromSuperview() }, log: "act Hover.Cancelled@V",
        after: "hov(120,110)@1 away@1.1"),
      "its view hidden: it has left it when it moves": Interruption(
        then: { $0["V"].isHidden = true }, log: "", after: "hov(120,110)@1 hov(130,110)@1.1",
        later: "act Hover.Ended@V"),
      "not meant for fingers": Interruption(
        before: "hov(10,10)@0", then: { $0["V"].gestureRecognizers[0].allowedTouchTypes = [.stylus] },
        log: "", after: "hov(120,110)@1 away@1.1"),
    ] as Table<Interruption>)
  func interruption(_ row: Interruption) {
    let scene = Scene(Self.tree)
    scene.play(row.before)
    scene.log.clear()
    row.then(scene)
    scene.expect(row.log, in: "began ended cancelled act fail")
    scene.log.clear()
    scene.play(row.after)
    scene.expect(row.later, in: "began ended cancelled act fail")
  }

  @Test("A delegate that does not let it begin: it fails, and lets the pointer pass until it has left")
  func refused() {
    final class Delegate: GestureRecognizerDelegate {
      var asked: [Point] = []
      func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        asked.append(recognizer.location(in: nil))
        return asked.count > 1
      }
    }
    let (scene, delegate) = (Scene(Self.tree), Delegate())
    scene["V"].gestureRecognizers[0].delegate = delegate
    scene.play("hov(110,110)@0 hov(120,110)@0.1 away@0.2 hov(130,110)@0.3")
    #expect(scene.log.lines("act", "fail") == ["fail Hover: not allowed to begin", "act Hover.Began@V"])
    #expect(delegate.asked == [Point(x: 110, y: 110), Point(x: 130, y: 110)])
  }
}

extension Scene {
  /// The kernel drops events, and says what it holds now.
  fileprivate func lose(_ state: DeviceState?) {
    let time = Timestamp(seconds: 1)
    let events = [EventCode.synDropped, EventCode.synReport].map {
      RawEvent(time: time, type: EventType.syn, code: $0, value: 0)
    }
    _ = events.withUnsafeBufferPointer { pipeline.receive($0, from: panel) { _ in state } }
    pipeline.dispatch()
  }

  /// The kernel puts the panel to sleep: it releases BTN_TOUCH by itself.
  fileprivate func suspend() {
    let time = Timestamp(seconds: 1)
    feed([
      RawEvent(time: time, type: EventType.key, code: EventCode.btnTouch, value: 0),
      RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 1),
    ])
  }
}

extension DeviceState {
  /// One contact, in points; a scene's panel has 64 units to a point.
  fileprivate static func hovering(id: Int32, x: Double = 140, distance: Int32 = 9) -> DeviceState {
    var slot = SlotState(trackingID: id, x: Int32(x * 64), y: 110 * 64)
    slot.distance = distance
    return DeviceState(slots: [slot])
  }
}
