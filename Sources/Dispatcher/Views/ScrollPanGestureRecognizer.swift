/// The pan of a scroll view: catches content that moves, and does not begin along an axis on which nothing would.
///
/// A finger that lands on content which decelerates drags it at once: it is no tap, and nothing of the content's.
final class ScrollPanGestureRecognizer: PanGestureRecognizer {
  /// The way of the fingers by which it wanted to begin, in points of the screen.
  @exclusivity(unchecked) private(set) var way = Point.zero

  /// How far the fingers had gone from where they came down when it began, in the scroll view's coordinates.
  @exclusivity(unchecked) private(set) var travel = Point.zero

  /// Whether a finger caught the content while it decelerated: then there is no hysteresis.
  @exclusivity(unchecked) private(set) var hasCaught = false

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

  /// What of a way goes along some axes of the view.
  private func part(of way: Point, along axes: ScrollAxes) -> Point {
    convert(way: axes.part(of: convert(way: way, to: view)), from: view)
  }

  override func begins(with event: Event) {
    travel = translation(in: view)
    super.begins(with: event)
  }

  override func fails(with event: Event) { scrollView?.contentDelay.panFails(with: event) }

  override func reset() {
    if let time = attempt?.lastTime { scrollView?.fingersLeft(at: time) }
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

  /// What of a way goes along them.
  func part(of way: Point) -> Point {
    Point(x: contains(.horizontal) ? way.x : 0, y: contains(.vertical) ? way.y : 0)
  }
}
