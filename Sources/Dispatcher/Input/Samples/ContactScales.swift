/// How the values of a panel's contacts, other than the position, become those of touches.
public struct ContactScales: Sendable {
  private let force: ForceScale
  private let orientation: Double
  private let tilt: TiltScale?
  private let turn: AffineTransform
  private let type: TouchType
  private let distance: AxisRange?
  /// How far the longer axis of a contact may be off, in device units; 0 where the panel has none.
  private let majorTolerance: Double
  /// Units of the positions in a unit of the longer axis: both may count a millimetre differently.
  private let majorUnit: Double
  /// Millimetres in a unit of the longer axis; 0 where nothing tells.
  let majorMillimetres: Double
  /// What the panel can report of a contact besides where it is.
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

  /// How far a contact's radius may be off, in points. The panel's word for it is the fuzz of the axis; without one, a
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
      location: calibration.transform.apply(to: Point(x: Double(state.x), y: Double(state.y))),
      force: force.force(of: state.pressure),
      majorRadius: Double(state.major) * majorUnit * calibration.scale / 2,
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
      location: calibration.transform.apply(to: Point(x: Double(state.x), y: Double(state.y))),
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
