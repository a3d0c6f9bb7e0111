/// How fast a value changes: over the last moments, so that one uneven frame does not decide.
struct RateOfChange {
  private struct Sample {
    let time: Timestamp
    let value: Double
  }

  /// In the order of time. Of three in a row, the outer ones are a part of the window apart, or more; the oldest may be
  /// older than the window.
  private var samples: ContiguousArray<Sample> = []

  /// A finger makes about this many frames at 125 Hz in 100 ms; faster panels need no more.
  private static let parts = 12
  /// Two samples for each part, and those at the ends.
  private static let limit = 2 * parts + 4

  /// The change in a second, over the samples that are kept; 0 for fewer than two.
  var perSecond: Double {
    guard let first = samples.first, let last = samples.last, last.time > first.time else { return 0 }
    return (last.value - first.value) / (last.time - first.time).seconds
  }

  /// Takes in what the value is now. Keeps samples over the window, and the last one before it.
  mutating func add(_ value: Double, at time: Timestamp, window: Interval) {
    if let last = samples.last { bridge(from: last, to: time, window) }
    if let before = samples.dropLast().last, time - before.time < part(of: window) { samples.removeLast() }
    if let last = samples.last, time == last.time { samples.removeLast() }
    if samples.isEmpty { samples.reserveCapacity(Self.limit) }
    samples.append(Sample(time: time, value: value))
    while samples.count > 2, time - samples[1].time >= window { samples.removeFirst() }
  }

  /// Forgets what was, if all of it is older than the window.
  mutating func expire(at time: Timestamp, window: Interval) {
    if let last = samples.last, time - last.time > window { removeAll() }
  }

  /// Begins anew from another value.
  mutating func restart(from value: Double) {
    guard let last = samples.last else { return }
    removeAll()
    samples.append(Sample(time: last.time, value: value))
  }

  /// Nothing is reported while nothing changes: what is older than the window has been so until now.
  private mutating func bridge(from last: Sample, to time: Timestamp, _ window: Interval) {
    // A device may send any time it likes.
    if time < last.time { return removeAll() }
    guard time - last.time > window else { return }
    removeAll()
    let start = Timestamp(microseconds: time.microseconds &- window.microseconds)
    samples.append(Sample(time: start, value: last.value))
  }

  mutating func removeAll() { samples.removeAll(keepingCapacity: true) }

  private func part(of window: Interval) -> Interval {
    Interval(microseconds: window.microseconds / Int64(Self.parts))
  }
}
