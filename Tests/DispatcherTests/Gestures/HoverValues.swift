import Dispatcher
import TestSupport
import Testing

/// What a hover recognizer says of itself.
@Suite("Hover gesture, its values") struct HoverValues {
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
    #expect(
      difference(
        lines,
        from: """
          began -40.0,-30.0 110.0,120.0 0.25; changed 10.0,10.0 160.0,160.0 1.0
          ended -130.0,-130.0 20.0,20.0 0.5; began -40.0,-40.0 110.0,110.0 0.5
          ended -40.0,-40.0 110.0,110.0 0.5
          """) == nil)
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
    #expect(
      difference(
        watcher.gestures,
        from: """
          gesture began []; event began [] true scene; gesture changed []
          event changed [] false scene; gesture ended []; event ended [] false scene; touch 0
          """) == nil)
  }
}
