import Dispatcher
import TestSupport

/// A finger that rests, and others that tap beside it, now in one place and now in another.
final class TapScene {
  private let scene: Scene
  private var time = Timestamp(seconds: 1)
  private var number: Int32 = 0

  /// - Parameters:
  ///   - views: what lies in the window of 400 × 400 points, as `SceneTree` reads it.
  ///   - relations: between its recognizers, as `SceneRelations` reads them.
  init(views: String, relations: String) {
    scene = Scene("window(0,0,400,400)[\(views)]", relations: relations)
    scene.application.observer = nil
    feed(slot: 0, contact: 1, at: (100, 100))
  }

  /// Lets the other fingers tap so many times.
  func tap(_ count: Int) {
    for _ in 0..<count {
      number &+= 1
      let slot = number % 2 + 1
      feed(slot: slot, contact: number, at: (number % 4 == 0 ? 300 : 50 + number % 3 * 100, 200))
      feed(slot: slot, contact: -1, at: nil)
      time = time + .milliseconds(Int64(number % 7) * 20)
    }
  }

  private func feed(slot: Int32, contact: Int32, at place: (x: Int32, y: Int32)?) {
    var events: [RawEvent] = []
    func add(_ code: UInt16, _ value: Int32) {
      events.append(RawEvent(time: time, type: EventType.abs, code: code, value: value))
    }
    add(EventCode.absMTSlot, slot)
    add(EventCode.absMTTrackingID, contact)
    if let place {
      add(EventCode.absMTPositionX, place.x * Int32(TestSupport.Fingers.unitsPerPoint))
      add(EventCode.absMTPositionY, place.y * Int32(TestSupport.Fingers.unitsPerPoint))
    }
    events.append(RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0))
    scene.feed(events)
    time = time + .milliseconds(5)
  }
}
