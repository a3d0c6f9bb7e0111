import LinuxInput

/// What was measured, by the names of the figures.
final class Results {
  /// A figure, measured once in each round.
  struct Series {
    let unit: String
    fileprivate(set) var values: [Double] = []

    var median: Double { bench.median(values) }
  }

  private(set) var names: [String] = []
  private var series: [String: Series] = [:]
  /// What could not be measured, and why.
  private(set) var failures: [String] = []

  subscript(name: String) -> Series? { series[name] }

  /// Adds the value of one round.
  func add(_ name: String, _ value: Double, _ unit: String) {
    if series[name] == nil {
      names.append(name)
      series[name] = Series(unit: unit)
    }
    series[name]?.values.append(value)
  }

  /// The median of the quotients of two figures, each of the same round: what slows a machine down slows both.
  func ratio(_ name: String, to other: String) -> Double? {
    guard let values = series[name]?.values, let others = series[other]?.values, !values.isEmpty,
      !others.isEmpty
    else { return nil }
    guard values.count == others.count else { return median(values) / median(others) }
    return median(zip(values, others).map { $0 / $1 })
  }

  /// Runs what measures a row; should it fail, the others go on.
  func attempt(_ what: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      fail("\(what): \(error)")
    }
  }

  func fail(_ what: String) { failures.append(what) }
}

/// The middle of values, or the mean of the two in the middle; NaN of none.
func median(_ values: [Double]) -> Double { percentile(values, 0.5) }

/// The value below which such a part of the values lies, interpolated; NaN of none.
func percentile(_ values: [Double], _ part: Double) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let place = part * Double(sorted.count - 1)
  let low = Int(place)
  let high = min(low + 1, sorted.count - 1)
  return sorted[low] + (place - Double(low)) * (sorted[high] - sorted[low])
}

/// Reason for which something could not be measured.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// With an errno, in words.
  init(_ description: String, code: Int32) {
    self.description = "\(description): \(SystemError(call: "", on: "", code: code).reason)"
  }
}
