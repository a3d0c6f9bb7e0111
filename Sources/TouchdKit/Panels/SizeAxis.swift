import Dispatcher

/// An axis of contacts' sizes in the report of a device: what it can hold, in its units and in millimetres.
struct SizeAxis {
  let name: String
  private let range: AxisRange
  /// `nil` where neither the axis nor the positions state a resolution.
  private let millimetres: ClosedRange<Double>?
  /// Whether the resolution is the axis' own, and not that of the positions.
  private let isOwn: Bool

  init(_ name: String, _ range: AxisRange, _ millimetres: ClosedRange<Double>?, _ resolution: Double?) {
    (self.name, self.range, self.millimetres, isOwn) = (name, range, millimetres, resolution != nil)
  }

  var json: JSON {
    .object([
      ("range", .array([.integer(Int(range.minimum)), .integer(Int(range.maximum))])),
      ("resolution", .integer(Int(range.resolution))),
      ("mm", millimetres.map { .array([.decimal($0.lowerBound), .decimal($0.upperBound)]) } ?? .null),
    ])
  }

  /// `touch_major 0…25.5 mm (10 per mm)`.
  var text: String {
    guard let millimetres else { return "\(name) \(range.minimum)…\(range.maximum) (no resolution)" }
    let (low, high) = (JSON.decimal(millimetres.lowerBound).text, JSON.decimal(millimetres.upperBound).text)
    return "\(name) \(low)…\(high) mm (\(isOwn ? "\(range.resolution) per mm" : "by the positions"))"
  }
}
