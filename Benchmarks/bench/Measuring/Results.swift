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
  /// What was left out, and why.
  private(set) var skipped: [String] = []

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

  func skip(_ what: String) { skipped.append(what) }
}
