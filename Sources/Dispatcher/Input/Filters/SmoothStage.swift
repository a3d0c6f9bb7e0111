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
  /// What is known of each slot's contact.
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
