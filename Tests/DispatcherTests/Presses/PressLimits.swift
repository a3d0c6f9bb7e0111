import Dispatcher
import TestSupport
import Testing

/// Bounds, order and callbacks of what no finger does.
@Suite("Limits of presses") struct PressLimits {
  @Test("At most 64 presses are delivered at a time; the others are never delivered")
  func manyPresses() {
    let rig = PressRig()
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
    let rig = PressRig()
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

  @Test("A responder that presses another key, releases this one, or delivers, does no harm")
  func nested() {
    let rig = PressRig()
    rig["A"].onPress = { press in
      guard press.type == .select, press.phase == .began else { return }
      rig.play("first:B +menu -select -menu")
      rig.pipeline.dispatch()
    }
    rig.play("first:A +select -select")
    #expect(
      TestSupport.difference(
        rig.lines,
        from: """
          A began select
          B began menu; select stationary
          A ended select; menu stationary
          B ended menu
          """) == nil)
  }

  @Test("Presses come after the deadlines before them, and before those at their time")
  func order() {
    let scene = Scene("window(0,0,300,300)[V(0,0,100,100)<press>]")
    let view = PressView(frame: .zero)
    view.identifier = "A"
    view.onCall = { scene.log.note($0) }
    scene.window.addSubview(view)
    view.becomeFirstResponder()
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
    let view = PressView(frame: .zero)
    view.identifier = "A"
    view.onCall = { scene.log.note($0) }
    scene.window.addSubview(view)
    view.becomeFirstResponder()
    scene.pipeline.press(.select, .began, of: "scene", at: .zero)
    scene.pipeline.press(.menu, .began, of: "other", at: .zero)
    scene.unplug(at: 1)
    #expect(scene.log.lines.last == "A cancelled select; menu stationary")
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
