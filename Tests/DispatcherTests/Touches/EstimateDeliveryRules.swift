import Dispatcher
import TestSupport
import Testing

/// Which responders receive the last estimate of a property.
@Suite("Delivery of estimate updates") struct EstimateDeliveryRules {
  static let landing = "id 1; x 1; y 1"

  func rig(_ recognizer: WatchingRecognizer? = nil) -> ViewRig {
    let rig = ViewRig(scales: EstimateRules.pressure)
    rig.view.isMultipleTouchEnabled = true
    if let recognizer {
      recognizer.onCall = { [unowned rig] in rig.note($0) }
      rig.view.addGestureRecognizer(recognizer)
    }
    return rig
  }

  @Test("Recognizers get the update before views, and both before the move of the frame")
  func recognizers() {
    let rig = rig(WatchingRecognizer())
    #expect(
      rig.play("\(Self.landing)\nx 2; pressure 9") == [
        "R began ~force | began ~force", "R updated | updated | R moved | moved",
      ])
  }

  @Test("A recognizer may recognize at an update; the view gets the update, and loses the touch")
  func recognizes() {
    let recognizer = WatchingRecognizer()
    recognizer.recognizesOn = "updated"
    let rig = rig(recognizer)
    #expect(
      rig.play("\(Self.landing)\nx 2; pressure 9\nx 3") == [
        "R began ~force | began ~force", "R updated | updated | cancelled", "",
      ])
  }

  @Test("A view that lost the touch gets no update")
  func taken() {
    let recognizer = WatchingRecognizer()
    recognizer.recognizesOn = "moved"
    let rig = rig(recognizer)
    #expect(
      rig.play("\(Self.landing)\nx 2\npressure 9\nid -1") == [
        "R began ~force | began ~force", "R moved ~force | cancelled ~force", "", "",
      ])
  }

  @Test("A view whose began is held gets the update after it")
  func held() {
    let recognizer = WatchingRecognizer()
    recognizer.delaysTouchesBegan = true
    let rig = rig(recognizer)
    #expect(rig.play("\(Self.landing)\npressure 9") == ["R began ~force", "R updated | R moved"])
    recognizer.fail(.tooSlow)
    #expect(rig.play("x 2\nx 3") == ["began ~force | moved | moved", "updated | moved"])
  }

  @Test("A view that gets began and ended at once gets no update in between")
  func heldToTheEnd() {
    let recognizer = WatchingRecognizer()
    recognizer.delaysTouchesBegan = true
    let rig = rig(recognizer)
    #expect(
      rig.play("\(Self.landing)\npressure 9\nid -1\nid 2; x 500").suffix(2) == [
        "R ended | began ~force | moved | ended", "R began ~force",
      ])
  }

  @Test("Two touches of one frame are one call")
  func twoTouches() {
    #expect(
      rig().play("id 1; x 1; y 1; slot 1; id 2; x 9; y 9\nslot 0; pressure 3; slot 1; pressure 4") == [
        "began{2} ~force", "updated{2} | moved{2}",
      ])
  }

  @Test("The update goes up the responder chain as far as responders call super")
  func chain() {
    final class Top: View {
      var told = 0
      override func touchesEstimatedPropertiesUpdated(_ touches: Set<Touch>) { told += touches.count }
    }
    for passesOn in [false, true] {
      let rig = rig()
      let top = Top(frame: rig.window.bounds)
      rig.window.addSubview(top)
      top.addSubview(rig.view)
      rig.view.passesUpdatesOn = passesOn
      _ = rig.play("\(Self.landing)\npressure 9")
      #expect(top.told == (passesOn ? 1 : 0))
    }
  }

  @Test("A chain that goes round in a circle ends")
  func circle() {
    final class Circle: View {
      override var next: Responder? { self }
    }
    let rig = rig()
    let circle = Circle(frame: rig.window.bounds)
    rig.window.addSubview(circle)
    #expect(rig.play("\(Self.landing)\npressure 9\nid -1") == ["", "", ""])
  }

  @Test("If the application swallows the event, the update comes with the next event")
  func swallowed() {
    let application = OwedEndRules.Swallower()
    let view = WatchingView(frame: Rect(x: 0, y: 0, width: 9, height: 9))
    let window = Window(frame: view.frame)
    window.addSubview(view)
    application.addWindow(window)
    let pipeline = Pipeline(application: application)
    let panel = Panel(
      name: "p", path: "p", touchProtocol: .slots(count: 1), calibration: PanelRig.calibration,
      scales: EstimateRules.pressure)
    pipeline.attach(panel, state: DeviceState(slots: []))
    var (lines, text) = ([String](), FrameText())
    view.onCall = { lines.append($0) }
    for (frame, swallows) in [("id 1; x 1; y 1", false), ("pressure 3", true), ("x 2", false)] {
      application.swallows = { _ in swallows }
      _ = text.events(frame).withUnsafeBufferPointer { pipeline.receive($0, from: panel) { _ in nil } }
      pipeline.dispatch()
    }
    #expect(lines == ["began ~force", "updated", "moved"])
  }

  @Test("Views get updates in the order of their touches, whatever the slots")
  func byAge() {
    let rig = ViewRig(scales: EstimateRules.pressure)
    let other = WatchingView(frame: Rect(x: 500, y: 0, width: 500, height: 1000))
    rig.window.addSubview(other)
    other.onCall = { rig.note("other \($0)") }
    let calls = rig.play("slot 1; id 1; x 1; y 1\nslot 0; id 2; x 600; y 1\npressure 3; slot 1; pressure 4")
    #expect(calls.last?.hasPrefix("updated | other updated") == true, "\(calls)")
  }
}
