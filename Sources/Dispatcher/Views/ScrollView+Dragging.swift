/// A drag of content.
struct ScrollDrag {
  /// The offset that the finger asked for when it began.
  var start: Point
  /// The axes along which it moves the content.
  let axes: ScrollAxes
}

// The content under a finger.
extension ScrollView {
  /// The pan began, changed or is over.
  final func panChanged() {
    switch pan.attempt?.state ?? .possible {
    case .began:
      beginDragging()
      follow()
    case .changed: follow()
    case .ended:
      follow()
      endDragging(cancelled: false)
    case .cancelled: endDragging(cancelled: true)
    case .possible, .failed: break
    }
  }

  private final func beginDragging() {
    let ranges = self.ranges
    let asked = Point(x: ranges.x.asked(for: contentOffset.x), y: ranges.y.asked(for: contentOffset.y))
    let axes = lockedAxes
    drag = ScrollDrag(start: asked - lead(along: axes), axes: axes)
    delegate?.scrollViewWillBeginDragging(self)
  }

  /// How far the fingers have gone when the drag begins, less the hysteresis, which moves nothing. (M)
  private final func lead(along axes: ScrollAxes) -> Point {
    let way = axes.part(of: pan.travel)
    guard !pan.hasCaught else { return way }
    let length = pan.convert(way: way, from: self).distance(to: .zero)
    guard length > pan.thresholds.hysteresis else { return .zero }
    let part = 1 - pan.thresholds.hysteresis / length
    return Point(x: way.x * part, y: way.y * part)
  }

  private final func follow() {
    guard let asked = askedOffset else { return }
    let ranges = self.ranges
    scroll(to: Point(x: ranges.x.shown(asked.x), y: ranges.y.shown(asked.y)))
  }

  private final func endDragging(cancelled: Bool) {
    guard let asked = askedOffset, let time = pan.attempt?.lastTime else { return }
    let ranges = self.ranges
    let velocity = cancelled ? .zero : pan.velocity(in: self)
    let axes = drag?.axes ?? .both
    drag = nil
    decelerate(
      axes.part(
        of: Point(x: -velocity.x * ranges.x.slope(asked.x), y: -velocity.y * ranges.y.slope(asked.y))),
      at: time)
    owesEnd = isDecelerating
    delegate?.scrollViewDidEndDragging(self, willDecelerate: isDecelerating)
  }

  /// The offset that the finger asks for.
  private final var askedOffset: Point? {
    guard let drag else { return nil }
    return drag.start - drag.axes.part(of: pan.translation(in: self))
  }

  /// Shows another part of the content, and tells the delegate.
  final func scroll(to offset: Point) {
    guard offset != bounds.origin else { return }
    isScrolling = true
    bounds.origin = offset
    isScrolling = false
    tellMove()
  }

  /// Tells the delegate that the content moved, unless too many such calls are running.
  private final func tellMove() {
    let top = topmost
    guard top.nestedScrolls.begin() else {
      return warn(
        .scrolling,
        "it was scrolled from \(NestedScrolls.limit) calls of scrollViewDidScroll, each in the one before; its "
          + "delegate was not told")
    }
    delegate?.scrollViewDidScroll(self)
    top.nestedScrolls.end()
  }

  /// Lets what is going on go on from another offset.
  final func goOn(from offset: Point) {
    let ranges = self.ranges
    if let drag {
      let asked = Point(x: ranges.x.asked(for: offset.x), y: ranges.y.asked(for: offset.y))
      self.drag?.start = asked + drag.axes.part(of: pan.translation(in: self))
    }
    switch course {
    case .deceleration(var motion)?:
      motion.restart(from: offset, in: ranges, rate: thresholds.decelerationRate)
      course = .deceleration(motion)
    case .animation?: stop()
    case nil: break
    }
  }

  /// Keeps the content within its ends, which are others than before; a finger that holds it sees them when it moves.
  final func rangeDidChange() {
    guard drag == nil else { return }
    switch course {
    case .deceleration?: goOn(from: contentOffset)
    case .animation(var animation)?:
      animation.retarget(clamp(animation.target))
      course = .animation(animation)
    case nil: scroll(to: clamp(contentOffset))
    }
  }

  /// The nearest offset at which the content may rest.
  final func clamp(_ offset: Point) -> Point {
    let ranges = self.ranges
    return Point(x: ranges.x.clamp(offset.x), y: ranges.y.clamp(offset.y))
  }

  // MARK: Where it can go

  /// The least and the greatest offset at which the content may rest.
  package final var offsetRange: (minimum: Point, maximum: Point) {
    let ranges = self.ranges
    return (Point(x: ranges.x.minimum, y: ranges.y.minimum), Point(x: ranges.x.maximum, y: ranges.y.maximum))
  }

  /// The axes along which the content is larger than the view.
  final var scrollableAxes: ScrollAxes {
    let inset = contentInset
    var axes = ScrollAxes()
    if contentSize.width + inset.left + inset.right > bounds.size.width { axes.insert(.horizontal) }
    if contentSize.height + inset.top + inset.bottom > bounds.size.height { axes.insert(.vertical) }
    return axes
  }

  /// The axes along which a drag moves the content: where it fits into the view, both, if it bounces.
  private final var movableAxes: ScrollAxes {
    let axes = scrollableAxes
    return axes.isEmpty && bounces ? .both : axes
  }

  /// The axes along which the drag that begins moves the content.
  private final var lockedAxes: ScrollAxes {
    let axes = movableAxes
    // A finger that catches the content goes nowhere yet.
    guard isDirectionalLockEnabled, !pan.hasCaught else { return axes }
    let way = axes.part(of: pan.convert(way: pan.way, to: self))
    if abs(way.y) <= abs(way.x) * thresholds.directionalLock { return .horizontal }
    if abs(way.x) <= abs(way.y) * thresholds.directionalLock { return .vertical }
    return axes
  }

  /// How far the content can be scrolled along each axis.
  final var ranges: (x: ScrollRange, y: ScrollRange) {
    let (axes, size, inset) = (movableAxes, bounds.size, contentInset)
    func range(_ axis: ScrollAxes, from start: Double, to end: Double, in length: Double) -> ScrollRange {
      ScrollRange(
        minimum: -start, maximum: max(-start, end - length), gives: axes.contains(axis), bounces: bounces,
        band: RubberBand(coefficient: thresholds.rubberBand, length: length))
    }
    return (
      range(.horizontal, from: inset.left, to: contentSize.width + inset.right, in: size.width),
      range(.vertical, from: inset.top, to: contentSize.height + inset.bottom, in: size.height)
    )
  }
}
