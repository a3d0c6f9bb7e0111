// Content that goes on by itself.
extension ScrollView: TimedObject {
  final var deadline: Timestamp? { course?.deadline }

  final func deadlineReached(at time: Timestamp) {
    guard window != nil else { return comeToRest() }
    guard let step = course?.step() else { return }
    let ending = step.isLast ? course : nil
    if step.isLast { course = nil }
    scroll(to: step.offset)
    if let ending, course == nil { tellEnd(of: ending) }
  }

  /// Lets the content go on with a velocity of its offset, in points a second; at once to where it comes to rest, where
  /// no application keeps the time or the view does not scroll any more.
  final func decelerate(_ velocity: Point, at time: Timestamp) {
    let motion = ScrollMotion(
      from: contentOffset, velocity: velocity, in: ranges, rate: thresholds.decelerationRate, at: time)
    guard !motion.isStill, isScrollEnabled, let host = window?.host else { return scroll(to: motion.rest) }
    course = .deceleration(motion)
    host.keepTime(for: self)
  }

  /// Sends the content to an offset; at once where no application keeps the time, or a finger holds it.
  final func animate(to target: Point) {
    stop()
    guard target != contentOffset else { return }
    guard drag == nil, let host = window?.host else { return contentOffset = target }
    course = .animation(ScrollAnimation(from: contentOffset, to: target, at: host.now))
    host.keepTime(for: self)
  }

  /// The last finger has gone, and may have caught the content beyond its end.
  final func fingersLeft(at time: Timestamp) {
    if drag == nil, course == nil { decelerate(.zero, at: time) }
  }

  /// Lets the content stay where it is.
  final func stop() {
    guard let course else { return }
    self.course = nil
    window?.host?.keepTime(for: self)
    tellEnd(of: course)
  }

  /// Stops the content, within its ends.
  final func comeToRest() {
    stop()
    if drag == nil { scroll(to: clamp(contentOffset)) }
  }

  private final func tellEnd(of course: ScrollCourse) {
    if case .animation = course { delegate?.scrollViewDidEndScrollingAnimation(self) }
    guard owesEnd else { return }
    owesEnd = false
    delegate?.scrollViewDidEndDecelerating(self)
  }
}
