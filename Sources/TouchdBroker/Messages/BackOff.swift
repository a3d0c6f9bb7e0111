import Dispatcher

/// The pauses between connections to a broker: longer after each failure, and never the same for two kiosks.
struct BackOff: Sendable {
  /// Between the first two tries. (O)
  static let shortest = Interval.seconds(1)
  /// A broker that comes back has a whole fleet within this time, and not at once. (O)
  static let longest = Interval.seconds(120)
  /// A connection that lasted so long was a good one. A broker that accepts and then closes is no better than one that
  /// is away. (O)
  static let goodConnection = Interval.seconds(30)

  private var pause = shortest

  /// The pause before the next try: between half of what is due and all of it.
  ///
  /// - Parameter random: a number of a range, each as likely.
  mutating func next(_ random: (ClosedRange<Int64>) -> Int64 = { .random(in: $0) }) -> Interval {
    let due = pause.microseconds
    pause = min(Self.longest, Interval(microseconds: 2 * due))
    return Interval(microseconds: random(due / 2...due))
  }

  /// A connection has ended after so long.
  mutating func connectionEnded(after duration: Interval) {
    if duration >= Self.goodConnection { pause = Self.shortest }
  }
}
