/// Scales from the values of a panel's contacts, other than the position, to those of touches.
public struct ContactScales: Sendable {
  private let force: ForceScale
  private let orientation: Double
  private let tilt: TiltScale?
  private let turn: AffineTransform
  private let type: TouchType
  private let distance: AxisRange?
  /// Tolerance of the longer axis of a contact, in device units; 0 if the panel has none.
  private let majorTolerance: Double
  /// Units of the positions in a unit of the longer axis: both may count a millimetre differently.
  private let majorUnit: Double
  /// Millimetres in a unit of the longer axis; 0 where nothing tells.
  let majorMillimetres: Double
  /// Properties that the panel can report of a contact besides its position.
  private let properties: TouchProperties

  /// - Parameters:
  ///   - pressure: the range of the pressure axis; `nil` where there is none.
  ///   - averagePressure: the pressure that counts as force 1, in device units; `nil` for the axis' maximum.
  ///   - orientation: the range of ABS_MT_ORIENTATION, whose maximum is a quarter turn.
  ///   - tilt: the ranges of ABS_TILT_X and ABS_TILT_Y.
  ///   - distance: the range of ABS_MT_DISTANCE, or of ABS_DISTANCE: how high above the glass something hovers.
  ///   - calibration: what turns the panel's directions into the screen's.
  ///   - major: the range of ABS_MT_TOUCH_MAJOR; `nil` where there is none.
  ///   - majorUnit: how many units of the positions a unit of that axis is.
  ///   - majorMillimetres: how many millimetres it is; 0 where nothing tells.
  public init(
    pressure: AxisRange? = nil, averagePressure: Double? = nil, orientation: AxisRange? = nil,
    tilt: (x: AxisRange?, y: AxisRange?) = (nil, nil), distance: AxisRange? = nil, major: AxisRange? = nil,
    majorUnit: Double = 1, majorMillimetres: Double = 0, calibration: Calibration? = nil,
    type: TouchType = .direct
  ) {
    force = ForceScale(pressure, average: averagePressure)
    self.orientation = orientation.map { $0.maximum > 0 ? .pi / 2 / Double($0.maximum) : 0 } ?? 0
    turn = calibration?.turn ?? .identity
    self.tilt = TiltScale(x: tilt.x, y: tilt.y, turn: turn)
    self.type = type
    self.distance = distance
    majorTolerance = major.map { max(Double($0.fuzz), 1) } ?? 0
    self.majorUnit = majorUnit
    self.majorMillimetres = major == nil ? 0 : majorMillimetres
    var properties: TouchProperties = self.tilt == nil ? [] : [.azimuth, .altitude]
    if force.maximum > 0 { properties.insert(.force) }
    self.properties = properties
  }

  /// The force at the end of the pressure axis; 0 where there is none.
  var maximumForce: Double { force.maximum }

  /// Tolerance of a contact's radius, in points. The panel states it as the fuzz of the axis; without one, a
  /// unit of the panel, the least that it can tell apart. A radius is half of the axis.
  func radiusTolerance(_ calibration: Calibration) -> Double {
    majorTolerance * majorUnit * calibration.scale / 2
  }

  /// A change as a sample; its contact is not known yet.
  func sample(of change: ContactChange, _ calibration: Calibration, panel: Int32) -> TouchSample {
    let state = change.state
    return TouchSample(
      contact: 0, phase: change.phase, type: type(of: state),
      panel: panel, slot: Int32(truncatingIfNeeded: change.slot),
      rawX: state.x, rawY: state.y,
      location: calibration.location(x: state.x, y: state.y),
      force: force.force(of: state.pressure),
      majorRadius: Double(max(state.major, 0)) * majorUnit * calibration.scale / 2,
      orientation: orientation == 0 ? 0 : turned(Double(state.orientation) * orientation),
      pose: pose(of: state), penKeys: state.penKeys,
      estimated: properties.subtracting(change.seen))
  }

  /// A change of something that hovers as a sample.
  func hover(of change: ContactChange, _ calibration: Calibration, panel: Int32) -> HoverSample {
    let state = change.state
    return HoverSample(
      pointer: HoverPointer(panel: panel, slot: Int32(truncatingIfNeeded: change.slot)),
      phase: change.phase, type: type(of: state),
      location: calibration.location(x: state.x, y: state.y),
      zOffset: zOffset(of: state.distance), pose: pose(of: state))
  }

  private func type(of state: SlotState) -> TouchType { state.toolType == ToolType.pen ? .stylus : type }

  private func pose(of state: SlotState) -> PenPose { tilt?.pose(state.tiltX, state.tiltY) ?? .upright }

  /// The part of the axis that a distance is, 0 to 1.
  private func zOffset(of value: Int32) -> Double {
    guard let distance, distance.maximum > distance.minimum else { return 0 }
    return min(max((Double(value) - Double(distance.minimum)) / (distance.count - 1), 0), 1)
  }

  /// A direction of the panel, clockwise from its top, as one of the screen.
  private func turned(_ radians: Double) -> Double {
    guard turn.a != 1 || turn.b != 0 || turn.c != 0 || turn.d != 1 else { return radians }
    let (sine, cosine) = sineAndCosine(radians)
    let (x, y) = (turn.a * sine - turn.c * cosine, turn.b * sine - turn.d * cosine)
    return angle(x: -y, y: x)
  }
}

/// Raw pressure to force, 1 being an average touch (the layout's `average_pressure`, else the axis maximum).
struct ForceScale {
  private let minimum: Double
  private let factor: Double
  /// The force at the end of the axis; 0 where there is none.
  let maximum: Double

  init(_ range: AxisRange?, average: Double?) {
    guard let range, range.maximum > range.minimum else {
      (minimum, factor, maximum) = (0, 0, 0)
      return
    }
    minimum = Double(range.minimum)
    let span = (average ?? Double(range.maximum)) - minimum
    factor = span > 0 ? 1 / span : 0
    maximum = (Double(range.maximum) - minimum) * factor
  }

  func force(of pressure: Int32) -> Double {
    min(max((Double(pressure) - minimum) * factor, 0), maximum)
  }
}

/// Tilt and direction of a pen, in UIKit's terms.
@frozen public struct PenPose: Equatable, Sendable {
  /// Radians between the pen and the glass: 0 lies on it, π/2 stands upright.
  public var altitude: Double
  /// Radians from the screen's x axis to where the pen points, clockwise: π/2 points down the screen.
  public var azimuth: Double

  /// A pose with these angles, in radians; they are not checked.
  @inlinable public init(altitude: Double, azimuth: Double) {
    self.altitude = altitude
    self.azimuth = azimuth
  }

  /// Upright, as a pen without tilt axes counts.
  public static let upright = PenPose(altitude: .pi / 2, azimuth: 0)

  /// Direction of a pen, as a vector of length 1 in a view's coordinates; in the screen's for `nil`.
  ///
  /// - Parameter tip: in points of the screen.
  func azimuthUnitVector(at tip: Point, in view: View?) -> Point {
    let (sine, cosine) = sineAndCosine(azimuth)
    let ahead = Point(x: tip.x + cosine, y: tip.y + sine)
    let (from, to) = (view?.convert(fromScreen: tip) ?? tip, view?.convert(fromScreen: ahead) ?? ahead)
    let length = from.distance(to: to)
    guard length > 0 else { return Point(x: 1, y: 0) }
    return Point(x: (to.x - from.x) / length, y: (to.y - from.y) / length)
  }
}

/// Raw tilt to angles.
struct TiltScale {
  /// Radians per device unit, and the value that stands for upright.
  private let x: (factor: Double, centre: Double)
  private let y: (factor: Double, centre: Double)
  /// Turns the panel's directions into the screen's.
  private let turn: AffineTransform

  /// - Returns: `nil` where the panel does not have both axes.
  init?(x: AxisRange?, y: AxisRange?, turn: AffineTransform) {
    guard let x, let y, x.maximum > x.minimum, y.maximum > y.minimum else { return nil }
    self.x = Self.scale(x)
    self.y = Self.scale(y)
    self.turn = turn
  }

  /// Two tilts in planes that are at right angles make one direction: altitude = atan(1 / √(tan² x + tan² y)),
  /// azimuth = atan2(tan y, tan x) (W3C Pointer Events 3, "Converting between tiltX / tiltY and altitudeAngle /
  /// azimuthAngle").
  func pose(_ rawX: Int32, _ rawY: Int32) -> PenPose {
    let (tanX, tanY) = (slope(rawX, x), slope(rawY, y))
    guard tanX != 0 || tanY != 0 else { return .upright }
    let east = turn.a * tanX + turn.c * tanY
    let south = turn.b * tanX + turn.d * tanY
    let lean = (tanX * tanX + tanY * tanY).squareRoot()
    return PenPose(altitude: angle(x: lean, y: 1), azimuth: angle(x: east, y: south))
  }

  private func slope(_ raw: Int32, _ scale: (factor: Double, centre: Double)) -> Double {
    // A pen that lies on the glass has no tangent; nor has what a broken panel says.
    let limit = 89.9 * Double.pi / 180
    return tangent(min(max((Double(raw) - scale.centre) * scale.factor, -limit), limit))
  }

  /// The kernel gives the resolution of an angle in units per radian, rounded from units per degree: 57 is one unit per
  /// degree. Without it, a range that is symmetric about 0 and reaches 90 or more ends upright against the glass; any
  /// other one covers −64° to 64°, as Wacom's do (libinput reads them so, too).
  private static func scale(_ axis: AxisRange) -> (factor: Double, centre: Double) {
    let degree = Double.pi / 180
    let centre = axis.minimum < 0 ? 0 : (Double(axis.minimum) + Double(axis.maximum) + 1) / 2
    if axis.resolution > 0 {
      let unitsPerDegree = (Double(axis.resolution) * degree).rounded()
      return (unitsPerDegree >= 1 ? degree / unitsPerDegree : 1 / Double(axis.resolution), centre)
    }
    if axis.minimum == -axis.maximum, axis.maximum >= 90 {
      return (90 * degree / Double(axis.maximum), centre)
    }
    return (128 * degree / axis.count, centre)
  }
}

/// Whether what a panel says of the sizes of its contacts can be sizes: some panels count in other units than they
/// declare, and report fingers of a tenth of a millimetre, or of the width of a hand.
public struct SizeSurvey: Sendable {
  /// Plausible medians of the contacts' sizes, in millimetres: a fingertip is 4 to 15, the shadow of a sleeve on an
  /// infrared frame 30. Measured: 7.5 and 10.5 on panels that are right, 0.1 and 55 on some that are not. (O)
  public static let plausible = 1.0...40.0
  /// After so many contacts the question is decided. (O)
  private static let count = 25

  /// Millimetres in a unit of the axis.
  private let unit: Double
  private var sizes: [Int32] = []

  init(millimetresPerUnit unit: Double) {
    self.unit = unit
    sizes.reserveCapacity(Self.count)
  }

  /// Takes the size that a contact had when it lifted, in device units; 0 says nothing.
  ///
  /// - Returns: the median in millimetres, once, if it cannot be one.
  mutating func take(_ major: Int32) -> Double? {
    guard sizes.count < Self.count, major > 0 else { return nil }
    sizes.append(major)
    guard sizes.count == Self.count else { return nil }
    return Self.doubt(about: sizes, millimetresPerUnit: unit)
  }

  /// The median of sizes in millimetres if it cannot be one; `nil` if it can, or there is none. O(n log n).
  ///
  /// - Parameter sizes: in device units.
  public static func doubt(about sizes: [Int32], millimetresPerUnit unit: Double) -> Double? {
    guard !sizes.isEmpty else { return nil }
    let median = Double(sizes.sorted()[sizes.count / 2]) * unit
    return plausible.contains(median) ? nil : median
  }
}

/// A panel's contacts have sizes that no finger has.
public struct ImplausibleSizes: Equatable, Sendable, CustomStringConvertible {
  /// The name of the panel.
  public let panel: String
  /// The median size of its contacts, in millimetres.
  public let millimetres: Double

  public var description: String {
    "\"\(panel)\" says that its contacts are \((millimetres * 10).rounded() / 10) mm across (the median): it counts in "
      + "other units than it declares, so do not go by radius and `size`"
  }
}
