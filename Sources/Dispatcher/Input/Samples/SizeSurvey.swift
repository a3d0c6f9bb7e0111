/// Whether what a panel says of the sizes of its contacts can be sizes: some panels count in other units than they
/// declare, and report fingers of a tenth of a millimetre, or of the width of a hand.
public struct SizeSurvey: Sendable {
  /// How large contacts are half of the time, in millimetres: a fingertip is 4 to 15, the shadow of a sleeve on an
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
  /// What half of its contacts are larger than, in millimetres.
  public let millimetres: Double

  public var description: String {
    "\"\(panel)\" says that its contacts are \((millimetres * 10).rounded() / 10) mm across (the median): it counts in "
      + "other units than it declares, so do not go by radius and `size`"
  }
}
