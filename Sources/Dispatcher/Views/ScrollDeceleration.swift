// Content that goes on by itself.
extension ScrollView: TimedObject {
  final var deadline: Timestamp? { motion?.deadline }

  final func deadlineReached(at time: Timestamp) {
    guard window != nil else { return comeToRest() }
    guard let step = motion?.step() else { return }
    if step.isLast { motion = nil }
    scroll(to: step.offset)
    if motion == nil { tellEnd() }
  }

  /// Lets the content go on with a velocity of its offset, in points a second; at once to where it comes to rest, where
  /// nobody keeps the time or the view does not scroll any more.
  final func decelerate(_ velocity: Point, at time: Timestamp) {
    let motion = ScrollMotion(
      from: contentOffset, velocity: velocity, in: ranges, rate: thresholds.decelerationRate, at: time)
    guard !motion.isStill, isScrollEnabled, let timeKeeper else { return scroll(to: motion.rest) }
    self.motion = motion
    timeKeeper.keepTime(for: self)
  }

  /// A finger came down on the content.
  final func catchContent() { stop() }

  /// The last finger has gone, and may have caught the content beyond its end.
  final func fingersLeft(at time: Timestamp) {
    if drag == nil, motion == nil { decelerate(.zero, at: time) }
  }

  /// Lets the content stay where it is.
  final func stop() {
    guard motion != nil else { return }
    motion = nil
    timeKeeper?.keepTime(for: self)
    tellEnd()
  }

  /// Stops the content, within its ends.
  final func comeToRest() {
    stop()
    let ranges = self.ranges
    if drag == nil {
      scroll(to: Point(x: ranges.x.clamp(contentOffset.x), y: ranges.y.clamp(contentOffset.y)))
    }
  }

  private final func tellEnd() {
    guard owesEnd else { return }
    owesEnd = false
    delegate?.scrollViewDidEndDecelerating(self)
  }

  private final var timeKeeper: (any TimeKeeper)? { window?.application as? any TimeKeeper }
}
