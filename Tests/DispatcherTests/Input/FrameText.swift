import Dispatcher

/// Reads what a device sends in one frame: `slot 1; id 5; x 10; y 20; mt; touch 0; report 1; @8.5`.
///
/// `mt` is a SYN_MT_REPORT, `dropped` a SYN_DROPPED, `report` the value of the SYN_REPORT that ends the frame, and
/// `@` its time in milliseconds; without one it is that of the frame before.
struct FrameText {
  private static let axes: [String: UInt16] = [
    "slot": EventCode.absMTSlot, "id": EventCode.absMTTrackingID, "x": EventCode.absMTPositionX,
    "y": EventCode.absMTPositionY, "tool": EventCode.absMTToolType, "pressure": EventCode.absMTPressure,
    "major": EventCode.absMTTouchMajor, "turn": EventCode.absMTOrientation,
    "distance": EventCode.absMTDistance, "width": 0x32, "absx": EventCode.absX, "absy": EventCode.absY,
    "force": EventCode.absPressure, "tiltx": EventCode.absTiltX, "tilty": EventCode.absTiltY,
    "away": EventCode.absDistance,
  ]
  private static let keys: [String: UInt16] = [
    "touch": EventCode.btnTouch, "pen": EventCode.btnToolPen, "rubber": EventCode.btnToolRubber,
    "stylus": EventCode.btnStylus, "stylus2": EventCode.btnStylus2, "home": 172, "volume": 115,
  ]

  private var time = Timestamp.zero

  /// The events of a frame, with its SYN_REPORT.
  mutating func events(_ text: String) -> [RawEvent] {
    let items = text.split(separator: ";").map { item in item.split(separator: " ").map { String($0) } }
    if let milliseconds = items.joined().first(where: { $0.hasPrefix("@") }) {
      time = Timestamp(seconds: number(String(milliseconds.dropFirst())) / 1000)
    }
    var (events, report) = ([RawEvent](), Int32(0))
    for item in items where !item.isEmpty && !item[0].hasPrefix("@") {
      let value = item.count > 1 ? Int32(number(item[1])) : 0
      if item[0] == "report" { report = value } else { events.append(event(item[0], value)) }
    }
    return events + [RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: report)]
  }

  private func event(_ word: String, _ value: Int32) -> RawEvent {
    if let code = Self.axes[word] {
      return RawEvent(time: time, type: EventType.abs, code: code, value: value)
    }
    if let code = Self.keys[word] {
      return RawEvent(time: time, type: EventType.key, code: code, value: value)
    }
    let codes = ["mt": EventCode.synMTReport, "dropped": EventCode.synDropped]
    guard let code = codes[word] else { preconditionFailure("no such event: \(word)") }
    return RawEvent(time: time, type: EventType.syn, code: code, value: 0)
  }

  private func number(_ text: String) -> Double {
    guard let number = Double(text) else { preconditionFailure("not a number: \(text)") }
    return number
  }
}
