public import Dispatcher

/// Reads what fingers do: `dn#1(10,20)@0.000 mv#1(12,20)@0.008 up#1@0.080`, in seconds and points.
///
/// `fr` is a frame that reports the finger without a new location (its pressure changed), `palm` turns it into one.
/// `hov#1(10,20)` hovers at half of the height that the panel can tell, `hov#1(10,20,0.25)` at a quarter; `away` is out of
/// reach. `#1` may be left out. What has one time is one frame. `unplug@0.1`, at the end, takes the panel away.
public struct Fingers {
  struct Step {
    let verb: String
    let finger: Int
    let point: Point?
    /// How high it hovers, 0 to 1.
    let height: Double
    let time: Timestamp
  }

  /// Device units a point: locations come out of the calibration as they were written.
  public static let unitsPerPoint = 64.0
  /// How high the panel sees what hovers, in its units.
  public static let distanceRange = AxisRange(minimum: 0, maximum: 64)

  let steps: [Step]
  /// When the panel is taken away; nil if it stays.
  let removal: Timestamp?

  public init(_ text: String) {
    var cursor = TextCursor(text)
    var steps: [Step] = []
    cursor.skipSpace()
    while !cursor.isAtEnd {
      steps.append(Self.step(&cursor))
      cursor.skipSpace()
    }
    removal = steps.last { $0.verb == "unplug" }?.time
    if removal != nil { steps.removeLast() }
    self.steps = steps
  }

  private static func step(_ cursor: inout TextCursor) -> Step {
    let verb = cursor.word(upTo: ["#", "(", "@"])
    let finger = cursor.take("#") ? Int(cursor.number(upTo: ["(", "@"])) : 1
    var (point, height): (Point?, Double) = (nil, 0.5)
    if cursor.take("(") {
      let x = cursor.number(upTo: [","])
      cursor.require(",")
      point = Point(x: x, y: cursor.number(upTo: [",", ")"]))
      if cursor.take(",") { height = cursor.number(upTo: [")"]) }
      cursor.require(")")
    }
    cursor.require("@")
    return Step(
      verb: verb, finger: finger, point: point, height: height,
      time: Timestamp(seconds: cursor.number(upTo: [";"])))
  }

  /// The frames as a slot device sends them.
  public var frames: [[RawEvent]] {
    var frames: [[RawEvent]] = []
    var pressure: Int32 = 1
    for (index, step) in steps.enumerated() {
      pressure = pressure % 100 + 1
      if index == 0 || steps[index - 1].time != step.time { frames.append([]) }
      frames[frames.count - 1] += events(of: step, pressure: pressure)
    }
    return frames.map { $0 + [RawEvent(time: $0[0].time, type: EventType.syn, code: 0, value: 0)] }
  }

  private func events(of step: Step, pressure: Int32) -> [RawEvent] {
    func abs(_ code: UInt16, _ value: Int32) -> RawEvent {
      RawEvent(time: step.time, type: EventType.abs, code: code, value: value)
    }
    var events = [abs(EventCode.absMTSlot, Int32(step.finger - 1))]
    let landing = [abs(EventCode.absMTToolType, 0), abs(EventCode.absMTTrackingID, 7)]
    switch step.verb {
    case "dn": events += landing + [abs(EventCode.absMTDistance, 0)]
    case "hov":
      let distance = step.height * Double(Self.distanceRange.maximum)
      events += landing + [abs(EventCode.absMTDistance, Int32(distance.rounded()))]
    case "up", "away": events.append(abs(EventCode.absMTTrackingID, -1))
    case "fr": events.append(abs(EventCode.absMTPressure, pressure))
    case "palm": events.append(abs(EventCode.absMTToolType, ToolType.palm))
    case "mv": break
    default: preconditionFailure("no such verb: \(step.verb)")
    }
    if let point = step.point {
      events.append(abs(EventCode.absMTPositionX, Int32((point.x * Self.unitsPerPoint).rounded())))
      events.append(abs(EventCode.absMTPositionY, Int32((point.y * Self.unitsPerPoint).rounded())))
    }
    return events
  }
}
