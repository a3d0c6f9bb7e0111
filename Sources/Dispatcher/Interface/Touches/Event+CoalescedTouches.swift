/// A sample that was not delivered by itself, because deliveries lagged behind.
struct MergedMove: BitwiseCopyable {
  let move: TouchMove
  let time: Timestamp
  /// Where the contact was in the sample before, in points of the screen.
  let previousLocation: Point
}

extension Event {
  /// Every sample of a touch since it was last delivered, in order, each as it was, the last one as the touch is now.
  ///
  /// Never empty: mostly a copy of the touch alone. More are there where deliveries lagged behind, and for as long as
  /// the frame is being delivered (see ``Pipeline/coalescesLateMoves``). O(samples of the frame); makes an object for
  /// each.
  public final func coalescedTouches(for touch: Touch) -> [Touch] {
    var copies: [Touch] = []
    if touch.isReported, !merged.isEmpty { copies = mergedSamples(of: touch) }
    // A held call is of an earlier moment than the frame in which it is made.
    if copies.last?.timestamp != touch.timestamp { copies = [touch] }
    copies[copies.count - 1] = Touch(copying: touch)
    return copies
  }

  private func mergedSamples(of touch: Touch) -> [Touch] {
    merged.indices.lazy.filter { self.merged[$0].move.contact == touch.contact.id }.map { index in
      let sample = self.merged[index]
      let copy = Touch(copying: touch)
      copy.values.sample.phase = .moved
      copy.values.sample.rawX = sample.move.rawX
      copy.values.sample.rawY = sample.move.rawY
      copy.values.show(at: sample.move.location, after: sample.previousLocation, sample.time)
      return copy
    }
  }
}

extension Touch.Values {
  /// Puts the touch where it was at another moment, or will be.
  mutating func show(at location: Point, after previous: Point, _ time: Timestamp) {
    sample.location = location
    previousLocation = previous
    timestamp = time
    phase = location == previous ? .stationary : .moved
  }
}
