import TestTables

/// Keys, shakes and remote controls: which responder gets them, and that what begins ends.
@Suite("Presses, motion, remote control") struct PressRules {
  struct Row: TableRow {
    var what = ""
    /// Done before the steps.
    var set: @Sendable (PressRig) -> Void = { _ in }
    /// Steps (see ``PressRig``).
    let given: String
    let told: String
  }

  let rig = PressRig()

  static let addressing: Table<Row> = [
    "Without a first responder, the key window gets it": Row(
      given: "+select -select", told: "one began select; one ended select"),
    "The first responder of another window is not": Row(given: "first:C +select", told: "one began select"),
    "It is when its window becomes key": Row(given: "first:C key:two +select", told: "C began select"),
    "When the key window goes, it is the one that was added first": Row(
      given: "key:two drop:two +select", told: "one began select"),
    "And then the one after it": Row(given: "drop:one +select", told: "two began select"),
    "A window that was removed cannot become key": Row(
      given: "drop:two key:two +select", told: "one began select"),
    "Without windows there are no calls": Row(
      given: "drop:one drop:two +select -select shake still play", told: ""),
    "A removed first responder gets no new press": Row(
      given: "first:A out:A +select", told: "one began select"),
  ]

  static let balance: Table<Row> = [
    "The responder that got began gets the end, also if another is first responder by then": Row(
      given: "first:A +select first:B ~select -select",
      told: "A began select; A changed select 2.0; A ended select 2.0"),
    "Also when there is no first responder, or its window is no longer key": Row(
      given: "first:A +select first: key:two -select", told: "A began select; A ended select"),
    "Also when it was taken out of its window": Row(
      given: "first:A +select out:A -select", told: "A began select; A ended select"),
    "Also when its window was": Row(
      given: "first:A +select drop:one -select", told: "A began select; A ended select"),
    "When the device goes, its presses are cancelled, those of others are not": Row(
      given: "first:A +select +select/pad +menu/pad x/pad -select -select/pad",
      told: """
        A began select; A began select + select stationary; A began menu + select stationary + select stationary
        A cancelled menu,select + select stationary; A ended select
        """),
    "Cancelled by responder, in the order of the presses": Row(
      given: "first:A +select first:B +menu x",
      told: """
        A began select; B began menu + select stationary
        A cancelled select + menu cancelled; B cancelled menu + select cancelled
        """),
    "Nothing to cancel is nothing": Row(
      given: "first:A +select -select x x/pad", told: "A began select; A ended select"),
    "Pressed again without a release, the first press is cancelled": Row(
      given: "first:A +select first:B +select -select",
      told: "A began select; A cancelled select; B began select; B ended select"),
    "A release without a press is nothing": Row(given: "first:A -select ~select -select", told: ""),
    "The same button of two devices is two": Row(
      given: "first:A +select/a +select/b -select/a -select/b",
      told: """
        A began select; A began select + select stationary; A ended select + select stationary; A ended select
        """),
  ]

  static let others: Table<Row> = [
    "A shake is cancelled": Row(given: "first:A shake no-shake", told: "A motion began; A motion cancelled"),
    "The responder that got its begin gets its end": Row(
      given: "first:A shake first:B still still", told: "A motion began; A motion ended"),
    "A second one cancels the first": Row(
      given: "first:A shake first:B shake still",
      told: "A motion began; A motion cancelled; B motion began; B motion ended"),
    "An end without a beginning is nothing": Row(given: "first:A still no-shake", told: ""),
    "Without a first responder, the key window": Row(
      given: "shake still play", told: "one motion began; one motion ended; one remoteControlPlay"),
    "A remote control": Row(
      given: "first:A play first:B play", told: "A remoteControlPlay; B remoteControlPlay"),
    "What a responder does not keep goes on to the next": Row(
      set: { $0["A"].passesOn = true }, given: "first:A +select -select shake play",
      told: """
        A began select; one began select; A ended select; one ended select
        A motion began; one motion began; A remoteControlPlay; one remoteControlPlay
        """),
    "The application sees every event before anyone else": Row(
      set: { $0.tellEvents() }, given: "first:A +select shake play",
      told: """
        event presses none; A began select; event motion motionShake; A motion began
        event remoteControl remoteControlPlay; A remoteControlPlay
        """),
    "Ends that the application swallows are cancelled": Row(
      given: "first:A +select shake times:0 -select still",
      told: "A began select; A motion began; A cancelled select; A motion cancelled"),
    "A responder that lacks a began, which the application swallowed, gets no end": Row(
      given: "first:A times:0 +select shake times:1 ~select -select still", told: ""),
    "An application that sends each event twice: each call comes once": Row(
      given: "first:A times:2 +select ~select -select shake still",
      told: "A began select; A changed select 2.0; A ended select 2.0; A motion began; A motion ended"),
    "A responder that presses another key, releases this one, or delivers, does no harm": Row(
      set: { rig in
        rig["A"].onPress = { [unowned rig] press in
          guard press.type == .select, press.phase == .began else { return }
          rig.play("first:B +menu -select -menu")
          rig.pipeline.dispatch()
        }
      }, given: "first:A +select -select",
      told: """
        A began select; B began menu + select stationary; A ended select + menu stationary; B ended menu
        """),
  ]

  @Test("Rows", arguments: addressing + balance + others)
  func row(_ row: Row) {
    row.set(rig)
    rig.play(row.given)
    #expect(difference(rig.lines, from: row.told) == nil)
  }

  @Test(
    "A responder that begins again what has just been cancelled: it has begun once",
    arguments: zip(["+select", "shake"], ["-select", "still"]))
  func beginsAgain(begin: String, end: String) {
    var calls: [String] = []
    rig["A"].onCall = { [unowned rig] call in
      calls += ["began", "cancelled", "ended"].filter(call.contains)
      if call.contains("cancelled") { rig.play(begin) }
    }
    rig.play("first:A \(begin) \(begin) \(end)")
    #expect(calls == ["began", "cancelled", "began", "ended"])
  }

  @Test("At most 64 presses are delivered at a time; the others are never delivered")
  func manyPresses() {
    rig.play("first:A")
    for code in 0..<70 { rig.pipeline.press(.key(UInt16(code)), .began, at: .zero) }
    #expect(rig.lines.count == 64)
    for code in 0..<70 { rig.pipeline.press(.key(UInt16(code)), .ended, at: .zero) }
    #expect(rig.lines.count == 128)
    rig.pipeline.press(.key(99), .began, at: .zero)
    #expect(rig.lines.last == "A began key(99)")
  }

  @Test("A press has its time, its responder and its window until it has ended")
  func values() {
    var seen: [(Press, Press.Phase, Timestamp, Responder?)] = []
    rig["A"].onPress = { seen.append(($0, $0.phase, $0.timestamp, $0.responder)) }
    rig.play("first:A +select ~select -select")
    #expect(seen.map(\.1) == [.began, .changed, .ended])
    #expect(seen.map(\.2.microseconds) == [2000, 3000, 4000])
    #expect(seen.allSatisfy { $0.3 === rig["A"] && $0.0 === seen[0].0 })
    #expect(seen[0].0.responder == nil && seen[0].0.window == nil)
  }

  @Test("A press that is kept does not keep its view alive")
  func letGo() {
    weak var view: PressView?
    var press: Press?
    do {
      let rig = PressRig()
      view = rig["A"]
      rig["A"].onPress = { press = $0 }
      rig.play("first:A +select -select")
    }
    #expect(press != nil)
    #expect(view == nil)
  }

  /// Adds a view that notes its calls.
  private func addFirstResponder(to scene: Scene) {
    let view = PressView(frame: .zero)
    view.identifier = "A"
    view.onCall = { [log = scene.log] in log.note($0) }
    scene.window.addSubview(view)
    view.becomeFirstResponder()
  }

  @Test("Presses come after the deadlines before them, and before those at their time")
  func order() {
    let scene = Scene("window(0,0,300,300)[V(0,0,100,100)<press>]")
    addFirstResponder(to: scene)
    scene.play("dn(10,10)@0")
    scene.log.clear()
    scene.pipeline.press(.select, .began, at: Timestamp(seconds: 0.5))
    #expect(scene.log.lines == ["A began select"])
    scene.pipeline.press(.select, .ended, at: Timestamp(microseconds: 500_001))
    #expect(
      scene.log.lines.filter { $0.hasPrefix("A ") || $0.hasPrefix("act") } == [
        "A began select", "act LP.Began@V", "A ended select",
      ])
  }

  @Test("A press in the middle of a touch leaves the touch alone")
  func duringTouch() {
    let scene = Scene("window(0,0,300,300)[V(0,0,100,100)]")
    scene["V"].onTouches = { _, _, _, _ in scene.pipeline.press(.select, .began, at: .zero) }
    scene.play("dn(10,10)@0 mv(11,10)@0.01 up@0.02")
    #expect(scene.log.calls == ["began V{1}", "moved V{1}", "ended V{1}"])
  }

  @Test("When a panel goes, presses of its buttons are cancelled")
  func detached() {
    let scene = Scene("window(0,0,300,300)[V(0,0,100,100)]")
    addFirstResponder(to: scene)
    scene.pipeline.press(.select, .began, of: "scene", at: .zero)
    scene.pipeline.press(.menu, .began, of: "other", at: .zero)
    scene.unplug(at: 1)
    #expect(scene.log.lines.last == "A cancelled select + menu stationary")
  }

  @Test("Of what goes round in a circle, nothing comes")
  func circle() {
    final class Circle: View {
      override var canBecomeFirstResponder: Bool { true }
      var isClosed = false
      override var next: Responder? { isClosed ? self : super.next }
    }
    let (application, window) = (Application(), Window(frame: .zero))
    application.addWindow(window)
    let circle = Circle(frame: .zero)
    window.addSubview(circle)
    circle.becomeFirstResponder()
    circle.isClosed = true
    let pipeline = Pipeline(application: application)
    pipeline.press(.select, .began, at: .zero)
    pipeline.shake(.began, at: .zero)
    pipeline.remoteControl(.remoteControlStop, at: .zero)
    pipeline.cancelPresses(at: .zero)
  }

  @Test("Key window: the first until another is made so")
  func keyWindow() {
    let application = Application()
    let (one, two, stranger) = (Window(frame: .zero), Window(frame: .zero), Window(frame: .zero))
    #expect(application.keyWindow == nil)
    two.makeKey()
    application.addWindow(one)
    application.addWindow(two)
    #expect(one.isKeyWindow && !two.isKeyWindow)
    two.makeKey()
    application.makeKey(stranger)
    #expect(application.keyWindow === two)
    #expect(!one.isKeyWindow && two.isKeyWindow && !stranger.isKeyWindow)
    application.removeWindow(two)
    #expect(one.isKeyWindow && !two.isKeyWindow)
  }

  @Test("A touch event says that it is one")
  func kinds() {
    let scene = Scene("window(0,0,300,300)[V(0,0,100,100)]")
    var kinds: [Event.Kind] = []
    scene["V"].onTouches = { _, _, _, event in
      kinds.append(event.type)
      #expect(event.subtype == .none)
    }
    scene.play("dn(10,10)@0 up@0.1")
    #expect(kinds == [.touches, .touches])
  }
}
