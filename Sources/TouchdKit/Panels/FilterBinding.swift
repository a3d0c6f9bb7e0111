import Dispatcher
import YAML

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
    case .hysteresis(.fuzz): bindFuzz(touchProtocol.positionAxes)
    case .hysteresis(.length(let length)):
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
    case .size(let size):
      let limit = try diameter(size)
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
  private func diameter(_ size: PalmSize) throws(Refusal) -> Double {
    switch size {
    case .axisMaximum: return Double(device.axes[EventCode.absMTTouchMajor]?.maximum ?? .max)
    case .length(let length):
      let own = device.axes[EventCode.absMTTouchMajor]?.resolution ?? 0
      if length.unit == .millimetres, own > 0 { return length.value * Double(own) }
      let axes = try points(of: length)
      return (axes.x * axes.y).squareRoot() / max(calibration.scale * majorUnit, .leastNormalMagnitude)
    }
  }

  private func points(of length: Length) throws(Refusal) -> (x: Double, y: Double) {
    do {
      return try length.pointsPerAxis(pointsPerMillimetre: pointsPerMillimetre)
    } catch {
      throw Refusal(reason: "line \(error.mark.line) of the layout: \(error.message)")
    }
  }
}

extension Rect {
  /// Area inside a band along the edges; empty where the band is wider than half of it.
  fileprivate func inset(_ band: (x: Double, y: Double)) -> Rect {
    Rect(
      x: origin.x + band.x, y: origin.y + band.y, width: max(size.width - 2 * band.x, 0),
      height: max(size.height - 2 * band.y, 0))
  }
}
