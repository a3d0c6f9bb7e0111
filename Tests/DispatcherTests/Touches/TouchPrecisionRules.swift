import TestTables

/// What a touch says beside where it is.
@Suite("Precision of touches") struct TouchPrecisionRules {
  struct Row: TableRow {
    var what = ""
    let filters: [ContactFilter]
    /// Frames, one a line (see ``FrameText``).
    let given: String
    /// At each call of the view: location, precise location, and both before.
    let told: [String]
  }

  @Test(
    "The precise location is that before the filters",
    arguments: [
      "no filter": Row(
        filters: [], given: "id 1; x 10; y 20\nx 13\nx 18; y 21\nid -1",
        told: [
          "10,20 10,20 < 10,20 10,20", "13,20 13,20 < 10,20 10,20", "18,21 18,21 < 13,20 13,20",
          "18,21 18,21 < 18,21 18,21",
        ]),
      "hysteresis": Row(
        filters: [.hysteresis(x: 5, y: 5)], given: "id 1; x 10; y 20\nx 13\nx 18\nx 19\nid -1",
        told: [
          "10,20 10,20 < 10,20 10,20", "13,20 18,20 < 10,20 10,20", "14,20 19,20 < 13,20 18,20",
          "14,20 19,20 < 14,20 19,20",
        ]),
      "median": Row(
        filters: [.median(3)], given: "id 1; x 10; y 20\nx 20\nx 30\nx 31",
        told: ["10,20 10,20 < 10,20 10,20", "20,20 30,20 < 10,20 10,20", "30,20 31,20 < 20,20 30,20"]),
      "a last sample that is skipped is skipped": Row(
        filters: [.skip(first: 0, last: 1)], given: "id 1; x 10; y 20\nx 20\nx 30\nid -1",
        told: ["10,20 10,20 < 10,20 10,20", "20,20 20,20 < 10,20 10,20", "20,20 20,20 < 20,20 20,20"]),
    ] as Table<Row>)
  func precise(_ row: Row) {
    let rig = ViewRig(filters: row.filters)
    var told: [String] = []
    rig.view.onTouches = { _, touches, _ in
      for touch in touches {
        let points = [
          touch.location(in: nil), touch.preciseLocation(in: nil), touch.previousLocation(in: nil),
          touch.precisePreviousLocation(in: nil),
        ].map { "\(Int($0.x)),\(Int($0.y))" }
        told.append("\(points[0]) \(points[1]) < \(points[2]) \(points[3])")
      }
    }
    _ = rig.play(row.given)
    #expect(told == row.told)
  }

  @Test("It is in a view's coordinates, and never hit-tested")
  func coordinates() {
    let rig = ViewRig(filters: [.hysteresis(x: 50, y: 50)])
    let (left, right) = (WatchingView(frame: .zero), WatchingView(frame: .zero))
    (left.identifier, right.identifier) = ("left", "right")
    left.frame = Rect(x: 0, y: 0, width: 100, height: 100)
    right.frame = Rect(x: 100, y: 0, width: 900, height: 100)
    rig.view.addSubview(left)
    rig.view.addSubview(right)
    var seen: [Point] = []
    left.onTouches = { _, touches, _ in seen = touches.map { $0.preciseLocation(in: right) } }
    _ = rig.play("id 1; x 90; y 20\nx 190")
    #expect(seen == [Point(x: 90, y: 20)])
  }

  struct Force: TableRow {
    var what = ""
    let scales: ContactScales
    let maximum: Double
    let force: Double
  }

  @Test(
    "Force goes up to its maximum, where there is an axis for it",
    arguments: [
      "no axis": Force(scales: ContactScales(), maximum: 0, force: 0),
      "an axis": Force(scales: ContactScales(pressure: axis(0, 255)), maximum: 1, force: 1),
      "an average": Force(
        scales: ContactScales(pressure: axis(0, 255), averagePressure: 85), maximum: 3, force: 3),
      "a range that does not start at 0": Force(
        scales: ContactScales(pressure: axis(55, 255), averagePressure: 105), maximum: 4, force: 4),
      "an empty axis": Force(scales: ContactScales(pressure: axis(9, 9)), maximum: 0, force: 0),
      "an average of no force": Force(
        scales: ContactScales(pressure: axis(10, 255), averagePressure: 10), maximum: 0, force: 0),
    ] as Table<Force>)
  func force(_ row: Force) {
    let touch = touch(row.scales, "id 1; x 1; y 1; pressure 999")
    #expect(touch?.maximumPossibleForce == row.maximum)
    #expect(touch?.force == row.force)
    #expect(touch?.forceCapability == (row.maximum > 0 ? .available : .unavailable))
  }

  @Test("A view receives a move where the place or the force changes, and for nothing else")
  func forceMoves() {
    let rig = ViewRig(scales: ContactScales(pressure: Self.axis(0, 255), major: Self.axis(0, 255)))
    var seen: [String] = []
    rig.view.onTouches = { _, touches, _ in
      seen += touches.map { "\($0.phase) \(Int(($0.force * 255).rounded())) \(Int($0.location(in: nil).x))" }
    }
    _ = rig.play(
      "id 1; x 1; y 1; pressure 9; major 5\npressure 20\npressure 20\nmajor 6\nx 2\npressure 10; x 2\nid -1")
    #expect(seen == ["began 9 1", "moved 20 1", "moved 20 2", "moved 10 2", "ended 10 2"])
  }

  @Test(
    "A radius is as exact as the panel says, else to half a unit, and never below 0",
    arguments: [
      (ContactScales(), 0), (ContactScales(major: axis(0, 255)), 0.5),
      (ContactScales(major: axis(0, 255, 1)), 0.5), (ContactScales(major: axis(0, 255, 4)), 2),
    ] as [(ContactScales, Double)])
  func radius(_ scales: ContactScales, _ tolerance: Double) {
    let touch = touch(scales, "id 1; x 1; y 1; major 20")
    #expect(touch?.majorRadius == 10)
    #expect(self.touch(scales, "id 1; x 1; y 1; major -20")?.majorRadius == 0)
    #expect(touch?.majorRadiusTolerance == tolerance)
  }

  @Test("A unit of two points makes the radius twice as inexact")
  func radiusInPoints() {
    let calibration = Calibration(x: PanelRig.range, y: PanelRig.range, size: Size(width: 2000, height: 2000))
    let touch = touch(ContactScales(major: Self.axis(0, 255)), "id 1; x 1; y 1; major 20", calibration)
    #expect(touch?.majorRadius == 20)
    #expect(touch?.majorRadiusTolerance == 1)
  }

  @Test("A size counts in its own units: where one is a quarter of the positions', the radius is, too")
  func ownUnit() {
    let touch = touch(ContactScales(major: Self.axis(0, 255), majorUnit: 0.25), "id 1; x 1; y 1; major 20")
    #expect(touch?.majorRadius == 2.5)
    #expect(touch?.majorRadiusTolerance == 0.125)
  }

  private func touch(
    _ scales: ContactScales, _ frame: String, _ calibration: Calibration = PanelRig.calibration
  ) -> Touch? {
    let rig = ViewRig(scales: scales, calibration: calibration)
    var seen: Touch?
    rig.view.onTouches = { _, touches, _ in seen = touches.first }
    rig.feed(frame)
    return seen
  }

  private static func axis(_ minimum: Int32, _ maximum: Int32, _ fuzz: Int32 = 0) -> AxisRange {
    AxisRange(minimum: minimum, maximum: maximum, fuzz: fuzz)
  }
}
