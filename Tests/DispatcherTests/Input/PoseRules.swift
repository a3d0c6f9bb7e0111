import Dispatcher
import TestTables
import Testing

/// How a pen is held, and how a finger lies, on a panel however it is turned.
@Suite("Tilt and orientation") struct PoseRules {
  /// What a panel sends of a direction, and what its screen makes of it, in degrees.
  struct Row: TableRow {
    var what = ""
    var axis = AxisRange(minimum: -90, maximum: 90, resolution: 57)
    var rotation = Calibration.Rotation.none
    var flipX = false
    var flipY = false
    let raw: (x: Int32, y: Int32)
    let altitude: Double
    let azimuth: Double
  }

  /// Of two tilts of 45° each.
  static let diagonal = 35.26438968

  static let poses = [
    Row(what: "upright", raw: (0, 0), altitude: 90, azimuth: 0),
    Row(what: "30° to the right", raw: (30, 0), altitude: 60, azimuth: 0),
    Row(what: "30° to the left", raw: (-30, 0), altitude: 60, azimuth: 180),
    Row(what: "30° down", raw: (0, 30), altitude: 60, azimuth: 90),
    Row(what: "30° up", raw: (0, -30), altitude: 60, azimuth: -90),
    Row(what: "both", raw: (45, 45), altitude: diagonal, azimuth: 45),
    Row(what: "both, unevenly", raw: (30, 50), altitude: 37.0582945, azimuth: 64.1519280),
    Row(what: "lying on the glass", raw: (90, 0), altitude: 0.1, azimuth: 0),
    Row(what: "beyond that", raw: (.max, 0), altitude: 0.1, azimuth: 0),
    Row(what: "a quarter turn", rotation: .quarter, raw: (30, 0), altitude: 60, azimuth: 90),
    Row(what: "a half turn", rotation: .half, raw: (30, 0), altitude: 60, azimuth: 180),
    Row(what: "three quarters", rotation: .threeQuarters, raw: (30, 0), altitude: 60, azimuth: -90),
    Row(what: "flipped across", flipX: true, raw: (30, 0), altitude: 60, azimuth: 180),
    Row(what: "flipped across, down", flipX: true, raw: (0, 30), altitude: 60, azimuth: 90),
    Row(what: "flipped down", flipY: true, raw: (45, 45), altitude: diagonal, azimuth: -45),
    Row(
      what: "turned, then flipped", rotation: .quarter, flipY: true, raw: (30, 0), altitude: 60, azimuth: -90),
  ]

  static let scales = [
    Row(
      what: "resolution 5730: a hundred units a degree", axis: range(-9000, 9000, 5730), raw: (3000, 0),
      altitude: 60, azimuth: 0),
    Row(
      what: "no resolution, ±9000: the ends lie on the glass", axis: range(-9000, 9000), raw: (0, 3000),
      altitude: 60, azimuth: 90),
    Row(what: "no resolution, ±90", axis: range(-90, 90), raw: (30, 0), altitude: 60, azimuth: 0),
    Row(what: "no resolution, −64…63", axis: range(-64, 63), raw: (30, 0), altitude: 60, azimuth: 0),
    Row(
      what: "no resolution, 0…127: to the right", axis: range(0, 127), raw: (94, 64), altitude: 60, azimuth: 0
    ),
    Row(what: "no resolution, 0…127: upright", axis: range(0, 127), raw: (64, 64), altitude: 90, azimuth: 0),
    Row(what: "an empty range says nothing", axis: range(5, 5), raw: (30, 30), altitude: 90, azimuth: 0),
  ]

  private static func range(_ minimum: Int32, _ maximum: Int32, _ resolution: Int32 = 0) -> AxisRange {
    AxisRange(minimum: minimum, maximum: maximum, resolution: resolution)
  }

  @Test("Tilt to altitude and azimuth", arguments: poses)
  func pose(_ row: Row) { check(row) }

  @Test("What a unit of tilt is", arguments: scales)
  func scale(_ row: Row) { check(row) }

  private func check(_ row: Row) {
    let calibration = Calibration(
      x: PanelRig.range, y: PanelRig.range, size: Size(width: 1000, height: 1000), rotation: row.rotation,
      flipX: row.flipX, flipY: row.flipY)
    let rig = PanelRig()
    rig.attach(
      Panel(
        name: "pen", path: "pen", touchProtocol: .singleTouch(button: EventCode.btnTouch),
        calibration: calibration, scales: ContactScales(tilt: (row.axis, row.axis), calibration: calibration))
    )
    rig.feed("touch 1; tiltx \(row.raw.x); tilty \(row.raw.y)", from: "pen")
    let pose = rig.told.first?.sample.pose ?? PenPose(altitude: -1, azimuth: -1)
    #expect(abs(pose.altitude * 180 / .pi - row.altitude) < 1e-5, "\(pose)")
    #expect(isSameDirection(pose.azimuth, row.azimuth), "\(pose)")
  }
}

/// Whether an angle in radians and one in degrees are the same direction.
func isSameDirection(_ radians: Double, _ degrees: Double) -> Bool {
  let difference = (radians * 180 / .pi - degrees).truncatingRemainder(dividingBy: 360)
  return abs(difference) < 1e-5 || abs(abs(difference) - 360) < 1e-5
}
