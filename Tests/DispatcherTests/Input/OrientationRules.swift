import Dispatcher
import TestTables

/// How a finger lies, on a panel however it is turned.
@Suite("Orientation") struct OrientationRules {
  /// What a panel sends of a finger's axis, and what its screen makes of it, in degrees clockwise from the top.
  struct Row: TableRow {
    var what = ""
    var axis: AxisRange? = AxisRange(minimum: -4096, maximum: 4096)
    var rotation = Calibration.Rotation.none
    var flipX = false
    var flipY = false
    let raw: Int32
    let degrees: Double
  }

  @Test(
    "Rows",
    arguments: [
      "upwards": Row(raw: 0, degrees: 0),
      "the maximum is a quarter turn": Row(raw: 4096, degrees: 90),
      "half of it to the left": Row(raw: -2048, degrees: -45),
      "an axis of 0 and 1": Row(axis: AxisRange(minimum: 0, maximum: 1), raw: 1, degrees: 90),
      "a quarter turn of the panel": Row(rotation: .quarter, raw: 2048, degrees: 135),
      "a quarter turn of the panel, upwards on it": Row(rotation: .quarter, raw: 0, degrees: 90),
      "a half turn of the panel": Row(rotation: .half, raw: 2048, degrees: 225),
      "three quarters": Row(rotation: .threeQuarters, raw: 2048, degrees: -45),
      "three quarters, upwards on it": Row(rotation: .threeQuarters, raw: 0, degrees: -90),
      "flipped across": Row(flipX: true, raw: 2048, degrees: -45),
      "flipped down": Row(flipY: true, raw: 2048, degrees: 135),
      "turned, then flipped": Row(rotation: .quarter, flipX: true, raw: 0, degrees: -90),
      "no axis says nothing, however the panel is turned": Row(
        axis: nil, rotation: .quarter, raw: 7, degrees: 0),
      "an axis without a positive maximum says nothing": Row(
        axis: AxisRange(minimum: -5, maximum: 0), rotation: .half, raw: -5, degrees: 0),
    ] as Table<Row>)
  func row(_ row: Row) {
    let calibration = Calibration(
      x: PanelRig.range, y: PanelRig.range, size: Size(width: 1000, height: 1000), rotation: row.rotation,
      flipX: row.flipX, flipY: row.flipY)
    let rig = PanelRig()
    rig.attach(
      Panel(
        name: "panel", path: "panel", touchProtocol: .slots(count: 2), calibration: calibration,
        scales: ContactScales(orientation: row.axis, calibration: calibration)))
    rig.feed("id 1; turn \(row.raw)", from: "panel")
    let radians = rig.told.first?.sample.orientation ?? -1
    #expect(isSameDirection(radians, row.degrees), "\(radians * 180 / .pi)")
  }
}
