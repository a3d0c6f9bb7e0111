import Dispatcher
import LinuxInput
import YAML

/// A device as a layout reads it: its protocol, and how its units become points.
struct PanelBuilder {
  let description: DeviceDescription
  let touchProtocol: TouchProtocol
  /// Notes for a person who sets up the panel: filters of the layout that do nothing here.
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
    let position = screen.touchscreen.position
    let axes = touchProtocol.positionAxes
    let none = AxisRange(minimum: 0, maximum: 0)
    return Calibration(
      x: description.axes[axes.x] ?? none, y: description.axes[axes.y] ?? none, size: screen.size,
      rotation: position.rotation, flipX: position.flipsX, flipY: position.flipsY,
      matrix: position.matrix ?? matrix)
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
      let isTurned = [.quarter, .threeQuarters].contains(screen.touchscreen.position.rotation)
      let (width, height) = isTurned ? (size.height, size.width) : (size.width, size.height)
      return (screen.size.width / width, screen.size.height / height)
    }
  }

  /// Facts about the reading of the panel, each with its reason, for a person whose touches are not where they should
  /// be.
  ///
  /// - Parameter node: what udev says of the device; `nil` where that is not known.
  func decisions(_ node: DeviceNode? = nil) -> [String] {
    let matrix = try? node?.calibration?.get()
    var facts = [contactsWords]
    if let size = description.sizeInMillimetres(touchProtocol) {
      facts.append(size.millimetres)
    }
    let (touchscreen, position) = (screen.touchscreen, screen.touchscreen.position)
    if touchscreen.rangeX != nil || touchscreen.rangeY != nil { facts.append("range from the layout") }
    if position.rotation != .none { facts.append("turned by \(position.rotation.rawValue)°") }
    for axis in position.flips { facts.append("\(axis) flipped") }
    if let own = position.matrix {
      facts.append("calibration from the layout: \(words(own))")
      if matrix != nil { facts.append("udev's calibration is not used") }
    } else if let matrix {
      facts.append("calibration from udev: \(words(matrix))")
    }
    if let stuckAfter = touchscreen.stuckAfter, !isPen {
      facts.append("stuck after \(JSON.decimal(stuckAfter.seconds).text) s")
    }
    if !touchscreen.penArbitration { facts.append("pens do not silence it") }
    return facts + notes + doubts(about: node)
  }

  /// Reasons for which touches may be in the wrong place, by the layout and udev together.
  func doubts(about node: DeviceNode?) -> [String] {
    guard let calibration = node?.calibration else { return [] }
    let position = screen.touchscreen.position
    switch calibration {
    case .failure(let problem): return ["\(problem)"]
    case .success(let matrix):
      if position.matrix != nil {
        return [
          "the layout's `calibration` stands in the place of udev's matrix \(words(matrix)); one of the two is enough"
        ]
      }
      let keys = position.present.map { "`\($0)`" }
      // The identity turns nothing.
      guard !keys.isEmpty, matrix != CalibrationKeys.identity else { return [] }
      let isCancelled = PanelOrientation(nearest: position.map(udev: matrix)) == .upright
      return [
        "the layout's \(keys.joined(separator: " and ")) and udev's matrix \(words(matrix)) both apply, one after the "
          + "other, and \(isCancelled ? "cancel each other out" : "add up"); if touches land in the wrong place, keep one of them "
          + "(`calibration: [1, 0, 0, 0, 1, 0]` leaves udev's out)"
      ]
    }
  }

  private var contactsWords: String {
    if isPen { return "a pen" }
    guard case .singleTouch(let button) = touchProtocol else { return touchProtocol.contacts }
    return touchProtocol.contacts + (button == EventCode.btnLeft ? ", BTN_LEFT" : ", BTN_TOUCH")
  }

  private func words(_ matrix: [Double]) -> String {
    matrix.map { JSON.number($0).text }.joined(separator: " ")
  }

  /// The touchscreen that the page sees in the place of this panel; `nil` where the layout has no page.
  func makePage() -> VirtualPanel? {
    screen.page.map { VirtualPanel(pageTraits, cancel: $0.cancel, keys: ownKeys) }
  }

  /// Request of the page of a layout for its device; `nil` if the layout has no page, or this is a pen, which is left
  /// to others.
  func pageRequest(_ layout: Layout) -> PageRequest? {
    guard let page = screen.page, !isPen else { return nil }
    return PageRequest(
      pageTraits, cancel: page.cancel, keys: ownKeys, for: description, name: page.deviceName,
      layout: layout.file,
      output: screen.output)
  }

  private var pageTraits: VirtualPanelTraits {
    VirtualPanelTraits(
      size: screen.size, sizeInMillimetres: screen.sizeInMillimetres ?? sizeInMillimetres,
      panelSlots: touchProtocol.contactLimit, hasPressure: description.hasAxis(touchProtocol.pressureAxis),
      hasContactSize: description.hasAxis(EventCode.absMTTouchMajor))
  }

  /// The panel's keys that are neither its contact's, a mouse's nor a pen's, such as a home key below the glass.
  var ownKeys: Set<UInt16> {
    // Buttons begin with BTN_MISC; behind BTN_DIGI and BTN_WHEEL come keys again. (linux/input-event-codes.h)
    isPen ? [] : (description.codes[EventType.key] ?? []).filter { $0 < 0x100 || $0 >= 0x160 && $0 < 0x220 }
  }

  /// The screen as the panel's resolution says.
  private var sizeInMillimetres: Size? {
    pointsPerMillimetre.map { Size(width: screen.size.width / $0.x, height: screen.size.height / $0.y) }
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

extension TouchProtocol {
  /// The number of contacts that a panel tells apart, and its protocol.
  var contacts: String {
    switch self {
    case .slots(let count): "\(count) slots"
    case .packets: "contacts without slots (protocol A)"
    case .singleTouch: "one contact"
    }
  }
}

extension Size {
  /// The size of a panel, `256 × 160 mm`.
  var millimetres: String { "\(JSON.decimal(width).text) × \(JSON.decimal(height).text) mm" }
}

extension TouchProtocol {
  /// The number of contacts that a panel may have. One without slots does not say; the page's own limit bounds it.
  fileprivate var contactLimit: Int {
    switch self {
    case .slots(let count): count
    case .packets: VirtualPanelTraits.slotLimit
    case .singleTouch: 1
    }
  }
}

/// A layout's filters, in the units of one panel.
struct FilterBinding {
  private let device: DeviceDescription
  private let calibration: Calibration
  private let screen: Size
  private let pointsPerMillimetre: (x: Double, y: Double)?
  private let majorUnit: Double
  private(set) var filters: [ContactFilter] = []
  /// The filters that do nothing here, each with the reason.
  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - pointsPerMillimetre: `nil` if neither the layout nor the panel says how large the screen is.
  ///   - majorUnit: how many units of the positions a unit of ABS_MT_TOUCH_MAJOR is.
  /// - Throws: ``Refusal`` for a length in millimetres where nothing says how large the screen is.
  init(
    _ descriptions: [Located<FilterDescription>], _ device: DeviceDescription, _ touchProtocol: TouchProtocol,
    _ calibration: Calibration, on screen: Size, pointsPerMillimetre: (x: Double, y: Double)?,
    majorUnit: Double
  ) throws(Refusal) {
    self.majorUnit = majorUnit
    (self.device, self.calibration, self.screen) = (device, calibration, screen)
    self.pointsPerMillimetre = pointsPerMillimetre
    for description in descriptions { try bind(description.value, touchProtocol) }
  }

  private mutating func bind(
    _ description: FilterDescription, _ touchProtocol: TouchProtocol
  ) throws(Refusal) {
    switch description {
    case .hysteresis(nil): bindFuzz(touchProtocol.positionAxes)
    case .hysteresis(let length?):
      let margin = try points(of: length)
      filters.append(.hysteresis(x: margin.x, y: margin.y))
    case .median(let depth): filters.append(.median(depth))
    case .smooth(let cutoff, let beta): filters.append(.smooth(cutoff: cutoff, beta: beta))
    case .debounce(let interval): filters.append(.debounce(interval))
    case .holdDuration(let duration): filters.append(.holdDuration(duration))
    case .ignoreRepeat(let interval): filters.append(.ignoreRepeat(interval))
    case .skip(let first, let last): filters.append(.skip(first: first, last: last))
    case .pressure(let minimum):
      add(.pressure(minimum), "pressure", needing: touchProtocol.pressureAxis, "has no pressure")
    case .edge(let length):
      let band = try points(of: length)
      filters.append(.edge(inside: Rect(x: 0, y: 0, width: screen.width, height: screen.height).inset(band)))
    case .size(let length):
      let limit = try diameter(length)
      add(.size(limit), "size", needing: EventCode.absMTTouchMajor, "does not say how large contacts are")
    }
  }

  /// A filter on an axis that the panel does not have would take every contact, or none.
  private mutating func add(_ filter: ContactFilter, _ name: String, needing axis: UInt16, _ lack: String) {
    if device.hasAxis(axis) {
      filters.append(filter)
    } else {
      notes.append("the filter `\(name)` does nothing: the panel \(lack)")
    }
  }

  /// The noise that the panel states for its axes, as far as it reaches along those of the screen.
  private mutating func bindFuzz(_ axes: (x: UInt16, y: UInt16)) {
    let fuzz = (x: Double(device.axes[axes.x]?.fuzz ?? 0), y: Double(device.axes[axes.y]?.fuzz ?? 0))
    let map = calibration.transform
    let margin = (
      x: abs(map.a) * fuzz.x + abs(map.c) * fuzz.y, y: abs(map.b) * fuzz.x + abs(map.d) * fuzz.y
    )
    if margin.x > 0 || margin.y > 0 {
      filters.append(.hysteresis(x: margin.x, y: margin.y))
    } else {
      notes.append("the filter `hysteresis: fuzz` does nothing: the panel states no fuzz")
    }
  }

  /// The longer axis from which on a contact is a palm, in device units.
  private func diameter(_ length: Length?) throws(Refusal) -> Double {
    let major = device.axes[EventCode.absMTTouchMajor]
    guard let length else { return Double(major?.maximum ?? .max) }
    let own = major?.resolution ?? 0
    if length.unit == .millimetres, own > 0 { return length.value * Double(own) }
    let axes = try points(of: length)
    return (axes.x * axes.y).squareRoot() / max(calibration.scale * majorUnit, .leastNormalMagnitude)
  }

  private func points(of length: Length) throws(Refusal) -> Point {
    do {
      return try length.pointsPerAxis(pointsPerMillimetre: pointsPerMillimetre)
    } catch {
      throw Refusal(reason: "line \(error.mark.line) of the layout: \(error.message)")
    }
  }
}

extension Rect {
  /// Area inside a band along the edges; empty where the band is wider than half of it.
  fileprivate func inset(_ band: Point) -> Rect {
    Rect(
      x: origin.x + band.x, y: origin.y + band.y, width: max(size.width - 2 * band.x, 0),
      height: max(size.height - 2 * band.y, 0))
  }
}
