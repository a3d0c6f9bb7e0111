/// One filter, with what it remembers of a contact. Each contact gets a copy of the one that has seen none.
protocol FilterStage {
  /// Filters a sample.
  ///
  /// - Parameter isFirst: whether it is the contact's first that reaches the filter.
  /// - Returns: what becomes of the contact.
  mutating func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict
  /// A contact that reached the filter has lifted, whatever the filter made of it.
  func lifted(_ sample: FilterSample)
  /// Whether a contact that lifts was a palm at last.
  func isPalm(_ sample: FilterSample) -> Bool
  /// Whether a contact's end takes back its last samples.
  var takesBack: Bool { get }
}

extension FilterStage {
  func lifted(_ sample: FilterSample) {}
  func isPalm(_ sample: FilterSample) -> Bool { false }
  var takesBack: Bool { false }
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
struct HysteresisStage: FilterStage {
  let margin: (x: Double, y: Double)
  var centre = Point.zero

  mutating func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    let point = sample.sample.location
    if isFirst { centre = point }
    centre.x = min(max(centre.x, point.x - margin.x), point.x + margin.x)
    centre.y = min(max(centre.y, point.y - margin.y), point.y + margin.y)
    sample.sample.location = centre
    return .pass
  }
}

/// Drops single wild samples: the median of the last ones. Before there are enough, the first counts for those missing.
struct MedianStage: FilterStage {
  let depth: Int
  /// The last samples, the oldest first.
  var window: [Point] = []

  mutating func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    if isFirst {
      window = Array(repeating: sample.sample.location, count: depth)
    } else {
      window.removeFirst()
      window.append(sample.sample.location)
    }
    sample.sample.location = Point(
      x: window.map(\.x).sorted()[depth / 2], y: window.map(\.y).sorted()[depth / 2])
    return .pass
  }
}

/// Leaves out a contact that lands soon after another has lifted: at its place, as a finger does that bounces, or
/// anywhere, as a hand does that trembles (one of iOS's touch accommodations).
struct RepeatStage: FilterStage {
  /// The last lifts of all contacts.
  private final class Lifts {
    var all: [(location: Point, time: Timestamp)] = []
  }

  /// A bounce lands where it lifted; a second finger does not. In points, about 5 mm.
  static let bounce = 20.0
  /// More fingers than this do not lift within an interval. (O)
  private static let limit = 16

  let interval: Interval
  /// The greatest distance from the lift, in points; `nil` for any. Of any, what is left out begins no new interval, so
  /// that a hand that trembles for long is not locked out for as long.
  let reach: Double?
  private let lifts = Lifts()
  var isRepeat = false

  mutating func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    guard isFirst else { return .pass }
    let (location, time) = (sample.sample.location, sample.time)
    lifts.all.removeAll { time - $0.time >= interval }
    isRepeat = lifts.all.contains { lift in reach.map { lift.location.distance(to: location) <= $0 } ?? true }
    return isRepeat ? .reject : .pass
  }

  func lifted(_ sample: FilterSample) {
    if reach == nil, isRepeat { return }
    if lifts.all.count == (reach == nil ? 1 : Self.limit) { lifts.all.removeFirst() }
    lifts.all.append((sample.sample.location, sample.time))
  }
}

/// Leaves out the first samples of a contact, and so all of a contact that has no more, and the last ones.
struct SkipStage: FilterStage {
  let first: Int
  let last: Int
  var seen = 0
  /// Samples that go on once as many newer ones have come.
  var waiting: [FilterSample] = []

  var takesBack: Bool { last > 0 }

  mutating func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    seen += 1
    guard seen > first else { return .wait }
    guard last > 0 else { return .pass }
    waiting.append(sample)
    guard waiting.count > last else { return .wait }
    let time = sample.time
    sample = waiting.removeFirst()
    sample.time = time
    return .pass
  }
}

/// Takes a contact for one only while it is pressed hard enough.
struct PressureStage: FilterStage {
  let minimum: Double

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    Double(sample.pressure) >= minimum ? .pass : .lift
  }
}

/// Lets no contact begin in a band along the edges of the screen; one that leaves the band is reported from there on.
struct EdgeStage: FilterStage {
  let inside: Rect
  var hasEntered = false

  mutating func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    hasEntered = hasEntered || inside.contains(sample.sample.location)
    return hasEntered ? .pass : .wait
  }
}

/// Takes too large a contact for a palm.
struct SizeStage: FilterStage {
  let maximum: Double

  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    isPalm(sample) ? .reject : .pass
  }

  func isPalm(_ sample: FilterSample) -> Bool { Double(sample.major) >= maximum }
}

/// Lets a contact begin once it has been down for some time, where it then is; one that lifts earlier is no touch. One
/// of iOS's touch accommodations, for hands that tremble.
struct HoldDurationStage: FilterStage {
  let duration: Interval
  var landing = Timestamp.zero

  mutating func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    if isFirst { landing = sample.time }
    let due = landing + duration
    return sample.time >= due ? .pass : .hold(until: due)
  }
}

/// Smooths a slow finger much and a fast one little, which trades jitter against lag: the 1 € filter (Casiez, Roussel
/// and Vogel, "1 € Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive Systems", CHI 2012).
///
/// It differs from the pseudo code of the paper in two points. The speed is that of the raw locations, as in the
/// authors' OneEuroFilter.cc: the distance from a smoothed location contains the lag, so that the lag would depend on
/// how often a panel reports. And both axes have one cutoff, by the speed along the path: with a cutoff for each, the
/// axes would lag by different times, and a straight drag would leave its line.
struct SmoothStage: FilterStage {
  /// The cutoff of the low-pass for the velocity, in hertz: the paper's value for all its examples.
  static let velocityCutoff = 1.0

  /// The cutoff for a finger that rests, in hertz.
  let cutoff: Double
  /// By how many hertz the cutoff grows for each point per second.
  let beta: Double
  var raw = Point.zero
  var smooth = Point.zero
  /// In points per second, behind its own low-pass.
  var velocity = Point.zero
  var time = Timestamp.zero

  mutating func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict {
    let location = sample.sample.location
    if isFirst {
      (smooth, velocity) = (location, .zero)
    } else {
      // A clock that goes backwards counts as one that stands still; it goes on from where it is now.
      let elapsed = max((sample.time - time).seconds, 0)
      velocity = LowPass(cutoff: Self.velocityCutoff).velocity(velocity, moved: location - raw, in: elapsed)
      let speed = velocity.distance(to: .zero)
      smooth = LowPass(cutoff: cutoff + beta * speed).location(smooth, to: location, in: elapsed)
      sample.sample.location = smooth
    }
    (raw, time) = (location, sample.time)
    return .pass
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
