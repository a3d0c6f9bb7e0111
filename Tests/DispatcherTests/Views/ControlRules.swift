import TestTables

/// What a finger does to a control.
@Suite("Control") struct ControlRules {
  typealias Row = SceneRow

  static let rows: Table<Row> = [
    "of a button in a button the inner one sends, since it keeps its touches": Row(
      tree: "window(0,0,400,400)[O(0,0,400,400)<control>[C(100,100,100,50)<control>]]",
      fingers: "dn(150,120)@0 mv(151,120)@0.1 up@0.2",
      log: """
        began C{1}; control C.touch_down; moved C{1}; control C.touch_drag_inside
        ended C{1}; control C.touch_up_inside
        """),
    "but a view in a button hands them on to it": Row(
      tree: "window(0,0,400,400)[C(0,0,400,400)<control>[V(100,100,100,50)]]",
      fingers: "dn(150,120)@0 up@0.2",
      log: """
        began V{1}; fwd began C{1}; control C.touch_down
        ended V{1}; fwd ended C{1}; control C.touch_up_inside
        """),
    "inside is up to 70 points beyond the bounds, at the drag and at the lift": Row(
      fingers: "dn(150,120)@0 mv(270,120)@0.1 mv(30,120)@0.2 mv(30,30)@0.3 mv(270,220)@0.4 up@0.5",
      log: """
        control C.touch_down; control C.touch_drag_inside; control C.touch_drag_inside
        control C.touch_drag_inside; control C.touch_drag_inside; control C.touch_up_inside
        """),
    "a little more is outside, and back inside is inside": Row(
      fingers: "dn(150,120)@0 mv(270.02,120)@0.1 mv(280,120)@0.2 mv(150,220)@0.3 mv(150,220.02)@0.4 up@0.5",
      log: """
        control C.touch_down; control C.touch_drag_exit; control C.touch_drag_outside
        control C.touch_drag_outside; control C.touch_drag_enter; control C.touch_drag_inside
        control C.touch_drag_exit; control C.touch_drag_outside; control C.touch_up_outside
        """),
    "a larger target is inside as far as it reaches": Row(
      tree: "window(0,0,400,400)[C(100,100,100,50)<control,outset=80>]",
      fingers: "dn(279,120)@0 mv(280,120)@0.1 mv(281,120)@0.2 up@0.3",
      log: """
        control C.touch_down; control C.touch_drag_inside; control C.touch_drag_exit
        control C.touch_drag_outside; control C.touch_up_outside
        """),
    "a frame without a new place is nothing to it": Row(
      fingers: "dn(150,120)@0 fr@0.1 up@0.2", log: "control C.touch_down; control C.touch_up_inside"),
    "one that is switched off tracks nothing, and keeps its touches all the same": Row(
      tree: "window(0,0,400,400)[O(0,0,400,400)<control>[C(100,100,100,50)<control=off>]]",
      fingers: "dn(150,120)@0 mv(160,120)@0.1 up@0.2", log: "began C{1}; moved C{1}; ended C{1}"),
    "fingers on a multiple-touch control are tracked each by itself": Row(
      tree: "window(0,0,400,400)[C(100,100,100,50)<control,multi>]",
      fingers: "dn#1(150,120)@0 dn#2(120,120)@0 mv#2(120,300)@0.1 up#1@0.2 up#2@0.3",
      log: """
        control C.touch_down; control C.touch_down; control C.touch_drag_exit
        control C.touch_drag_outside; control C.touch_up_inside; control C.touch_up_outside
        """),
    "two taps of which a recognizer above holds the ends: each down has its up": Row(
      tree: "window(0,0,400,400)<tap=2>[C(100,100,100,50)<control>]",
      fingers: "dn(150,120)@0 up@0.1 dn(150,120)@0.2 mv(150,135)@0.3 up@0.4",
      log: """
        control C.touch_down; control C.touch_down; control C.touch_down_repeat; fail Tap2: too far
        control C.touch_up_inside; control C.touch_drag_inside; control C.touch_up_inside
        """),
    "switched off by its own action at the end of a touch, it sends nothing more": Row(
      set: { $0.control("C").addAction(for: .touchUpInside) { $0.isEnabled = false } },
      fingers: "dn(150,120)@0 up@0.1", log: "control C.touch_down; control C.touch_up_inside"),
  ]

  static let taps: Table<Row> = [
    "a tap of one finger above it does not begin": Row(
      tree: "window(0,0,400,400)<tap>[C(100,100,100,50)<control>]", fingers: "dn(150,120)@0 up@0.1",
      log: "control C.touch_down; fail Tap: not allowed to begin; control C.touch_up_inside"),
    "nor where the finger is on something in the control": Row(
      tree: "window(0,0,400,400)<tap>[C(100,100,100,50)<control>[V(0,0,100,50)]]",
      fingers: "dn(150,120)@0 up@0.1",
      log: "control C.touch_down; fail Tap: not allowed to begin; control C.touch_up_inside"),
    "its own tap does": Row(
      tree: "window(0,0,400,400)[C(100,100,100,50)<control,tap>]", fingers: "dn(150,120)@0 up@0.1",
      log: "control C.touch_down; act Tap.Ended@C; control C.touch_cancel"),
    "two taps do": Row(
      tree: "window(0,0,400,400)<tap=2>[C(100,100,100,50)<control>]",
      fingers: "dn(150,120)@0 up@0.1 dn(150,120)@0.2 up@0.3",
      log: """
        control C.touch_down; control C.touch_down; control C.touch_down_repeat
        act Tap2.Ended@window; control C.touch_cancel; control C.touch_cancel
        """),
    "a tap above one that is switched off does": Row(
      tree: "window(0,0,400,400)<tap>[C(100,100,100,50)<control=off>]", fingers: "dn(150,120)@0 up@0.1",
      log: "act Tap.Ended@window"),
    "a tap beside it does": Row(
      tree: "window(0,0,400,400)<tap>[C(100,100,100,50)<control>]", fingers: "dn(50,50)@0 up@0.1",
      log: "act Tap.Ended@window"),
  ]

  /// How a control loses a finger, and where `touch_cancel` is.
  struct Loss: TableRow {
    var what = ""
    var tree = "window(0,0,400,400)[C(100,100,100,50)<control>]"
    let fingers: String
    /// What the pan's action does to the control.
    var action: (@Sendable (Control) -> Void)?
    var place = Point(x: 170, y: 121)
  }

  static let losses: Table<Loss> = [
    "a recognizer takes it": Loss(
      tree: "window(0,0,400,400)<pan>[C(100,100,100,50)<control>]", fingers: "dn(150,120)@0 mv(170,121)@0.1"),
    "a palm that has moved": Loss(fingers: "dn(150,120)@0 palm(170,121)@0.1"),
    "switched off before it hears of the move": Loss(
      tree: "window(0,0,400,400)<pan>[C(100,100,100,50)<control>]", fingers: "dn(150,120)@0 mv(170,121)@0.1",
      action: { $0.isEnabled = false }),
    "taken out of the window by the action": Loss(
      tree: "window(0,0,400,400)<pan>[C(100,100,100,50)<control>]",
      fingers: "dn(150,120)@0 mv(155,121)@0.1 mv(170,121)@0.2", action: { $0.removeFromSuperview() }),
  ]

  @Test(
    "touch_cancel is where the touch is, also where the control has not heard of its last move",
    arguments: losses)
  func loss(_ row: Loss) {
    let scene = Scene(row.tree)
    let log = PlaceLog()
    scene.application.observer = log
    if let action = row.action {
      let control = scene.control("C")
      scene.recognizer("Pan").addAction { _ in action(control) }
    }
    scene.play(row.fingers)
    #expect(log.places.last?.0 == .touchCancel && log.places.last?.1 == row.place, "\(log.places)")
  }

  @Test("Rows", arguments: rows + taps)
  func row(_ row: Row) {
    let calls = row.log.contains("began ") ? " began moved ended cancelled" : ""
    let forwards = row.log.contains("fwd ") ? " fwd" : ""
    #expect(row.difference(on: Self.plain, in: "act fail control" + calls + forwards) == nil)
  }

  static let plain = "window(0,0,400,400)[C(100,100,100,50)<control>]"

  @Test("Actions run in the order of adding, once for each call, and for the events that they are for")
  func actions() {
    let scene = Scene(Self.plain)
    let control = scene.control("C")
    control.addAction(for: [.touchDragExit, .touchDragOutside]) { _ in scene.log.note("ran out") }
    control.addAction(for: .touchDown) { _ in scene.log.note("ran first") }
    control.addAction(for: .allTouchEvents) { _ in scene.log.note("ran all") }
    scene.play("dn(150,120)@0 mv(390,120)@0.1 up@0.2")
    scene.expect("ran first; ran all; ran out; ran all; ran all", in: "ran")
    scene.log.clear()
    control.sendActions(for: .touchUpInside)
    #expect(scene.log.lines == ["ran all"])
  }

  @Test("What it says of itself while a finger is on it")
  func state() {
    let scene = Scene(Self.plain)
    let control = scene.control("C")
    func flags() -> [Bool] { [control.isTracking, control.isTouchInside, control.isHighlighted] }
    #expect(flags() == [false, false, false])
    scene.play("dn(150,120)@0")
    #expect(flags() == [true, true, true])
    scene.play("mv(390,120)@0.1")
    #expect(flags() == [true, false, false])
    scene.play("mv(150,120)@0.2")
    #expect(flags() == [true, true, true])
    var atTheEnd: [Bool] = []
    control.addAction(for: .touchUpInside) { atTheEnd = [$0.isTracking, $0.isTouchInside, $0.isHighlighted] }
    scene.play("up@0.3")
    #expect(atTheEnd == [false, true, false])
    #expect(flags() == [false, false, false])
  }

  @Test("A subclass decides what is tracked")
  func subclass() {
    final class Picky: Control {
      var begins = true
      var goesOn = true
      var calls: [String] = []
      override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        calls.append("begin")
        return begins
      }
      override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        calls.append("continue")
        return goesOn
      }
      override func endTracking(_ touch: Touch, with event: Event) { calls.append("end") }
      override func cancelTracking(with event: Event?) { calls.append("cancel") }
    }
    let scene = Scene("window(0,0,400,400)[]")
    let control = Picky(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    control.identifier = "C"
    scene.window.addSubview(control)
    scene.play("dn(10,10)@0 mv(11,10)@0.1 up@0.2 dn(10,10)@2 palm@2.1 up@2.2")
    #expect(control.calls == ["begin", "continue", "end", "begin", "cancel"])
    scene.log.clear()
    control.calls = []
    control.goesOn = false
    scene.play("dn(10,10)@5 mv(11,10)@5.1 mv(12,10)@5.2 up@5.3")
    #expect(control.calls == ["begin", "continue"])
    control.begins = false
    scene.play("dn(10,10)@7 mv(11,10)@7.1 up@7.2")
    #expect(control.calls == ["begin", "continue", "begin"])
    #expect(scene.log.lines("control") == ["control C.touch_down"])
  }

  @Test("A subclass that overrides touches and calls super is tracked as before, and keeps them")
  func overridden() {
    final class Own: Control {
      override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        super.touchesBegan(touches, with: event)
      }
      override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        super.touchesMoved(touches, with: event)
      }
    }
    let scene = Scene("window(0,0,400,400)[]")
    let control = Own(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    control.identifier = "C"
    scene.window.addSubview(control)
    scene.play("dn(10,10)@0 mv(11,10)@0.1 up@0.2")
    scene.expect(
      "control C.touch_down; control C.touch_drag_inside; control C.touch_up_inside", in: "control")
    #expect(scene.log.lines("fwd") == [])
  }

  @Test("A plugin gets the control events that it is bound to, and the touches if it is bound to those")
  func plugins() {
    final class Noter: ResponderPlugin {
      let name = "noter"
      var told: [String] = []
      func control(_ event: ControlEvent) {
        let (x, y) = (event.location.x, event.location.y)
        told.append("\(event.name) \(event.state) \(x) \(y) \(event.timestamp.seconds) \(event.device)")
      }
      func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
        told.append("began \(responder.identifier)")
      }
    }
    let scene = Scene(Self.plain)
    let noter = Noter()
    scene.control("C").plugins = [.touchUpInside: [noter], .touchCancel: [noter]]
    scene.play("dn(150,120)@0 up@0.1")
    #expect(noter.told == ["C.touch_up_inside ended 150.0 120.0 0.1 scene"])
    scene.control("C").touchHandler = TouchHandler(plugin: noter, forwards: false)
    scene.log.clear()
    scene.play("dn(150,120)@2 up@2.1")
    #expect(noter.told.suffix(2) == ["began C", "C.touch_up_inside ended 150.0 120.0 2.1 scene"])
    #expect(scene.log.lines("fwd") == [])
    scene.control("C").touchHandler = TouchHandler(plugin: noter, forwards: true)
    scene.log.clear()
    noter.told = []
    scene.play("dn(150,120)@4 up@4.1")
    #expect(noter.told == ["began C", "C.touch_up_inside ended 150.0 120.0 4.1 scene"])
    let forwarded = scene.log.lines("fwd").filter { $0.contains("window") }
    #expect(forwarded == ["fwd began window{1}", "fwd ended window{1}"])
  }
}

/// Where control events were.
private final class PlaceLog: TraceObserver {
  private(set) var places: [(ControlEvent.Kind, Point)] = []

  func record(_ record: TraceRecord, at time: Timestamp) {
    if case .control(let event) = record { places.append((event.kind, event.location)) }
  }
}
