internal import Glibc

/// An axis of a chart: where values stand on it, and at which ones there is a line.
struct Scale {
  let ticks: [Double]
  private let isLogarithmic: Bool

  /// From 0, or on a logarithmic scale from a power of ten, to the next line beyond the greatest value.
  init(_ values: [Double], isLogarithmic: Bool) {
    self.isLogarithmic = isLogarithmic
    let (least, greatest) = (values.min() ?? 1, values.max() ?? 1)
    ticks = isLogarithmic ? Self.powers(least, greatest) : Self.multiples(greatest)
  }

  /// How far along the axis a value stands, from 0 to 1.
  func part(_ value: Double) -> Double {
    guard let first = ticks.first, let last = ticks.last, last > first else { return 0 }
    guard isLogarithmic else { return (value - first) / (last - first) }
    return (log10(max(value, first)) - log10(first)) / (log10(last) - log10(first))
  }

  private static func powers(_ least: Double, _ greatest: Double) -> [Double] {
    let low = Int(log10(max(least, 1)).rounded(.down))
    let high = max(Int(log10(max(greatest, 1)).rounded(.up)), low + 1)
    return (low...high).map { pow(10, Double($0)) }
  }

  /// Five to ten lines, at 1, 2 or 5 times a power of ten.
  private static func multiples(_ greatest: Double) -> [Double] {
    let rough = max(greatest, 1e-9) / 5
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * power }.last { $0 <= rough } ?? power
    return (0...Int((greatest / step).rounded(.up))).map { Double($0) * step }
  }
}
