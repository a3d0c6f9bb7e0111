// One of iOS's touch accommodations: for hands that tremble, or touch where they did not mean to.

/// Makes one touch of several: leaves out what lands, anywhere, soon after a touch that counted has lifted.
///
/// What is left out begins no new interval, so that a hand that trembles for long is not locked out for as long.
final class IgnoreRepeatStage: FilterStage {
  private let interval: Interval
  private var isCounted: [Bool]
  /// When the last touch lifted that counted.
  private var lift: Timestamp?

  init(_ interval: Interval, slots: Int) {
    self.interval = interval
    isCounted = Array(repeating: false, count: slots)
  }

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    guard isFirst else { return .pass }
    let isRepeat = lift.map { sample.time - $0 < interval } ?? false
    isCounted[sample.slot] = !isRepeat
    return isRepeat ? .reject : .pass
  }

  func lifted(_ sample: FilterSample) {
    if isCounted[sample.slot] { lift = sample.time }
  }
}
