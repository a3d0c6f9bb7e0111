import Dispatcher
import LinuxInput

/// A device as a layout reads it: its protocol, and how its units become points.
struct PanelBuilder {
  let description: DeviceDescription
  let touchProtocol: TouchProtocol
  /// What a person who sets up the panel should know: filters of the layout that do nothing here.
  private(set) var notes: [String] = []
  let screen: ScreenDescription

  /// - Throws: ``Refusal`` where the device is no touchscreen, or the layout's filters do not fit it.
  init(_ device: DeviceDescription, for screen: ScreenDescription) throws(Refusal) {
    var device = device
    screen.touchscreen.overrideRanges(of: &device)
    touchProtocol = try TouchProtocol(of: device, forced: screen.touchscreen.isForced)
    description = device
    self.screen = screen
    notes = try filters(calibration()).notes + [sizes.doubt].compactMap { $0 }
  }

  /// - Parameters:
  ///   - path: the device node, or the recording's file.
  ///   - node: what udev says of the device; its calibration matrix is used where the layout has none.
  func makePanel(path: String, node: DeviceNode? = nil) -> Panel {
    // A malformed matrix is ignored, and the list of devices says so.
    let calibration = calibration((try? node?.calibration?.get()) ?? [])
    // That they fit was seen when the builder was made.
    let filters = (try? filters(calibration).filters) ?? []
    let panel = Panel(
      name: description.name, path: path, touchProtocol: touchProtocol, calibration: calibration,
      scales: scales(calibration), filters: filters, pairing: pairing(node),
      keys: screen.page == nil ? [] : ownKeys)
    panel.assembler.stuckAfter = isPen ? nil : screen.touchscreen.stuckAfter
    return panel
  }

  private func calibration(_ matrix: [Double] = []) -> Calibration {
    let touchscreen = screen.touchscreen
    let axes = touchProtocol.positionAxes
    let none = AxisRange(minimum: 0, maximum: 0)
    return Calibration(
      x: description.axes[axes.x] ?? none, y: description.axes[axes.y] ?? none, size: screen.size,
      rotation: touchscreen.rotation, flipX: touchscreen.flipsX, flipY: touchscreen.flipsY,
      matrix: touchscreen.calibration ?? matrix)
  }

  /// Filters are for fingers: a pen knows when it touches, and where.
  private func filters(_ calibration: Calibration) throws(Refusal) -> FilterBinding {
    try FilterBinding(
      isPen ? [] : screen.touchscreen.filters, description, touchProtocol, calibration, on: screen.size,
      pointsPerMillimetre: screen.pointsPerMillimetre ?? pointsPerMillimetre,
      majorUnit: majorUnit(calibration))
  }

  private func scales(_ calibration: Calibration) -> ContactScales {
    ContactScales(
      pressure: description.axes[touchProtocol.pressureAxis],
      averagePressure: screen.touchscreen.averagePressure,
      orientation: description.axes[EventCode.absMTOrientation],
      tilt: (description.axes[EventCode.absTiltX], description.axes[EventCode.absTiltY]),
      distance: description.axes[touchProtocol.distanceAxis],
      major: description.axes[EventCode.absMTTouchMajor], majorUnit: majorUnit(calibration),
      majorMillimetres: sizes.millimetresPerUnit(EventCode.absMTTouchMajor) ?? 0, calibration: calibration,
      type: isPen ? .stylus : .direct)
  }

  private var sizes: ContactSizes { ContactSizes(description, touchProtocol) }

  private func majorUnit(_ calibration: Calibration) -> Double {
    let stated = screen.pointsPerMillimetre.map { ($0.x * $0.y).squareRoot() / calibration.scale }
    return sizes.positionUnits(
      EventCode.absMTTouchMajor, positionsPerMillimetre: calibration.scale > 0 ? stated : nil)
  }

  /// Whether the device is a pen's; a panel with slots is not, whatever else it has.
  var isPen: Bool { description.isPen(touchProtocol) }

  /// - Parameter node: `nil` for a device of which udev says nothing.
  func pairing(_ node: DeviceNode?) -> PenPairing {
    PenPairing(description, node, isPen: isPen, isArbitrated: screen.touchscreen.penArbitration)
  }

  /// The panel's own answer to how large a millimetre is, in points; `nil` where it states no resolution.
  var pointsPerMillimetre: (x: Double, y: Double)? {
    description.sizeInMillimetres(touchProtocol).map { size in
      let isTurned = screen.touchscreen.rotation == .quarter || screen.touchscreen.rotation == .threeQuarters
      let (width, height) = isTurned ? (size.height, size.width) : (size.width, size.height)
      return (screen.size.width / width, screen.size.height / height)
    }
  }
}

extension TouchscreenDescription {
  /// Puts the layout's ranges in the place of the device's.
  fileprivate func overrideRanges(of device: inout DeviceDescription) {
    override(&device, [EventCode.absX, EventCode.absMTPositionX], rangeX)
    override(&device, [EventCode.absY, EventCode.absMTPositionY], rangeY)
  }

  private func override(_ device: inout DeviceDescription, _ codes: [UInt16], _ range: ClosedRange<Int32>?) {
    guard let range else { return }
    for code in codes where device.axes[code] != nil {
      device.axes[code]?.minimum = range.lowerBound
      device.axes[code]?.maximum = range.upperBound
    }
  }
}

extension TouchProtocol {
  /// The axes that hold the position.
  var positionAxes: (x: UInt16, y: UInt16) {
    switch self {
    case .slots, .packets: (EventCode.absMTPositionX, EventCode.absMTPositionY)
    case .singleTouch: (EventCode.absX, EventCode.absY)
    }
  }

  /// The axis that says how high above the glass something hovers.
  var distanceAxis: UInt16 {
    switch self {
    case .slots, .packets: EventCode.absMTDistance
    case .singleTouch: EventCode.absDistance
    }
  }

  var pressureAxis: UInt16 {
    switch self {
    case .slots, .packets: EventCode.absMTPressure
    case .singleTouch: EventCode.absPressure
    }
  }
}

extension DeviceDescription {
  /// Whether the device is a pen's: it has a pen's tip or a pen's button, and one contact.
  func isPen(_ touchProtocol: TouchProtocol) -> Bool {
    guard case .singleTouch = touchProtocol else { return false }
    return hasPenKeys
  }

  /// The size of the panel by its resolution; `nil` where it states none (53 of 148 known panels).
  func sizeInMillimetres(_ touchProtocol: TouchProtocol) -> Size? {
    let axes = touchProtocol.positionAxes
    guard let x = extent(of: axes.x), let y = extent(of: axes.y) else { return nil }
    return Size(width: x, height: y)
  }

  private func extent(of code: UInt16) -> Double? {
    guard let range = axes[code], range.resolution > 0 else { return nil }
    return (range.count - 1) / Double(range.resolution)
  }
}
