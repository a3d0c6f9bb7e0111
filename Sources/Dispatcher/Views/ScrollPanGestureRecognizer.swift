/// The pan of a scroll view: catches content that moves, and does not begin along an axis on which nothing would.
///
/// A finger that lands on content which decelerates drags it at once: it is no tap, and nothing of the content's.
final class ScrollPanGestureRecognizer: PanGestureRecognizer {
  /// The way of the fingers by which it wanted to begin, in points of the screen.
  private(set) var way = Point.zero

  /// Way of the fingers from their downs when it began, in the scroll view's coordinates.
  private(set) var travel = Point.zero

  /// Whether a finger caught the content while it decelerated: then there is no hysteresis.
  private(set) var hasCaught = false

  private var scrollView: ScrollView? { view as? ScrollView }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    let isCatch = scrollView?.isDecelerating == true
    scrollView?.stop()
    super.touchesBegan(touches, with: event)
    guard isCatch, state == .possible, touches.count >= minimumNumberOfTouches else { return }
    hasCaught = true
    state = .began
  }

  override func decide(_ way: Point) {
    self.way = way
    let axes = scrollView?.scrollableAxes ?? .both
    super.decide(axes == .both || axes.isEmpty ? way : part(of: way, along: axes))
  }

  /// The part of a way along some axes of the view.
  private func part(of way: Point, along axes: ScrollAxes) -> Point {
    convert(way: axes.part(of: convert(way: way, to: view)), from: view)
  }

  override func begins(with event: Event) {
    travel = translation(in: view)
    super.begins(with: event)
  }

  override func fails(with event: Event) { scrollView?.contentDelay.panFails(with: event) }

  override func reset() {
    scrollView?.fingersLeft()
    (way, travel, hasCaught) = (.zero, .zero, false)
    super.reset()
  }
}

/// Some of the two axes of a view.
struct ScrollAxes: OptionSet {
  let rawValue: UInt8

  static let horizontal = ScrollAxes(rawValue: 1)
  static let vertical = ScrollAxes(rawValue: 2)
  static let both: ScrollAxes = [.horizontal, .vertical]

  /// The part of a way along them.
  func part(of way: Point) -> Point {
    Point(x: contains(.horizontal) ? way.x : 0, y: contains(.vertical) ? way.y : 0)
  }
}

/// Keeps touches from what is in a scroll view for a moment, in case they become a drag.
///
/// It holds their calls as any recognizer does that delays began, and recognizes nothing: of each touch it lets go when
/// its time is over, when the finger lifts, or when the scroll view's pan has failed. If that takes the touch before,
/// the calls are dropped.
final class ContentDelayGestureRecognizer: GestureRecognizer {
  /// From the down.
  var delay = Thresholds.Scroll().contentDelay

  override init() {
    super.init()
    cancelsTouchesInView = false
    delaysTouchesBegan = true
    delaysTouchesEnded = false
  }

  override package var isInternal: Bool { true }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    // What the pan does not get, becomes no drag.
    let pan = (view as? ScrollView)?.pan
    release(touches.filter { touch in !touch.contact.recognizers.contains { $0 === pan } }, for: event)
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event) { release(touches, for: event) }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { release(touches, for: event) }

  /// Wherever the finger goes, only time and the pan matter.
  override var restingDistance: Double { .infinity }

  override var deadline: Timestamp? { touches.first.map { $0.contact.downTime + delay } }

  override func deadlineReached(with event: Event) {
    guard let deadline else { return }
    release(touches.filter { $0.contact.downTime + delay <= deadline }, for: event)
  }

  /// No drag comes of its touches any more.
  func panFails(with event: Event) { release(touches, for: event) }

  private func release(_ touches: some Sequence<Touch>, for event: Event) {
    for touch in touches { ignore(touch, for: event) }
  }
}

/// The calls of `scrollViewDidScroll` that are running in a tree of views, each in the middle of the one before.
///
/// A delegate may scroll another view, whose delegate scrolls the first one. That ends where both agree. Where they
/// never do, each call would lead to the next until no stack is left.
struct NestedScrolls {
  /// Views that follow each other agree after two calls, a row of views of which each follows the one before after as
  /// many as there are views. This many leave most of a stack of 8 MB to what delegates do. (O)
  static let limit: UInt16 = 256

  private var depth: UInt16 = 0
  /// Whether the limit was reached: no further call until the first one has ended, or where a delegate scrolls several
  /// views, the calls would double at each step.
  private var isSpent = false

  /// Counts a call that is to begin.
  ///
  /// - Returns: whether it may.
  mutating func begin() -> Bool {
    if depth == Self.limit { isSpent = true }
    guard !isSpent else { return false }
    depth += 1
    return true
  }

  mutating func end() {
    depth -= 1
    if depth == 0 { isSpent = false }
  }
}
