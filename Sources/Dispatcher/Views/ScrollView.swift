/// A view that shows a part of something larger, its content, and lets a finger move it.
///
/// Content is what lies below it in the tree; the part is chosen by the origin of its bounds (``contentOffset``), so
/// hit tests always see what is shown. A drag is its ``panGestureRecognizer``'s; when the finger lets go, the content
/// decelerates, and swings back where it was pulled beyond its ends.
///
/// Touches are kept from the content for a moment (``delaysContentTouches``), in case they become a drag. What is
/// handed on to a scroll view by its content, or hits it, goes no further up the chain, unless a plugin with `forwards`
/// is bound to its touches.
///
/// While content goes on by itself, a finger that comes down on it stops it, and hits the scroll view: it is not meant
/// for what came by just then. Where the content decelerated, the finger drags it at once, without the pan's
/// hysteresis, so it is neither a tap nor a touch of the scroll view.
open class ScrollView: View {
  /// Drags the content; its name is the view's, with `.pan`. Its delegate, fingers and thresholds may be changed.
  public final var panGestureRecognizer: PanGestureRecognizer { pan }
  /// Is notified of what the content does; not kept.
  public final weak var delegate: (any ScrollViewDelegate)?
  /// Size of the content, in its own coordinates, from (0, 0). It can be scrolled along an axis on which it is
  /// larger than the view.
  ///
  /// Set it before ``contentOffset``, which stays within the content.
  public final var contentSize = Size.zero {
    didSet {
      if contentSize.width.isFinite, contentSize.height.isFinite { return rangeDidChange() }
      let refused = contentSize
      contentSize = oldValue
      warnOfGeometry("the content size (\(refused.width), \(refused.height)) was refused")
    }
  }
  /// Distances beyond its edges to which the content can be scrolled.
  public final var contentInset = EdgeInsets.zero {
    didSet {
      let inset = contentInset
      if [inset.top, inset.left, inset.bottom, inset.right].allSatisfy(\.isFinite) {
        return rangeDidChange()
      }
      contentInset = oldValue
      warnOfGeometry("the content inset \(inset) was refused")
    }
  }

  /// Whether fingers move the content. Switched off, the content comes to rest at once; the view takes touches as
  /// before, and keeps none from the content.
  public final var isScrollEnabled = true {
    didSet {
      pan.isEnabled = isScrollEnabled
      contentDelay.isEnabled = delaysContentTouches && isScrollEnabled
      if !isScrollEnabled { comeToRest() }
    }
  }
  /// Whether the content follows a finger beyond its ends and swings back. If so, content that fits into the view does,
  /// too.
  public final var bounces = true
  /// Whether a drag that begins along one axis keeps to it; one that begins between them moves along both.
  public final var isDirectionalLockEnabled = false
  /// Whether touches are kept from the content, and from the scroll view itself, until it is clear that they are no
  /// drag: until some time has passed (``Thresholds/Scroll/contentDelay``), or the finger lifts.
  public final var delaysContentTouches = true {
    didSet { contentDelay.isEnabled = delaysContentTouches && isScrollEnabled }
  }
  /// Whether a drag may take a touch from content that has begun to handle it; if not, the drag does not begin.
  public final var canCancelContentTouches = true
  /// Numbers of the delay of touches on the content, and of the content that comes to rest.
  public final var thresholds = Thresholds.Scroll() {
    didSet { contentDelay.delay = thresholds.contentDelay }
  }

  final let pan = ScrollPanGestureRecognizer()
  final let contentDelay = ContentDelayGestureRecognizer()
  /// The drag that goes on.
  final var drag: ScrollDrag?
  /// Motion of the content by itself.
  final var course: (any ScrollCourse)?
  /// Whether it sets its own bounds.
  final var isScrolling = false
  /// Whether the delegate waits for the end of that.
  final var owesEnd = false

  override var clipsToBounds: Bool { true }

  public override init(frame: Rect) {
    super.init(frame: frame)
    // What does nothing need not be called for each move.
    if type(of: self) == ScrollView.self { mayOverrideTouches = false }
    addGestureRecognizer(contentDelay)
    addGestureRecognizer(pan)
    pan.name = "\(identifier).pan"
    // Content hears of each finger that lifts, also while another one may still become a drag.
    pan.delaysTouchesEnded = false
    pan.addInternalAction { [weak self] _ in self?.panChanged() }
  }

  /// Names the pan after the view, unless a program gave it another name.
  override func identifierDidChange(from old: String) {
    if pan.name == "\(old).pan" { pan.name = "\(identifier).pan" }
  }

  /// Whether a finger that may drag the content is down.
  public final var isTracking: Bool { pan.touches.contains(where: \.contact.isDown) }
  /// Whether a finger drags the content.
  public final var isDragging: Bool { drag != nil }
  /// Whether the content goes on by itself after a finger let go of it.
  public final var isDecelerating: Bool { course is ScrollMotion }

  /// The point of the content at the view's upper left corner; beyond the content while it is pulled there. Set, it is
  /// clamped to the range of the content, which goes on from there if it is being dragged or decelerates. So is the
  /// origin of ``View/bounds``.
  public final var contentOffset: Point {
    get { bounds.origin }
    set {
      guard newValue.isFinite else {
        return warnOfGeometry("the offset (\(newValue.x), \(newValue.y)) was refused")
      }
      let offset = clamp(newValue)
      scroll(to: offset)
      goOn(from: offset)
    }
  }

  /// Shows another part of the content, clamped to its range, and stops what it does by itself.
  ///
  /// Animated, it gets there in 0.3 s, by the cubic 3t² − 2t³ of UIKit's ease-in-ease-out, in steps of a sixtieth of a
  /// second from the latest moment that the application knows; a finger that comes down, or begins to drag, stops it.
  /// Without a window, and under a finger that drags it, it is there at once.
  public final func setContentOffset(_ offset: Point, animated: Bool) {
    guard offset.isFinite else { return contentOffset = offset }
    if animated { return animate(to: clamp(offset)) }
    stop()
    contentOffset = offset
  }

  /// Scrolls by the view's own height or width.
  ///
  /// - Returns: whether there was more to show.
  open override func accessibilityScroll(_ direction: AccessibilityScrollDirection) -> Bool {
    let (old, size) = (contentOffset, bounds.size)
    let way =
      switch direction {
      case .up: Point(x: 0, y: size.height)
      case .down: Point(x: 0, y: -size.height)
      case .left: Point(x: size.width, y: 0)
      case .right: Point(x: -size.width, y: 0)
      }
    setContentOffset(old + way, animated: false)
    return contentOffset != old
  }

  // MARK: For subclasses

  /// Whether touches go to a view of the content. Asked when they are about to, which is after the delay; after a no,
  /// the view receives none of their calls.
  open func touchesShouldBegin(_ touches: Set<Touch>, with event: Event, in view: View) -> Bool { true }

  /// Whether a drag may take touches from a view of the content that has begun to handle them; not from a ``Control``,
  /// unless overridden. Not asked where ``canCancelContentTouches`` is false.
  open func touchesShouldCancel(in view: View) -> Bool { !(view is Control) }

  /// No for its pan where nothing would move, where content does not let go of a touch, and where a scroll view above
  /// can scroll and this one cannot.
  open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    recognizer === pan ? mayDrag : super.gestureRecognizerShouldBegin(recognizer)
  }

  /// The view itself while its content goes on by itself.
  open override func hitTest(_ point: Point, with event: Event?) -> View? {
    guard course != nil else { return super.hitTest(point, with: event) }
    return isHittable && self.point(inside: point, with: event) ? answer : nil
  }

  // MARK: Touches

  // They go no further. A plugin that is bound to them says itself whether they do.

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    if touchHandler != nil { super.touchesBegan(touches, with: event) }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    if touchHandler != nil { super.touchesMoved(touches, with: event) }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    if touchHandler != nil { super.touchesEnded(touches, with: event) }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    if touchHandler != nil { super.touchesCancelled(touches, with: event) }
  }

  override func boundsChanged(from old: Rect) {
    guard !isScrolling else { return }
    if bounds.size == old.size { goOn(from: clamp(bounds.origin)) }
    rangeDidChange()
  }

  override var descriptionDetails: [String] {
    [
      "contentOffset = \(contentOffset.words)",
      "contentSize = {\(short(contentSize.width)), \(short(contentSize.height))}",
    ]
  }
}

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
    let (ranges, axes) = (self.ranges, lockedAxes)
    let asked = Point(x: ranges.x.asked(for: contentOffset.x), y: ranges.y.asked(for: contentOffset.y))
    drag = ScrollDrag(start: asked - lead(along: axes), axes: axes)
    // The finger was down already when a program sent the content elsewhere.
    stop()
    delegate?.scrollViewWillBeginDragging(self)
  }

  /// Way of the fingers when the drag begins, less the hysteresis, which moves nothing. (M)
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
    guard let asked = askedOffset else { return }
    let ranges = self.ranges
    let velocity = cancelled ? .zero : pan.velocity(in: self)
    let axes = drag?.axes ?? .both
    drag = nil
    decelerate(
      axes.part(
        of: Point(x: -velocity.x * ranges.x.slope(asked.x), y: -velocity.y * ranges.y.slope(asked.y))))
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
    guard var motion = course as? ScrollMotion else { return stop() }
    motion.restart(from: offset, in: ranges, rate: thresholds.decelerationRate)
    course = motion
  }

  /// Keeps the content within its ends, which are others than before; a finger that holds it sees them when it moves.
  final func rangeDidChange() {
    guard drag == nil else { return }
    if var animation = course as? ScrollAnimation {
      animation.retarget(clamp(animation.target))
      course = animation
    } else if course != nil {
      goOn(from: contentOffset)
    } else {
      scroll(to: clamp(contentOffset))
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

  /// Range of the offset along each axis.
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

// Whether the content of a scroll view gets a touch, or its drag does.
extension ScrollView {
  /// Whether the pan, which wants to begin, may.
  final var mayDrag: Bool {
    guard isScrollEnabled, letsGo else { return false }
    if pan.hasCaught { return true }
    let axes = scrollableAxes
    if axes.isEmpty { return bounces && !outerScrollViews.contains { !$0.scrollableAxes.isEmpty } }
    return hasRoom(for: pan.way) || !outerScrollViews.contains { $0.hasRoom(for: pan.way) }
  }

  /// Whether the content lets go of the touches that it has begun to handle.
  private final var letsGo: Bool {
    pan.touches.allSatisfy { touch in
      guard touch.contact.isDown, touch.contact.standing == .given,
        let content = touch.contact.view, content !== self
      else { return true }
      return canCancelContentTouches && touchesShouldCancel(in: content)
    }
  }

  /// Whether the content can go on with fingers that go some way across the screen: along the axis on which they go
  /// further, of those on which it can be scrolled.
  private final func hasRoom(for way: Point) -> Bool {
    let (axes, offset, ranges) = (scrollableAxes, contentOffset, self.ranges)
    let own = axes.part(of: pan.convert(way: way, to: self))
    guard !axes.isEmpty else { return false }
    // The content comes from where the finger goes.
    return abs(own.x) >= abs(own.y) && axes.contains(.horizontal)
      ? ranges.x.hasRoom(at: offset.x, towards: -own.x) : ranges.y.hasRoom(at: offset.y, towards: -own.y)
  }

  /// The scroll views above this one whose pan may take the same touches.
  private final var outerScrollViews: [ScrollView] {
    withSuperviews.dropFirst().compactMap { $0 as? ScrollView }.filter { scrollView in
      scrollView.pan.attempt?.state ?? .possible == .possible
        && pan.attempt?.contacts.contains { $0.recognizers.contains { $0 === scrollView.pan } } == true
    }
  }
}

/// Is notified of what a scroll view's content does; a delegate implements the methods that it needs.
///
/// A scroll view does not keep its delegate.
public protocol ScrollViewDelegate: AnyObject {
  /// The content moved, by a finger, by itself or by ``ScrollView/contentOffset``. Not called where 256 such calls in
  /// one tree of views are running, each in the middle of the one before (see ``Misuse/Kind/scrolling``).
  func scrollViewDidScroll(_ scrollView: ScrollView)

  /// A finger begins to drag the content.
  func scrollViewWillBeginDragging(_ scrollView: ScrollView)

  /// The fingers let go, or were cancelled. Comes once after each ``scrollViewWillBeginDragging(_:)``.
  ///
  /// - Parameter decelerate: whether the content goes on by itself.
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool)

  /// The content is where ``ScrollView/setContentOffset(_:animated:)`` sent it, or was stopped on its way. Comes once
  /// for each animation.
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)

  /// The content came to rest, or was stopped. Comes once where the drag's end said that it would decelerate.
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView)
}

/// Defaults of the delegate's answers.
extension ScrollViewDelegate {
  /// By default, does nothing.
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}
  /// By default, does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
  /// By default, does nothing.
  public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {}
  /// By default, does nothing.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}
  /// By default, does nothing.
  public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}
}
