import TestTables

/// From device units to points.
@Suite("Calibration") struct CalibrationRules {
  struct Row: TableRow {
    var what = ""
    var x = AxisRange(minimum: 0, maximum: 4095)
    var y = AxisRange(minimum: 0, maximum: 4095)
    var size = Size(width: 1000, height: 1000)
    var rotation = Calibration.Rotation.none
    var flipX = false
    var flipY = false
    var matrix: [Double] = []
    let raw: Point
    let point: Point
  }

  /// 80 % across and 20 % down a panel of 4,096 units.
  static let spot = Point(x: 3276.8, y: 819.2)

  @Test(
    "Rows",
    arguments: [
      "the range counts its last value in": Row(
        raw: Point(x: 4095, y: 0), point: Point(x: 999.755859375, y: 0)),
      "the axis minimum is subtracted": Row(
        x: AxisRange(minimum: 1000, maximum: 2500), y: AxisRange(minimum: 2000, maximum: 4500),
        size: Size(width: 100, height: 100), raw: Point(x: 4000, y: 5000),
        point: Point(x: 199.8667555, y: 119.9520192)),
      "a turn of 90° clockwise": Row(rotation: .quarter, raw: spot, point: Point(x: 800, y: 800)),
      "a turn of 180°": Row(rotation: .half, raw: spot, point: Point(x: 200, y: 800)),
      "a turn of 270°": Row(rotation: .threeQuarters, raw: spot, point: Point(x: 200, y: 200)),
      "270° as libinput's matrix is the same": Row(
        matrix: [0, 1, 0, -1, 0, 1], raw: spot, point: Point(x: 200, y: 200)),
      "a flip comes after the turn": Row(
        rotation: .quarter, flipX: true, raw: spot, point: Point(x: 200, y: 800)),
      "both flips are a half turn": Row(flipX: true, flipY: true, raw: spot, point: Point(x: 200, y: 800)),
      "a matrix scales normalised coordinates": Row(
        matrix: [2, 0, 0, 0, 3, 0], raw: spot, point: Point(x: 1600, y: 600)),
      "a matrix shifts by parts of the screen": Row(
        matrix: [1, 0, 0.1, 0, 1, -0.1], raw: spot, point: Point(x: 900, y: 100)),
      "the matrix comes after the turn": Row(
        rotation: .quarter, matrix: [0.5, 0, 0, 0, 1, 0], raw: spot, point: Point(x: 400, y: 800)),
      "the whole of 32 bits is a range": Row(
        x: AxisRange(minimum: .min, maximum: .max), raw: Point(x: 0, y: 0), point: Point(x: 500, y: 0)),
      "what lies beyond the range is not clamped": Row(
        raw: Point(x: -4096, y: 8192), point: Point(x: -1000, y: 2000)),
    ] as Table<Row>)
  func row(_ row: Row) {
    let calibration = Calibration(
      x: row.x, y: row.y, size: row.size, rotation: row.rotation, flipX: row.flipX, flipY: row.flipY,
      matrix: row.matrix)
    let point = calibration.transform.apply(to: row.raw)
    #expect(point.distance(to: row.point) < 1e-6, "\(point)")
  }
}
