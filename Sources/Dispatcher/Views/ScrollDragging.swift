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
    switch pan.committedState {
    case .began: beginDragging()
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
    let start = Point(x: ranges.x.asked(for: contentOffset.x), y: ranges.y.asked(for: contentOffset.y))
    drag = ScrollDrag(start: start, axes: lockedAxes)
    delegate?.scrollViewWillBeginDragging(self)
  }

  private final func follow() {
    guard let asked = askedOffset else { return }
    let ranges = self.ranges
    scroll(to: Point(x: ranges.x.shown(asked.x), y: ranges.y.shown(asked.y)))
  }

  private final func endDragging(cancelled: Bool) {
    guard let asked = askedOffset, let time = pan.attempt.last?.event.timestamp else { return }
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

  /// Shows another part of the content.
  final func scroll(to offset: Point) {
    guard offset != bounds.origin else { return }
    bounds.origin = offset
    delegate?.scrollViewDidScroll(self)
  }

  /// Lets what is going on go on from another offset.
  final func goOn(from offset: Point) {
    let ranges = self.ranges
    if let drag {
      let asked = Point(x: ranges.x.asked(for: offset.x), y: ranges.y.asked(for: offset.y))
      self.drag?.start = asked + drag.axes.part(of: pan.translation(in: self))
    }
    motion?.restart(from: offset, in: ranges, rate: thresholds.decelerationRate)
  }

  // MARK: Where it can go

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
    guard isDirectionalLockEnabled else { return axes }
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
