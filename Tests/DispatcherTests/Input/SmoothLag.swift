import TestTables

/// How far a touch behind `smooth` lags, and what docs/layout.md says of it.
@Suite("The lag of smooth") struct SmoothLag {
  /// A finger that rests, then moves to the right and downwards, 3 to 4, at a speed for two seconds.
  private struct Drag {
    private(set) var lag = 0.0
    private(set) var greatest = 0.0

    init(cutoff: Double, beta: Double, speed: Double, rate: Int64 = 100) {
      let rig = SmoothRig(.smooth(cutoff: cutoff, beta: beta))
      let interval = Interval(microseconds: 1_000_000 / rate)
      rig.land(.zero)
      for report in 1...2 * rate {
        let travel = speed * Double(report) * interval.seconds
        let place = rig.move(Point(x: 0.6 * travel, y: 0.8 * travel), after: interval)
        lag = travel - (0.6 * place.x + 0.8 * place.y)
        greatest = max(greatest, lag)
      }
    }
  }

  @Test(
    "A steady finger: 1 ÷ 2π(cutoff + beta · speed) seconds, however often the panel reports",
    arguments: [Int64(50), 100, 200], [0, 0.001, 0.01, 0.05])
  func steady(rate: Int64, beta: Double) {
    for speed in [100.0, 500, 1000] {
      let drag = Drag(cutoff: 1, beta: beta, speed: speed, rate: rate)
      let theory = speed / (2 * Double.pi * (1 + beta * speed))
      // After two seconds some millionths are missing; the places are rounded to thousandths of a point.
      #expect(abs(drag.lag - theory) < 1e-4 * theory + 0.002, "\(speed) points per second")
    }
  }

  @Test("docs/layout.md has the lag of the defaults", arguments: [10.0, 100, 300, 1000, 3000])
  func table(speed: Double) {
    let drag = Drag(cutoff: 1, beta: 0.01, speed: speed)
    let milliseconds = Int((drag.lag / speed * 1000).rounded())
    let grouped = speed < 1000 ? "\(Int(speed))" : "\(Int(speed) / 1000),000"
    let (lag, greatest) = (Int(drag.lag.rounded()), Int(drag.greatest.rounded()))
    let line = "| \(grouped) | \(milliseconds) ms | \(lag) | \(greatest) |"
    let page = SourceFile.contents(of: SourceFile.packageRoot + "/docs/layout.md")
    let isThere = page.split(separator: "\n").contains { $0 == line }
    #expect(isThere, "it should have the line \(line)")
  }
}

/// One finger behind one filter, in places and times of the test's own.
///
/// Each frame has another pressure, so that the panel reports also a finger that rests.
final class SmoothRig: TraceObserver {
  /// Device units in a point: so many that rounded places do not matter.
  static let unitsPerPoint = 1000.0
  /// The touch's place, in points.
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
