/// Keeps a still finger still: the location stays until the finger has left its margin, then follows at that distance.
final class HysteresisStage: FilterStage {
  private let margin: (x: Double, y: Double)
  private var centre: [Point]

  init(x: Double, y: Double, slots: Int) {
    margin = (x, y)
    centre = Array(repeating: .zero, count: slots)
  }

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    if isFirst {
      centre[sample.slot] = sample.sample.location
    } else {
      follow(sample.sample.location, &centre[sample.slot])
      sample.sample.location = centre[sample.slot]
    }
    return .pass
  }

  private func follow(_ point: Point, _ centre: inout Point) {
    centre.x = min(max(centre.x, point.x - margin.x), point.x + margin.x)
    centre.y = min(max(centre.y, point.y - margin.y), point.y + margin.y)
  }
}

/// Drops single wild samples: the median of the last ones. Before there are enough, the first counts for those missing.
final class MedianStage: FilterStage {
  private let depth: Int
  /// The last samples of each slot's contact, the oldest first.
  private var windows: [[Point]]

  init(depth: Int, slots: Int) {
    self.depth = max(depth, 1)
    windows = Array(repeating: [], count: slots)
  }

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    let slot = sample.slot
    if isFirst {
      windows[slot] = Array(repeating: sample.sample.location, count: depth)
    } else {
      windows[slot].removeFirst()
      windows[slot].append(sample.sample.location)
    }
    sample.sample.location = Point(
      x: windows[slot].map(\.x).sorted()[depth / 2], y: windows[slot].map(\.y).sorted()[depth / 2])
    return .pass
  }
}

/// Makes one touch of a finger that bounces: leaves out what lands where another just lifted.
final class DebounceStage: FilterStage {
  /// A bounce lands where it lifted; a second finger does not. In points, about 5 mm.
  static let reach = 20.0
  /// More fingers than this do not lift within an interval. (O)
  private static let limit = 16
  private let interval: Interval
  private var lifts: [(location: Point, time: Timestamp)] = []

  init(_ interval: Interval) { self.interval = interval }

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    guard isFirst else { return .pass }
    let (location, time) = (sample.sample.location, sample.time)
    lifts.removeAll { time - $0.time >= interval }
    return lifts.contains { $0.location.distance(to: location) <= Self.reach } ? .reject : .pass
  }

  func lifted(_ sample: FilterSample) {
    if lifts.count == Self.limit { lifts.removeFirst() }
    lifts.append((sample.sample.location, sample.time))
  }
}

/// Leaves out the first samples of a contact, and so all of a contact that has no more, and the last ones.
final class SkipStage: FilterStage {
  let tail: Int
  private let first: Int
  private var seen: [Int]

  init(first: Int, last: Int, slots: Int) {
    self.first = first
    tail = last
    seen = Array(repeating: 0, count: slots)
  }

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    seen[sample.slot] = isFirst ? 1 : seen[sample.slot] + 1
    return seen[sample.slot] > first ? .pass : .wait
  }
}

/// Takes a contact for one only while it is pressed hard enough.
final class PressureStage: FilterStage {
  private let minimum: Double

  init(_ minimum: Double) { self.minimum = minimum }

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    Double(sample.pressure) >= minimum ? .pass : .lift
  }
}

/// Lets no contact begin in a band along the edges of the screen; one that leaves the band is reported from there on.
final class EdgeStage: FilterStage {
  private let inside: Rect
  private var hasEntered: [Bool]

  init(_ inside: Rect, slots: Int) {
    self.inside = inside
    hasEntered = Array(repeating: false, count: slots)
  }

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    let isInside = inside.contains(sample.sample.location)
    hasEntered[sample.slot] = isInside || (!isFirst && hasEntered[sample.slot])
    return hasEntered[sample.slot] ? .pass : .wait
  }
}

/// Takes too large a contact for a palm.
final class SizeStage: FilterStage {
  private let maximum: Double

  init(_ maximum: Double) { self.maximum = maximum }

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    Double(sample.major) >= maximum ? .reject : .pass
  }

  func isPalm(_ sample: FilterSample) -> Bool { Double(sample.major) >= maximum }
}
