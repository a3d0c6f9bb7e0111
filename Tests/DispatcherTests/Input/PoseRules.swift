import TestTables

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

  static let poses: Table<Row> = [
    "upright": Row(raw: (0, 0), altitude: 90, azimuth: 0),
    "30° to the right": Row(raw: (30, 0), altitude: 60, azimuth: 0),
    "30° to the left": Row(raw: (-30, 0), altitude: 60, azimuth: 180),
    "30° down": Row(raw: (0, 30), altitude: 60, azimuth: 90),
    "30° up": Row(raw: (0, -30), altitude: 60, azimuth: -90),
    "both": Row(raw: (45, 45), altitude: diagonal, azimuth: 45),
    "both, unevenly": Row(raw: (30, 50), altitude: 37.0582945, azimuth: 64.1519280),
    "lying on the glass": Row(raw: (90, 0), altitude: 0.1, azimuth: 0),
    "beyond that": Row(raw: (.max, 0), altitude: 0.1, azimuth: 0),
    "a quarter turn": Row(rotation: .quarter, raw: (30, 0), altitude: 60, azimuth: 90),
    "a half turn": Row(rotation: .half, raw: (30, 0), altitude: 60, azimuth: 180),
    "three quarters": Row(rotation: .threeQuarters, raw: (30, 0), altitude: 60, azimuth: -90),
    "flipped across": Row(flipX: true, raw: (30, 0), altitude: 60, azimuth: 180),
    "flipped across, down": Row(flipX: true, raw: (0, 30), altitude: 60, azimuth: 90),
    "flipped down": Row(flipY: true, raw: (45, 45), altitude: diagonal, azimuth: -45),
    "turned, then flipped": Row(rotation: .quarter, flipY: true, raw: (30, 0), altitude: 60, azimuth: -90),
  ]

  static let scales: Table<Row> = [
    "resolution 5730: a hundred units a degree": Row(
      axis: range(-9000, 9000, 5730), raw: (3000, 0), altitude: 60, azimuth: 0),
    "no resolution, ±9000: the ends lie on the glass": Row(
      axis: range(-9000, 9000), raw: (0, 3000), altitude: 60, azimuth: 90),
    "no resolution, ±90": Row(axis: range(-90, 90), raw: (30, 0), altitude: 60, azimuth: 0),
    "no resolution, −64…63": Row(axis: range(-64, 63), raw: (30, 0), altitude: 60, azimuth: 0),
    "no resolution, 0…127: to the right": Row(axis: range(0, 127), raw: (94, 64), altitude: 60, azimuth: 0),
    "no resolution, 0…127: upright": Row(axis: range(0, 127), raw: (64, 64), altitude: 90, azimuth: 0),
    "an empty range says nothing": Row(axis: range(5, 5), raw: (30, 30), altitude: 90, azimuth: 0),
  ]

  private static func range(_ minimum: Int32, _ maximum: Int32, _ resolution: Int32 = 0) -> AxisRange {
    AxisRange(minimum: minimum, maximum: maximum, resolution: resolution)
  }

  /// Values that a panel sends of a finger's axis, and the angles on its screen, in degrees clockwise from the top.
  struct Orientation: TableRow {
    var what = ""
    var axis: AxisRange? = AxisRange(minimum: -4096, maximum: 4096)
    var rotation = Calibration.Rotation.none
    var flipX = false
    var flipY = false
    let raw: Int32
    let degrees: Double
  }

  static let orientations: Table<Orientation> = [
    "upwards": Orientation(raw: 0, degrees: 0),
    "the maximum is a quarter turn": Orientation(raw: 4096, degrees: 90),
    "half of it to the left": Orientation(raw: -2048, degrees: -45),
    "an axis of 0 and 1": Orientation(axis: AxisRange(minimum: 0, maximum: 1), raw: 1, degrees: 90),
    "a quarter turn of the panel": Orientation(rotation: .quarter, raw: 2048, degrees: 135),
    "a quarter turn of the panel, upwards on it": Orientation(rotation: .quarter, raw: 0, degrees: 90),
    "a half turn of the panel": Orientation(rotation: .half, raw: 2048, degrees: 225),
    "three quarters": Orientation(rotation: .threeQuarters, raw: 2048, degrees: -45),
    "three quarters, upwards on it": Orientation(rotation: .threeQuarters, raw: 0, degrees: -90),
    "flipped across": Orientation(flipX: true, raw: 2048, degrees: -45),
    "flipped down": Orientation(flipY: true, raw: 2048, degrees: 135),
    "turned, then flipped": Orientation(rotation: .quarter, flipX: true, raw: 0, degrees: -90),
    "no axis says nothing, however the panel is turned": Orientation(
      axis: nil, rotation: .quarter, raw: 7, degrees: 0),
    "an axis without a positive maximum says nothing": Orientation(
      axis: AxisRange(minimum: -5, maximum: 0), rotation: .half, raw: -5, degrees: 0),
  ]

  @Test("The axis of a finger", arguments: orientations)
  func orientation(_ row: Orientation) {
    let calibration = Self.calibration(row.rotation, row.flipX, row.flipY)
    let rig = PanelRig()
    rig.attach(
      calibration: calibration, scales: ContactScales(orientation: row.axis, calibration: calibration))
    rig.feed("id 1; turn \(row.raw)")
    let radians = rig.told.first?.sample.orientation ?? -1
    #expect(Self.isSameDirection(radians, row.degrees), "\(radians * 180 / .pi)")
  }

  @Test("Tilt to altitude and azimuth", arguments: poses + scales)
  func pose(_ row: Row) {
    let calibration = Self.calibration(row.rotation, row.flipX, row.flipY)
    let rig = PanelRig()
    rig.attach(
      "pen", .singleTouch(button: EventCode.btnTouch), calibration: calibration,
      scales: ContactScales(tilt: (row.axis, row.axis), calibration: calibration))
    rig.feed("touch 1; tiltx \(row.raw.x); tilty \(row.raw.y)", from: "pen")
    let pose = rig.told.first?.sample.pose ?? PenPose(altitude: -1, azimuth: -1)
    #expect(abs(pose.altitude * 180 / .pi - row.altitude) < 1e-5, "\(pose)")
    #expect(Self.isSameDirection(pose.azimuth, row.azimuth), "\(pose)")
  }

  private static func calibration(_ rotation: Calibration.Rotation, _ flipX: Bool, _ flipY: Bool)
    -> Calibration
  {
    Calibration(
      x: PanelRig.range, y: PanelRig.range, size: Size(width: 1000, height: 1000), rotation: rotation,
      flipX: flipX, flipY: flipY)
  }

  /// Whether an angle in radians and one in degrees are the same direction.
  private static func isSameDirection(_ radians: Double, _ degrees: Double) -> Bool {
    let difference = (radians * 180 / .pi - degrees).truncatingRemainder(dividingBy: 360)
    return abs(difference) < 1e-5 || abs(abs(difference) - 360) < 1e-5
  }
}
