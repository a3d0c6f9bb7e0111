package import Dispatcher

/// The pauses between connections: longer after each failure, and never the same for two programs.
package struct BackOff: Sendable {
  private let (shortest, longest, good): (Interval, Interval, Interval)
  private var pause: Interval

  /// Pauses as of a broker: one that comes back has a whole fleet within two minutes, and not at once.
  ///
  /// - Parameters:
  ///   - shortest: between the first two tries. (O)
  ///   - longest: what it doubles up to. (O)
  ///   - good: a connection that lasted so long was a good one. A server that accepts and then closes is no better than
  ///     one that is offline. (O)
  package init(
    from shortest: Interval = .seconds(1), to longest: Interval = .seconds(120), good: Interval = .seconds(30)
  ) {
    (self.shortest, self.longest, self.good, pause) = (shortest, longest, good, shortest)
  }

  /// The pause before the next try: between half of what is due and all of it.
  ///
  /// - Parameter random: a number of a range, each as likely.
  package mutating func next(_ random: (ClosedRange<Int64>) -> Int64 = { .random(in: $0) }) -> Interval {
    let due = pause.microseconds
    pause = min(longest, Interval(microseconds: 2 * due))
    return Interval(microseconds: random(due / 2...due))
  }

  /// A connection has ended after so long.
  package mutating func connectionEnded(after duration: Interval) {
    if duration >= good { pause = shortest }
  }
}
