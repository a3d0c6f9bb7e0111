import Dispatcher

/// One finger behind one filter, in places and times of the test's own.
///
/// Each frame has another pressure, so that the panel reports also a finger that rests.
final class SmoothRig: TraceObserver {
  /// Device units in a point: so many that rounded places do not matter.
  static let unitsPerPoint = 1000.0
  /// Where the touch is, in points.
  private(set) var location = Point.zero
  private let application = Application()
  private let pipeline: Pipeline
  private let panel: Panel
  private var events: [RawEvent] = []
  private var time = Timestamp.zero
  private var pressure: Int32 = 0

  init(_ filter: ContactFilter, isTraced: Bool = true) {
    let range = AxisRange(minimum: 0, maximum: 999_999)
    panel = Panel(
      name: "panel", path: "panel", touchProtocol: .slots(count: 2),
      calibration: Calibration(x: range, y: range, size: Size(width: 1000, height: 1000)), filters: [filter])
    pipeline = Pipeline(application: application)
    if isTraced { application.observer = self }
    pipeline.attach(panel, state: DeviceState(slots: []))
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    if case .touch(let sample, _) = record { location = sample.location }
  }

  /// The place that the filter gets for one, in points: a whole number of device units.
  static func rounded(_ point: Point) -> Point {
    Point(
      x: (point.x * unitsPerPoint).rounded() / unitsPerPoint,
      y: (point.y * unitsPerPoint).rounded() / unitsPerPoint)
  }

  /// Puts the finger down and answers where the touch is.
  @discardableResult
  func land(_ point: Point) -> Point {
    append(EventCode.absMTTrackingID, 1)
    return feed(point)
  }

  /// Reports the finger some time after the last report and answers where the touch is.
  @discardableResult
  func move(_ point: Point, after interval: Interval) -> Point {
    time = Timestamp(microseconds: time.microseconds &+ interval.microseconds)
    return feed(point)
  }

  private func feed(_ point: Point) -> Point {
    pressure ^= 1
    append(EventCode.absMTPositionX, Int32((point.x * Self.unitsPerPoint).rounded()))
    append(EventCode.absMTPositionY, Int32((point.y * Self.unitsPerPoint).rounded()))
    append(EventCode.absMTPressure, pressure)
    events.append(RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0))
    _ = events.withUnsafeBufferPointer { pipeline.receive($0, from: panel) { _ in nil } }
    pipeline.dispatch()
    events.removeAll(keepingCapacity: true)
    return location
  }

  private func append(_ code: UInt16, _ value: Int32) {
    events.append(RawEvent(time: time, type: EventType.abs, code: code, value: value))
  }
}
