// One of iOS's touch accommodations: for hands that tremble, or touch where they did not mean to.

/// Lets a contact begin once it has been down for some time, where it then is; one that lifts earlier is no touch.
final class HoldDurationStage: FilterStage {
  private let duration: Interval
  private var landings: [Timestamp]

  init(_ duration: Interval, slots: Int) {
    self.duration = duration
    landings = Array(repeating: .zero, count: slots)
  }

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    if isFirst { landings[sample.slot] = sample.time }
    let due = landings[sample.slot] + duration
    return sample.time >= due ? .pass : .hold(until: due)
  }
}
