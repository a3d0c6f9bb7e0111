internal import CBaselines
import Dispatcher

/// Where fingers come down, and the frames that a panel sends of them.
struct Fingers {
  /// In points of the screen.
  let places: [Point]

  /// Each in the middle of a rectangle of the screen.
  init(in rects: [Rect]) { places = rects.map(\.center) }

  /// The calibration of the bench's panel to the screen of every tree.
  static let calibration = Calibration(
    x: AxisRange(minimum: 0, maximum: PANEL_MAXIMUM), y: AxisRange(minimum: 0, maximum: PANEL_MAXIMUM),
    size: ViewTree.screen)

  /// The same in units of the panel.
  var panelPlaces: [panel_place] {
    let units = Double(PANEL_MAXIMUM + 1)
    return places.map { place in
      panel_place(
        x: Int32(place.x * units / ViewTree.screen.width), y: Int32(place.y * units / ViewTree.screen.height))
    }
  }

  /// The events of a frame, stamped.
  func frame(_ number: Int, at time: Timestamp) -> [RawEvent] {
    let none = RawEvent(type: 0, code: 0, value: 0)
    return [RawEvent](unsafeUninitializedCapacity: Int(PANEL_DOWN_EVENTS)) { buffer, count in
      buffer.initialize(repeating: none)
      // RawEvent has the layout of the kernel's struct; the C shim asserts it.
      count = buffer.withMemoryRebound(to: input_event.self) { events in
        panel_frame(
          events.baseAddress, panelPlaces, Int32(places.count), UInt64(number), time.microseconds * 1000)
      }
    }
  }

  /// A frame of fingers that land and lift in turn.
  func tap(_ number: Int, at time: Timestamp) -> [RawEvent] {
    number.isMultiple(of: 2) ? frame(0, at: time) : lift(at: time)
  }

  /// The frame in which all fingers lift.
  func lift(at time: Timestamp) -> [RawEvent] {
    let events = places.indices.flatMap { slot in
      [
        RawEvent(time: time, type: EventType.abs, code: EventCode.absMTSlot, value: Int32(slot)),
        RawEvent(time: time, type: EventType.abs, code: EventCode.absMTTrackingID, value: -1),
      ]
    }
    return events + [RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0)]
  }
}
