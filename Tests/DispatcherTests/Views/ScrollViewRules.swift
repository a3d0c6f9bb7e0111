import TestTables

/// Whether a finger on a scroll view goes to a view in it, or drags.
@Suite("Scroll view") struct ScrollViewRules {
  typealias Row = SceneRow

  static func scene(_ options: String, _ content: String = "V(0,0,400,1200)") -> String {
    "window(0,0,400,400)[S(0,0,400,400)<scroll=400x1200\(options)>[\(content)]]"
  }

  static let delay: Table<Row> = [
    "began comes when the delay is over": Row(
      fingers: "dn(200,200)@0 mv(200,205)@0.1 fr@0.3", log: "0.150 began V{1}; 0.150 moved V{1}"),
    "a drag at exactly 150 ms comes before it": Row(
      fingers: "dn(200,300)@0 mv(200,260)@0.150 up@0.4",
      log: "0.150 act S.pan.Began@S; 0.400 act S.pan.Ended@S"),
    "a drag a microsecond later does not": Row(
      fingers: "dn(200,300)@0 mv(200,260)@0.150001 up@0.4",
      log: "0.150 began V{1}; 0.150 act S.pan.Began@S; 0.150 cancelled V{1}; 0.400 act S.pan.Ended@S"),
    "so does a lift": Row(
      fingers: "dn(200,200)@0 up@0.150001",
      log: "0.150 began V{1}; 0.150 fail S.pan: too short; 0.150 ended V{1}"),
    "10 points are no drag, and 10.02 are": Row(
      fingers: "dn(200,300)@0 mv(200,290)@0.2 mv(200,289.98)@0.3",
      log: "0.150 began V{1}; 0.200 moved V{1}; 0.300 act S.pan.Began@S; 0.300 cancelled V{1}"),
    "touches on the scroll view itself wait, too": Row(
      tree: scene("", "V(0,0,100,100)"), fingers: "dn(200,200)@0 fr@0.2 up@0.3",
      log: "0.150 began S{1}; 0.300 fail S.pan: too short; 0.300 ended S{1}"),
    "each finger has a delay of its own": Row(
      tree: scene("", "V(0,0,400,1200)<multi>"),
      fingers: "dn#1(100,200)@0 dn#2(300,200)@0.1 fr#1@0.3 up#1@0.4 up#2@0.5",
      log: """
        0.150 began V{1}; 0.250 began V{1}; 0.400 ended V{1}; 0.500 fail S.pan: too short; 0.500 ended V{1}
        """),
    "two that land together are one call, later, too": Row(
      tree: scene("", "V(0,0,400,1200)<multi>"), fingers: "dn#1(100,200)@0 dn#2(300,200)@0 fr#1@0.3",
      log: "0.150 began V{2}"),
    "a finger that joins a drag is the drag's": Row(
      tree: scene("", "V(0,0,400,1200)<multi>"),
      fingers: "dn#1(100,300)@0 mv#1(100,260)@0.05 dn#2(300,200)@0.1 mv#2(300,190)@0.4 up#2@0.5 up#1@0.6",
      log: """
        0.050 act S.pan.Began@S; 0.100 act S.pan.Changed@S
        0.400 act S.pan.Changed@S; 0.500 act S.pan.Changed@S; 0.600 act S.pan.Ended@S
        """),
    "a palm within the delay: began, and cancelled": Row(
      fingers: "dn(200,200)@0 mv(201,200)@0.05 palm@0.1",
      log: "0.100 fail S.pan: cancelled; 0.100 began V{1}; 0.100 moved V{1}; 0.100 cancelled V{1}"),
    "a tap in the content takes what the delay holds": Row(
      tree: scene("", "V(0,0,400,1200)<tap>"), fingers: "dn(200,200)@0 up@0.05",
      log: "0.050 fail S.pan: too short; 0.050 act Tap.Ended@V"),
    "a view that does not scroll keeps nothing back, and hands nothing on": Row(
      tree: scene("|still"), fingers: "dn(200,300)@0 mv(200,260)@0.03 up@0.05",
      log: """
        0.000 began V{1}; 0.000 fwd began S{1}
        0.030 moved V{1}; 0.030 fwd moved S{1}; 0.050 ended V{1}; 0.050 fwd ended S{1}
        """),
  ]

  static let consent: Table<Row> = [
    "content that keeps its touches, once it has them: no drag": Row(
      tree: scene("|firm"), fingers: "dn(200,300)@0 fr@0.2 mv(200,260)@0.3 up@0.4",
      log: "0.150 began V{1}; 0.300 fail S.pan: not allowed to begin; 0.300 moved V{1}; 0.400 ended V{1}"),
    "before it has them, a drag": Row(
      tree: scene("|firm"), fingers: "dn(200,300)@0 mv(200,260)@0.1", log: "0.100 act S.pan.Began@S"),
    "a control keeps its touches": Row(
      tree: scene("", "C(0,0,400,1200)<control>"), fingers: "dn(200,300)@0 fr@0.2 mv(200,260)@0.3 up@0.4",
      log: """
        0.150 began C{1}; 0.150 control C.touch_down; 0.300 fail S.pan: not allowed to begin
        0.300 moved C{1}; 0.300 control C.touch_drag_inside; 0.400 ended C{1}; 0.400 control C.touch_up_inside
        """),
    "unless the scroll view says otherwise": Row(
      tree: scene("|yields", "C(0,0,400,1200)<control>"),
      fingers: "dn(200,300)@0 fr@0.2 mv(200,260)@0.3 up@0.5",
      log: """
        0.150 began C{1}; 0.150 control C.touch_down
        0.300 act S.pan.Began@S; 0.300 cancelled C{1}; 0.300 control C.touch_cancel; 0.500 act S.pan.Ended@S
        """),
    "a quick tap on a control presses it": Row(
      tree: scene("", "C(0,0,400,1200)<control>"), fingers: "dn(200,300)@0 up@0.05",
      log: """
        0.050 fail S.pan: too short; 0.050 began C{1}; 0.050 control C.touch_down
        0.050 ended C{1}; 0.050 control C.touch_up_inside
        """),
    "content that is refused a quick tap, all of which was held, hears nothing": Row(
      tree: scene("|refuses"), fingers: "dn(200,300)@0 mv(200,302)@0.02 up@0.05",
      log: "0.050 fail S.pan: too short"),
    "content that gets no touch hears nothing, and does not keep a drag from beginning": Row(
      tree: scene("|refuses|firm"), fingers: "dn(200,300)@0 fr@0.2 mv(200,260)@0.3 up@0.4",
      log: "0.300 act S.pan.Began@S; 0.400 act S.pan.Ended@S"),
  ]

  static func nested(_ outer: String, _ inner: String) -> String {
    "window(0,0,400,400)[O(0,0,400,400)<scroll=\(outer)>[S(0,0,400,400)<scroll=\(inner)>[V(0,0,400,400)]]]"
  }

  static let direction: Table<Row> = [
    "a finger across a list is nothing to it": Row(
      fingers: "dn(200,300)@0 mv(240,302)@0.1 up@0.2",
      log: "0.150 began V{1}; 0.150 moved V{1}; 0.200 fail S.pan: too short; 0.200 ended V{1}"),
    "until it goes along it": Row(
      fingers: "dn(200,300)@0 mv(240,302)@0.05 mv(240,280)@0.1", log: "0.100 act S.pan.Began@S"),
    "content that fits into a view that bounces gives way": Row(
      tree: scene("|400x400", "V(0,0,400,400)"), fingers: "dn(200,300)@0 mv(240,300)@0.1",
      log: "0.100 act S.pan.Began@S"),
    "content that fits into a view that does not, does not": Row(
      tree: scene("|400x400|hard", "V(0,0,400,400)"), fingers: "dn(200,300)@0 mv(240,300)@0.1 up@0.2",
      log: "0.100 fail S.pan: not allowed to begin; 0.100 began V{1}; 0.100 moved V{1}; 0.200 ended V{1}"),
    "at its end, too, a view that does not bounce is dragged: the finger may come back": Row(
      tree: scene("|hard"), fingers: "dn(200,300)@0 mv(200,340)@0.1", log: "0.100 act S.pan.Began@S"),
    "one inside the other: the inner one first": Row(
      tree: nested("400x1200", "400x1200"), fingers: "dn(200,300)@0 mv(200,260)@0.1",
      log: "0.100 fail O.pan: prevented by S.pan; 0.100 act S.pan.Began@S"),
    "each along its axis": Row(
      tree: nested("1200x400", "400x1200"), fingers: "dn(200,300)@0 mv(160,300)@0.1",
      log: "0.100 fail S.pan: prevented by O.pan; 0.100 act O.pan.Began@O"),
    "where the inner one is at its end, the outer one; if that is at its end, too, the inner one": Row(
      tree: nested("400x1200", "400x1200"), fingers: "dn(200,300)@0 mv(200,340)@0.1",
      log: "0.100 fail O.pan: prevented by S.pan; 0.100 act S.pan.Began@S"),
    "content that fits leaves the drag to the outer one": Row(
      tree: nested("400x1200", "400x400"), fingers: "dn(200,300)@0 mv(200,260)@0.1",
      log: "0.100 fail S.pan: not allowed to begin; 0.100 act O.pan.Began@O"),
    "an inner one at its end leaves the drag to the outer one that is not": Row(
      tree: nested("400x1200", "400x1200"), set: { $0.scrollView("O").contentOffset = Point(x: 0, y: 100) },
      fingers: "dn(200,200)@0 mv(200,240)@0.1",
      log: "0.100 fail S.pan: not allowed to begin; 0.100 act O.pan.Began@O"),
  ]

  /// Scroll views and controls beside other recognizers.
  static let together: Table<SceneRow> = [
    "two quick fingers on a scroll view: the content hears of each at its lift": SceneRow(
      views: "S(0,0,400,400)<scroll=400x1200>[V(0,0,400,1200)<multi>]",
      fingers: "dn#1(100,300)@0 dn#2(300,300)@0.02 up#1@0.05 up#2@0.07",
      log: "began V{1}; ended V{1}; fail S.pan: too short; began V{1}; ended V{1}"),
    "a press in a scroll view begins, and the scroll view does not scroll any more": SceneRow(
      views: "S(0,0,400,400)<scroll=400x1200>[V(0,0,400,1200)<press>]",
      fingers: "dn(100,300)@0 mv(100,250)@0.6 up@0.7", showsTimes: true,
      log: """
        0.150 began V{1}; 0.500 fail S.pan: prevented by LP; 0.500 act LP.Began@V; 0.500 cancelled V{1}
        0.600 act LP.Changed@V; 0.700 act LP.Ended@V
        """),
    "an outer tap of two fingers on two controls acts": SceneRow(
      views: "O(0,0,400,400)<tap=1|touches(2):T2>[C(100,100,100,50)<control>,D(200,100,100,50)<control>]",
      fingers: "dn#1(150,120)@0 dn#2(250,120)@0 up#1@0.1 up#2@0.1", kinds: "act fail", log: "act T2.Ended@O"),
  ]

  @Test("Rows", arguments: delay + consent + direction)
  func row(_ row: Row) {
    let kinds = SceneRow.allKinds + " control" + (row.log.contains("fwd ") ? " fwd" : "")
    #expect(row.difference(on: Self.scene(""), in: kinds, showsTimes: true) == nil)
  }

  @Test(
    "What it asks of the content: about a touch that begins once, about a drag only where the content has the touch"
  )
  func questions() {
    let scene = Scene(Self.scene(""))
    scene.play("dn(200,300)@0 fr@0.2 mv(200,260)@0.3 up@0.4")
    #expect(scene.scrollView("S").questions == ["begin V{1}", "cancel V"])
    scene.play("dn(200,300)@9 mv(200,260)@9.1 up@9.2")
    #expect(scene.scrollView("S").questions == ["begin V{1}", "cancel V"])
  }

  @Test("The pan is called after the view, also when the view gets another name")
  func name() {
    let scene = Scene(Self.scene(""))
    let view = scene.scrollView("S")
    #expect(view.panGestureRecognizer.name == "S.pan")
    view.identifier = "list"
    #expect(view.panGestureRecognizer.name == "list.pan")
    view.panGestureRecognizer.name = "mine"
    view.identifier = "S"
    #expect(view.panGestureRecognizer.name == "mine")
    #expect(ScrollView(frame: .zero).panGestureRecognizer.name == "ScrollView.pan")
  }

  @Test("A plugin that is bound to the scroll view's touches gets them, and hands them on if it says so")
  func plugin() {
    final class Counter: ResponderPlugin {
      let name = "counter"
      var calls = 0
      func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) { calls += 1 }
      func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) { calls += 1 }
    }
    let scene = Scene(Self.scene(""))
    let counter = Counter()
    for forwards in [true, false] {
      scene.view("S").touchHandler = TouchHandler(plugin: counter, forwards: forwards)
      scene.log.clear()
      counter.calls = 0
      let start = forwards ? 0.0 : 5
      scene.play("dn(200,300)@\(start) fr@\(start + 0.2) mv(200,301)@\(start + 0.3)")
      scene.play("mv(200,302)@\(start + 0.4) up@\(start + 0.5)")
      #expect(counter.calls == 3)
      #expect(scene.log.lines("fwd").contains { $0.contains("window") } == forwards)
    }
  }

  @Test("A subclass that overrides touches and calls super hands nothing on, and is called for each move")
  func overridden() {
    final class Own: ScrollView {
      var moves = 0
      override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        super.touchesBegan(touches, with: event)
      }
      override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        moves += 1
        super.touchesMoved(touches, with: event)
      }
    }
    let scene = Scene("window(0,0,400,400)[]")
    let view = Own(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.identifier = "S"
    scene.window.addSubview(view)
    scene.application.observer = nil
    scene.play("dn(10,10)@0 fr@0.2 mv(11,10)@0.3 mv(12,10)@0.4 mv(11,10)@0.5")
    #expect(view.moves == 3)
    scene.application.observer = scene.log
    scene.play("mv(12,10)@0.6 up@0.7")
    #expect(scene.log.lines("fwd") == [])
  }

  @Test("A finger that the pan does not get is not kept from the content")
  func notForPan() {
    let scene = Scene(Self.scene(""))
    let pan = scene.scrollView("S").panGestureRecognizer
    pan.isEnabled = false
    scene.play("dn(200,300)@0 up@0.1")
    #expect(scene.log.calls == ["began V{1}", "ended V{1}"])
    scene.log.clear()
    pan.isEnabled = true
    pan.allowedTouchTypes = [.stylus]
    scene.play("dn(200,300)@2")
    #expect(scene.log.calls == ["began V{1}"])
  }

  @Test("Switching the delay off lets go of what it holds")
  func switchedOff() {
    let scene = Scene(Self.scene(""))
    scene.play("dn(200,300)@0")
    #expect(scene.log.calls == [])
    scene.scrollView("S").delaysContentTouches = false
    scene.wait(until: 0.01)
    #expect(scene.log.calls == ["began V{1}"])
    #expect(scene.log.lines("fail") == [])
  }

  @Test("With controls, and other recognizers", arguments: together)
  func companion(_ row: SceneRow) { #expect(row.difference() == nil) }
}
