import Dispatcher
import LinuxInput
import YAML

/// A device as a layout reads it: its protocol, and how its units become points.
package struct PanelBuilder {
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
    let axes = touchProtocol.axes
    let none = AxisRange(minimum: 0, maximum: 0)
    return Calibration(
      x: description.axes[axes.x] ?? none, y: description.axes[axes.y] ?? none, size: screen.size,
      rotation: position.rotation, flipX: position.flipsX, flipY: position.flipsY,
      matrix: position.matrix ?? matrix)
  }

  /// The layout's filters in the units of the panel, and notes on those that do nothing here. They are for fingers: a
  /// pen knows when it touches, and where.
  ///
  /// - Throws: ``Refusal`` for a length in millimetres where nothing says how large the screen is.
  private func filters(
    _ calibration: Calibration
  ) throws(Refusal) -> (filters: [ContactFilter], notes: [String]) {
    var (filters, notes): ([ContactFilter], [String]) = ([], [])
    /// A filter on an axis that the panel does not have would take every contact, or none.
    func add(_ filter: ContactFilter, _ name: String, needing axis: UInt16, _ lack: String) {
      if description.hasAxis(axis) {
        filters.append(filter)
      } else {
        notes.append("the filter `\(name)` does nothing: the panel \(lack)")
      }
    }
    for filter in isPen ? [] : screen.touchscreen.filters {
      switch filter.value {
      case .hysteresis(nil):
        let margin = fuzz(calibration.transform)
        if margin.x > 0 || margin.y > 0 {
          filters.append(.hysteresis(x: margin.x, y: margin.y))
        } else {
          notes.append("the filter `hysteresis: fuzz` does nothing: the panel states no fuzz")
        }
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
        add(.pressure(minimum), "pressure", needing: touchProtocol.axes.pressure, "has no pressure")
      case .edge(let length):
        let band = try points(of: length)
        // Empty where the band is wider than half of the screen.
        let inside = Rect(
          x: band.x, y: band.y, width: max(screen.size.width - 2 * band.x, 0),
          height: max(screen.size.height - 2 * band.y, 0))
        filters.append(.edge(inside: inside))
      case .size(let length):
        let limit = try diameter(length, calibration)
        add(.size(limit), "size", needing: EventCode.absMTTouchMajor, "does not say how large contacts are")
      }
    }
    return (filters, notes)
  }

  /// The noise that the panel states for its axes, as far as it reaches along those of the screen.
  private func fuzz(_ map: AffineTransform) -> (x: Double, y: Double) {
    let axes = touchProtocol.axes
    let x = Double(description.axes[axes.x]?.fuzz ?? 0), y = Double(description.axes[axes.y]?.fuzz ?? 0)
    return (abs(map.a) * x + abs(map.c) * y, abs(map.b) * x + abs(map.d) * y)
  }

  /// The longer axis from which on a contact is a palm, in device units.
  private func diameter(_ length: Length?, _ calibration: Calibration) throws(Refusal) -> Double {
    let major = description.axes[EventCode.absMTTouchMajor]
    guard let length else { return Double(major?.maximum ?? .max) }
    let own = major?.resolution ?? 0
    if length.unit == .millimetres, own > 0 { return length.value * Double(own) }
    let axes = try points(of: length)
    return (axes.x * axes.y).squareRoot()
      / max(calibration.scale * majorUnit(calibration), .leastNormalMagnitude)
  }

  private func points(of length: Length) throws(Refusal) -> Point {
    do {
      return try length.pointsPerAxis(pointsPerMillimetre: screen.pointsPerMillimetre ?? pointsPerMillimetre)
    } catch {
      throw Refusal(reason: "line \(error.mark.line) of the layout: \(error.message)")
    }
  }

  private func scales(_ calibration: Calibration) -> ContactScales {
    ContactScales(
      pressure: description.axes[touchProtocol.axes.pressure],
      averagePressure: screen.touchscreen.averagePressure,
      orientation: description.axes[EventCode.absMTOrientation],
      tilt: (description.axes[EventCode.absTiltX], description.axes[EventCode.absTiltY]),
      distance: description.axes[touchProtocol.axes.distance],
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
      facts.append("calibration from the layout: \(own.words)")
      if matrix != nil { facts.append("udev's calibration is not used") }
    } else if let matrix {
      facts.append("calibration from udev: \(matrix.words)")
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
          "the layout's `calibration` stands in the place of udev's matrix \(matrix.words); one of the two is enough"
        ]
      }
      let keys = position.present.map { "`\($0)`" }
      // The identity turns nothing.
      guard !keys.isEmpty, matrix != CalibrationKeys.identity else { return [] }
      let isCancelled = PanelOrientation(nearest: position.map(udev: matrix)) == .upright
      return [
        "the layout's \(keys.joined(separator: " and ")) and udev's matrix \(matrix.words) both apply, one after the "
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
      layout: layout.file, output: screen.output)
  }

  private var pageTraits: VirtualPanelTraits {
    VirtualPanelTraits(
      size: screen.size, sizeInMillimetres: screen.sizeInMillimetres ?? sizeInMillimetres,
      panelSlots: touchProtocol.mostFingers ?? VirtualPanelTraits.slotLimit,
      hasPressure: description.hasAxis(touchProtocol.axes.pressure),
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

extension PenPairing {
  /// Key by which a device is paired, by its own and udev's facts.
  init(_ device: DeviceDescription, _ node: DeviceNode?, isPen: Bool, isArbitrated: Bool = true) {
    self.init(
      isPen: isPen, isArbitrated: isArbitrated, group: node?.deviceGroup, phys: device.phys,
      port: node?.idPath.map(Self.withoutInterface), vendor: device.vendor, product: device.product)
  }

  /// A port of udev's ID_PATH without the interface of the device in it: `usb-0:3:1.1` is on the device `usb-0:3`.
  private static func withoutInterface(_ path: String) -> String {
    guard path.contains("usb-"), let colon = path.lastIndex(of: ":") else { return path }
    return String(path[..<colon])
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
  /// The axes of a position, of the height above the glass, and of the pressure.
  var axes: (x: UInt16, y: UInt16, distance: UInt16, pressure: UInt16) {
    isSingleTouch
      ? (EventCode.absX, EventCode.absY, EventCode.absDistance, EventCode.absPressure)
      : (
        EventCode.absMTPositionX, EventCode.absMTPositionY, EventCode.absMTDistance, EventCode.absMTPressure
      )
  }

  /// The most fingers that a panel reports; `nil` for one without slots, which does not say.
  var mostFingers: Int? {
    switch self {
    case .slots(let count): count
    case .packets: nil
    case .singleTouch: 1
    }
  }

  /// The number of contacts that a panel tells apart, and its protocol.
  var contacts: String {
    switch self {
    case .slots(let count): "\(count) slots"
    case .packets: "contacts without slots (protocol A)"
    case .singleTouch: "one contact"
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
    let axes = touchProtocol.axes
    guard let x = extent(of: axes.x), let y = extent(of: axes.y) else { return nil }
    return Size(width: x, height: y)
  }

  private func extent(of code: UInt16) -> Double? {
    guard let range = axes[code], range.resolution > 0 else { return nil }
    return (range.count - 1) / Double(range.resolution)
  }
}

extension [Double] {
  /// The numbers of a matrix.
  var words: String { map { JSON.number($0).text }.joined(separator: " ") }
}

extension Size {
  /// The size of a panel, `256 × 160 mm`.
  var millimetres: String { "\(JSON.decimal(width).text) × \(JSON.decimal(height).text) mm" }
}
