import Dispatcher
import TestSupport
import TestTables

/// What ends a hover from outside, or keeps it from beginning.
@Suite("Hover gesture, interrupted") struct HoverInterruptions {
  struct Interruption: TableRow {
    var what = ""
    var before = "hov(110,110)@0"
    let then: @Sendable (Scene) -> Void
    /// What comes of it at once.
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
    let scene = Scene(HoverGestureRules.tree)
    scene.play(row.before)
    scene.log.clear()
    row.then(scene)
    let kinds = ["began", "ended", "cancelled", "act", "fail"]
    func lines() -> [String] {
      scene.log.lines.filter { line in kinds.contains { line.hasPrefix($0 + " ") } }
    }
    #expect(difference(lines(), from: row.log) == nil)
    scene.log.clear()
    scene.play(row.after)
    #expect(difference(lines(), from: row.later) == nil)
  }

  @Test("An action that switches the recognizer off, or another one, and one that takes the view away")
  func inAction() {
    let scene = Scene("window(0,0,400,400)<hover=W>[V(100,100,200,200)<hover=A,hover=B>]")
    let recognizers = scene["V"].gestureRecognizers
    recognizers[0].addAction { if $0.state == .changed { $0.isEnabled = false } }
    recognizers[1].addAction { if $0.state == .changed { scene["V"].removeFromSuperview() } }
    scene.play("hov(110,110)@0 hov(120,110)@0.1 hov(130,110)@0.2 away@0.3")
    scene.expect(
      """
      act A.Began@V; act B.Began@V; act W.Began@window; act A.Changed@V; act B.Changed@V
      act W.Changed@window; act A.Cancelled@V; act B.Cancelled@V; act W.Changed@window; act W.Ended@window
      """, in: "act")
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
    let (scene, delegate) = (Scene(HoverGestureRules.tree), Delegate())
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
