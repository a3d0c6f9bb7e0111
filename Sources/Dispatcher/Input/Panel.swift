/// One touchscreen on the input path: its events become calibrated samples in the queue.
public final class Panel {
  /// The name that the device gives itself.
  public let name: String
  /// The device node, or the recording's file.
  public let path: String
  public let assembler: FrameAssembler
  public let calibration: Calibration
  /// The index that its pipeline gave it.
  @exclusivity(unchecked) var index: Int32 = 0
  private let force: ForceScale
  private let type: TouchType
  /// The contact in each slot; 0 where none is.
  @exclusivity(unchecked) private var contacts: ContiguousArray<ContactID>

  public init(
    name: String, path: String, touchProtocol: TouchProtocol, calibration: Calibration,
    pressure: AxisRange? = nil, averagePressure: Double? = nil, type: TouchType = .direct
  ) {
    self.name = name
    self.path = path
    self.calibration = calibration
    self.type = type
    assembler = FrameAssembler(touchProtocol)
    force = ForceScale(pressure, average: averagePressure)
    contacts = ContiguousArray(repeating: 0, count: assembler.table.count)
  }

  /// How many slots a frame can speak of.
  var slotCount: Int { contacts.count }

  /// Puts the assembler's last frame into the queue: one frame, or two with one time where a slot was used twice.
  func report(to queue: EventQueue, at time: Timestamp) {
    append(assembler.changes, to: queue, at: time)
    append(assembler.landings, to: queue, at: time)
  }

  private func append(
    _ changes: ContiguousArray<ContactChange>, to queue: EventQueue, at time: Timestamp
  ) {
    guard !changes.isEmpty else { return }
    queue.beginFrame(at: time)
    for change in changes {
      if change.phase == .began { contacts[change.slot] = queue.makeContact() }
      queue.append(sample(of: change))
    }
    queue.endFrame()
  }

  private func sample(of change: ContactChange) -> TouchSample {
    let state = change.state
    return TouchSample(
      contact: contacts[change.slot], phase: change.phase, type: type, panel: index, slot: Int32(change.slot),
      rawX: state.x, rawY: state.y,
      location: calibration.transform.apply(to: Point(x: Double(state.x), y: Double(state.y))),
      force: force.force(of: state.pressure),
      majorRadius: Double(state.major) * calibration.scale / 2)
  }
}

/// Raw pressure to force, 1 being an average touch (the layout's `average_pressure`, else the axis maximum).
struct ForceScale {
  private let minimum: Double
  private let factor: Double
  private let maximum: Double

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
