import Dispatcher

/// Units in which a panel reports its contacts' sizes.
///
/// ABS_MT_TOUCH_MAJOR, _MINOR, WIDTH_MAJOR and _MINOR have a resolution of their own, in units a millimetre; where it
/// is 0, that of the positions holds.
struct ContactSizes {
  /// A finger that touches is larger than this, in millimetres, so an axis that ends before cannot be one of sizes. (O)
  private static let smallestRange = 3.0

  private let device: DeviceDescription
  /// Units of the positions a millimetre, the mean over both axes; `nil` where they state none.
  private let positions: Double?

  init(_ device: DeviceDescription, _ touchProtocol: TouchProtocol) {
    self.device = device
    let axes = touchProtocol.axes
    let x = Double(device.axes[axes.x]?.resolution ?? 0), y = Double(device.axes[axes.y]?.resolution ?? 0)
    positions = x > 0 && y > 0 ? (x * y).squareRoot() : nil
  }

  /// The axis' own resolution; `nil` where it states none.
  func resolution(_ axis: UInt16) -> Double? {
    guard let own = device.axes[axis]?.resolution, own > 0 else { return nil }
    return Double(own)
  }

  /// The length of a unit of an axis; `nil` where neither it nor the positions tell.
  func millimetresPerUnit(_ axis: UInt16) -> Double? { (resolution(axis) ?? positions).map { 1 / $0 } }

  /// Units of the positions in a unit of an axis; 1 if nothing states it.
  ///
  /// - Parameter positionsPerMillimetre: what the layout says of the positions, where the panel says nothing.
  func positionUnits(_ axis: UInt16, positionsPerMillimetre: Double?) -> Double {
    guard let own = resolution(axis), let positions = positions ?? positionsPerMillimetre else { return 1 }
    return positions / own
  }

  /// Range of an axis, in millimetres; `nil` if there is no such axis, or nothing states it.
  func range(_ axis: UInt16) -> ClosedRange<Double>? {
    guard let range = device.axes[axis], range.maximum >= range.minimum, let unit = millimetresPerUnit(axis)
    else { return nil }
    return Double(range.minimum) * unit...Double(range.maximum) * unit
  }

  /// The axes of sizes that there are, for a report: as JSON, and as `touch_major 0…25.5 mm (10 per mm)`.
  var axes: [(name: String, json: JSON, text: String)] {
    let codes = [
      ("touch_major", EventCode.absMTTouchMajor), ("touch_minor", EventCode.absMTTouchMinor),
      ("width_major", EventCode.absMTWidthMajor), ("width_minor", EventCode.absMTWidthMinor),
    ]
    return codes.compactMap { name, code in
      guard let axis = device.axes[code] else { return nil }
      let ends = range(code).map { [JSON.decimal($0.lowerBound), JSON.decimal($0.upperBound)] }
      let source = resolution(code) == nil ? "by the positions" : "\(axis.resolution) per mm"
      let words =
        ends.map { "\($0[0].text)…\($0[1].text) mm (\(source))" }
        ?? "\(axis.minimum)…\(axis.maximum) (no resolution)"
      let json = JSON.object([
        ("range", axis.json), ("resolution", .integer(Int(axis.resolution))),
        ("mm", ends.map(JSON.array) ?? .null),
      ])
      return (name, json, "\(name) \(words)")
    }
  }

  /// Reason for which the longer axis can hold no size of a finger; `nil` if it can, or nothing states it.
  var doubt: String? {
    guard let end = range(EventCode.absMTTouchMajor)?.upperBound, end < Self.smallestRange else { return nil }
    return
      "its contacts can be no larger than \(JSON.decimal(end).text) mm by what it declares (ABS_MT_TOUCH_MAJOR), "
      + "so these are no sizes: do not go by radius and `size`"
  }

  /// Reason for which the sizes of contacts that the panel holds cannot be sizes; `nil` if they can.
  func doubt(about state: DeviceState) -> String? {
    guard let unit = millimetresPerUnit(EventCode.absMTTouchMajor) else { return nil }
    let sizes = state.slots.map(\.major).filter { $0 > 0 }
    return SizeSurvey.doubt(about: sizes, millimetresPerUnit: unit).map {
      "its last contacts were \(JSON.decimal($0).text) mm across, so these are no sizes: do not go by radius and `size`"
    }
  }
}
