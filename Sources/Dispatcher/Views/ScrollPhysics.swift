/// UIKit's rubber band: beyond its end, content follows a finger less and less, and never by as much as the view is
/// long.
struct RubberBand {
  /// The part of a short way that the content follows.
  let coefficient: Double
  /// Length of the view along the axis, in points.
  let length: Double

  /// Distance of the content beyond its end for a distance of the finger.
  func stretch(_ distance: Double) -> Double {
    guard length > 0, distance > 0 else { return 0 }
    return (1 - 1 / factor(distance)) * length
  }

  /// Distance of the finger for a distance of the content beyond its end; a stretch counts up to `greatestPart`.
  func distance(stretching stretch: Double) -> Double {
    guard length > 0, coefficient > 0, stretch > 0 else { return 0 }
    let part = min(stretch / length, Self.greatestPart)
    return (1 / (1 - part) - 1) * length / coefficient
  }

  /// Speed of the content for each unit of the finger's, at a distance of the finger beyond the end.
  func slope(_ distance: Double) -> Double {
    guard length > 0 else { return 0 }
    return coefficient / (factor(distance) * factor(distance))
  }

  private func factor(_ distance: Double) -> Double { distance * coefficient / length + 1 }

  /// No finger stretches a band by more than this part of the view: it is a thousand views away. (O)
  private static let greatestPart = 0.999
}

/// Content that no finger holds loses a part of its velocity in each millisecond.
struct Deceleration {
  let start: Double
  /// Points a second.
  let velocity: Double
  /// The part of the velocity that is left after each millisecond.
  let rate: Double

  init(start: Double, velocity: Double, rate: Double) {
    self.start = start
    self.velocity = velocity
    self.rate = min(max(rate, 0), Self.greatestRate)
  }

  /// The way to where it comes to rest: the sum of what it goes in each millisecond.
  var distance: Double { velocity / 1000 / (1 - rate) }

  /// The place where it comes to rest.
  var end: Double { start + distance }

  func position(after seconds: Double) -> Double { start + distance * (1 - power(rate, 1000 * seconds)) }

  func velocity(after seconds: Double) -> Double { velocity * power(rate, 1000 * seconds) }

  /// Time at which it reaches a position; `nil` if it never does.
  func time(until position: Double) -> Double? {
    let part = (position - start) / distance
    guard part >= 0, part < 1 else { return nil }
    return naturalLogarithm(1 - part) / (1000 * naturalLogarithm(rate))
  }

  /// Time until the rest of the way is too short to be seen.
  var duration: Double {
    let way = abs(distance)
    guard way > Self.invisible else { return 0 }
    return naturalLogarithm(Self.invisible / way) / (1000 * naturalLogarithm(rate))
  }

  /// Half a point, to which screens round. (O)
  static let invisible = 0.5
  /// More than this is left of nothing that comes to rest within a minute. (O)
  private static let greatestRate = 0.9999
}

/// Content that swings back to its end without going past it again: a critically damped spring.
struct Spring {
  /// Distance beyond the end, in points; negative before it.
  let displacement: Double
  /// Points a second.
  let velocity: Double

  func displacement(after seconds: Double) -> Double {
    (displacement + slope * seconds) * exponential(-Self.frequency * seconds)
  }

  func velocity(after seconds: Double) -> Double {
    (slope - Self.frequency * (displacement + slope * seconds)) * exponential(-Self.frequency * seconds)
  }

  /// The longest time until the rest of the way is too short to be seen.
  var duration: Double {
    // Each of the two parts of the way is down to half of what can be seen.
    let first = naturalLogarithm(2 * abs(displacement) / Deceleration.invisible)
    let second = naturalLogarithm(4 * abs(slope) / (exponential(1) * Self.frequency * Deceleration.invisible))
    return max(0, first, 2 * second) / Self.frequency
  }

  private var slope: Double { velocity + Self.frequency * displacement }

  /// Per second: a mass of 1 on a spring of 100, as UIKit's scroll views swing. (P)
  private static let frequency = 10.0
}

/// Range of the offset along one axis.
struct ScrollRange {
  /// The offset at the content's beginning, less the inset there.
  let minimum: Double
  /// The offset at the content's end and the inset there; the minimum where all of it fits into the view.
  let maximum: Double
  /// Whether a drag moves the content along this axis.
  let gives: Bool
  /// Whether it goes beyond its ends and swings back.
  let bounces: Bool
  let band: RubberBand

  /// The nearest offset at which content may rest.
  func clamp(_ offset: Double) -> Double { min(max(offset, minimum), maximum) }

  /// The offset that is shown where the finger asks for another.
  func shown(_ asked: Double) -> Double {
    let edge = clamp(asked)
    guard bounces else { return edge }
    return asked > edge ? edge + band.stretch(asked - edge) : edge - band.stretch(edge - asked)
  }

  /// The offset that a finger would ask for to have one shown.
  func asked(for shown: Double) -> Double {
    let edge = clamp(shown)
    guard bounces else { return edge }
    return shown > edge
      ? edge + band.distance(stretching: shown - edge) : edge - band.distance(stretching: edge - shown)
  }

  /// Speed of the content for each unit of the finger's, at the offset that the finger asks for.
  func slope(_ asked: Double) -> Double {
    let distance = abs(asked - clamp(asked))
    guard gives, bounces || distance == 0 else { return 0 }
    return distance == 0 ? 1 : band.slope(distance)
  }

  /// Whether the content can go on from an offset, in the direction of a sign, before it is at its end.
  func hasRoom(at offset: Double, towards sign: Double) -> Bool {
    sign > 0 ? offset < maximum : offset > minimum
  }
}
