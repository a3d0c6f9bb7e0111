import Dispatcher

/// Leaves out what is on sensitive views of the one pointer that a multitouch panel makes of its contacts, for programs
/// that know of no others: ABS_X, ABS_Y and ABS_PRESSURE.
///
/// Which contact it stands for, nobody says: so nothing of it is shown while any contact is left out.
struct PointerRedaction {
  private static let axes = [EventCode.absX, EventCode.absY, EventCode.absPressure]

  private var values: [UInt16: Int32] = [:]
  private var known: [UInt16: Int32] = [:]

  /// What may be shown of a frame.
  ///
  /// - Parameter isEverythingShown: whether it tells of all contacts, each with its place.
  mutating func redacted(
    _ frame: [RawEvent], _ isEverythingShown: Bool, _ places: SensitivePlaces
  ) -> [RawEvent] {
    var last: [UInt16: Int] = [:]
    for (index, event) in frame.enumerated() where event.isOfPointer {
      values[event.code] = event.value
      last[event.code] = index
    }
    guard !last.isEmpty else { return frame }
    let place = (x: values[EventCode.absX] ?? 0, y: values[EventCode.absY] ?? 0)
    guard isEverythingShown, !places.contain(place.x, place.y) else {
      return frame.filter { !$0.isOfPointer }
    }
    for code in last.keys { known[code] = values[code] }
    let shown = frame.indices.filter { !frame[$0].isOfPointer || last[frame[$0].code] == $0 }.map {
      frame[$0]
    }
    return shown.dropLast() + missed(in: last, at: frame) + shown.suffix(1)
  }

  /// What a reader does not know, once it is told of a place again.
  private mutating func missed(in told: [UInt16: Int], at frame: [RawEvent]) -> [RawEvent] {
    guard let end = frame.last, told[EventCode.absX] != nil || told[EventCode.absY] != nil else { return [] }
    return Self.axes.compactMap { code in
      guard let value = values[code], known[code] != value else { return nil }
      known[code] = value
      return RawEvent(time: end.time, type: EventType.abs, code: code, value: value)
    }
  }
}

extension RawEvent {
  fileprivate var isOfPointer: Bool {
    type == EventType.abs
      && (code == EventCode.absX || code == EventCode.absY || code == EventCode.absPressure)
  }
}
