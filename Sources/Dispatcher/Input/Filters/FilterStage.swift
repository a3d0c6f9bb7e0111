/// One filter, with what it remembers of each slot's contact.
protocol FilterStage: AnyObject {
  /// Filters a sample.
  ///
  /// - Parameter isFirst: whether it is the contact's first that reaches the filter.
  /// - Returns: what becomes of the contact.
  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict
  /// A contact that reached the filter has lifted, whatever the filter made of it.
  func lifted(_ sample: FilterSample)
  /// Whether a contact that lifts was a palm at last.
  func isPalm(_ sample: FilterSample) -> Bool
  /// The number of samples that a contact's end takes back.
  var tail: Int { get }
}

extension FilterStage {
  func lifted(_ sample: FilterSample) {}
  func isPalm(_ sample: FilterSample) -> Bool { false }
  var tail: Int { 0 }
}

/// A filter's decision on a contact.
enum FilterVerdict {
  /// It goes on.
  case pass
  /// It has not begun yet.
  case wait
  /// It has not begun yet, and begins at this time, where it then is.
  case hold(until: Timestamp)
  /// It is up, and may come down again.
  case lift
  /// It is left out, until it lifts.
  case reject
}

/// One sample on its way through the filters.
struct FilterSample {
  /// A filter may change its location for those behind it.
  var sample: TouchSample
  /// Time at which it reaches the filter.
  var time: Timestamp
  /// Device units.
  let pressure: Int32
  /// Device units.
  var major: Int32

  var slot: Int { Int(sample.slot) }
}

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

// One of iOS's touch accommodations: for hands that tremble, or touch where they did not mean to.

/// Makes one touch of several: leaves out what lands, anywhere, soon after a touch that counted has lifted.
///
/// What is left out begins no new interval, so that a hand that trembles for long is not locked out for as long.
final class IgnoreRepeatStage: FilterStage {
  private let interval: Interval
  private var isCounted: [Bool]
  /// Lift of the last touch that counted.
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

/// Smooths a slow finger much and a fast one little, which trades jitter against lag: the 1 € filter (Casiez, Roussel
/// and Vogel, "1 € Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive Systems", CHI 2012).
///
/// It differs from the pseudo code of the paper in two points. The speed is that of the raw locations, as in the
/// authors' OneEuroFilter.cc: the distance from a smoothed location contains the lag, so that the lag would depend on
/// how often a panel reports. And both axes have one cutoff, by the speed along the path: with a cutoff for each, the
/// axes would lag by different times, and a straight drag would leave its line.
final class SmoothStage: FilterStage {
  /// The cutoff of the low-pass for the velocity, in hertz: the paper's value for all its examples.
  static let velocityCutoff = 1.0
  /// The cutoff for a finger that rests, in hertz.
  private let cutoff: Double
  /// By how many hertz the cutoff grows for each point per second.
  private let beta: Double
  private let velocityLowPass = LowPass(cutoff: velocityCutoff)
  /// State of each slot's contact.
  private var tracks: [Track]

  private struct Track {
    var raw = Point.zero
    var smooth = Point.zero
    /// In points per second, behind its own low-pass.
    var velocity = Point.zero
    var time = Timestamp.zero
  }

  init(cutoff: Double, beta: Double, slots: Int) {
    self.cutoff = cutoff
    self.beta = beta
    tracks = Array(repeating: Track(), count: slots)
  }

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    let location = sample.sample.location
    if isFirst {
      tracks[sample.slot] = Track(raw: location, smooth: location, time: sample.time)
    } else {
      follow(location, at: sample.time, &tracks[sample.slot])
      sample.sample.location = tracks[sample.slot].smooth
    }
    return .pass
  }

  private func follow(_ location: Point, at time: Timestamp, _ track: inout Track) {
    // A clock that goes backwards counts as one that stands still; it goes on from where it is now.
    let elapsed = max((time - track.time).seconds, 0)
    track.velocity = velocityLowPass.velocity(track.velocity, moved: location - track.raw, in: elapsed)
    let speed = track.velocity.distance(to: .zero)
    track.smooth = LowPass(cutoff: cutoff + beta * speed).location(track.smooth, to: location, in: elapsed)
    (track.raw, track.time) = (location, time)
  }
}

/// A low-pass of the first order, whose samples may come at any times.
///
/// A new value counts nothing if no time has passed, and almost alone after a long pause. Nothing is divided by the
/// time since the last sample, which may be zero.
private struct LowPass {
  /// In which time a step is followed to 1 − 1/e, in seconds.
  private let timeConstant: Double

  init(cutoff: Double) { timeConstant = 1 / (2 * Double.pi * cutoff) }

  /// The location that follows a finger: on the line from where it was to where the finger is.
  func location(_ last: Point, to next: Point, in elapsed: Double) -> Point {
    let weight = elapsed / (timeConstant + elapsed)
    return Point(
      x: Self.mix(last.x, next.x, weight: weight), y: Self.mix(last.y, next.y, weight: weight))
  }

  /// The velocity after a movement: weight · movement ÷ elapsed + (1 − weight) · last, with the fractions multiplied
  /// out.
  func velocity(_ last: Point, moved movement: Point, in elapsed: Double) -> Point {
    Point(
      x: (movement.x + timeConstant * last.x) / (timeConstant + elapsed),
      y: (movement.y + timeConstant * last.y) / (timeConstant + elapsed))
  }

  private static func mix(_ a: Double, _ b: Double, weight: Double) -> Double {
    // A rounded sum may lie beyond both by the last digit.
    min(max(a + weight * (b - a), min(a, b)), max(a, b))
  }
}
