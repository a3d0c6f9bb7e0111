/// Some of the edges of a rectangle.
@frozen public struct RectEdge: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The top edge.
  public static let top = RectEdge(rawValue: 1)
  /// The left edge.
  public static let left = RectEdge(rawValue: 2)
  /// The bottom edge.
  public static let bottom = RectEdge(rawValue: 4)
  /// The right edge.
  public static let right = RectEdge(rawValue: 8)
  /// All four edges.
  public static let all: RectEdge = [.top, .left, .bottom, .right]
}

/// A pan that comes in from an edge of the screen: starts close to it, and goes inwards at once.
///
/// Distances are points of the window's coordinates, whose bounds count as the screen. How far a finger strays along
/// the edge does not matter, nor does ``axis``. As far inwards as the hysteresis is not yet a pan; it begins beyond.
open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  /// The edges at one of which each finger must come down; none until they are set.
  public final var edges: RectEdge = []
  /// Thresholds that differ from those of a pan; the velocity's window is that of ``thresholds``.
  public final var edgeThresholds = Thresholds.ScreenEdgePan()

  /// The edges at which all fingers came down; `nil` before the first.
  private final var startEdges: RectEdge?
  private final var downTime = Timestamp.zero

  /// One finger at most, unless set otherwise.
  public override init() {
    super.init()
    maximumNumberOfTouches = 1
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    super.touchesBegan(touches, with: event)
    guard state == .possible else { return }
    if startEdges == nil { downTime = event.timestamp }
    let wanted = startEdges ?? edges
    let start = touches.reduce(wanted) { $0.intersection(edges(near: $1)) }
    startEdges = start
    if start.isEmpty { fail(remoteness(of: touches, from: wanted).map { .tooRemote($0) } ?? .elsewhere) }
  }

  /// Distance of the furthest finger's down from the nearest of some edges; `nil` if that is near enough, so that it is
  /// the edges that differ.
  private final func remoteness(of touches: Set<Touch>, from wanted: RectEdge) -> Remoteness? {
    let furthest = touches.reduce(0) { furthest, touch in
      max(
        furthest,
        distances(of: touch).reduce(.infinity) { wanted.contains($1.edge) ? min($0, $1.distance) : $0 })
    }
    let limit = edgeThresholds.edgeDistance
    return furthest > limit && furthest.isFinite ? Remoteness(furthest, from: .edge, atMost: limit) : nil
  }

  override func decide(_ way: Point) {
    guard let startEdges else { return }
    let inwards = convert(way: way, to: nil)
    let hysteresis = edgeThresholds.hysteresis
    let isInside =
      startEdges.contains(.top) && inwards.y > hysteresis
      || startEdges.contains(.left) && inwards.x > hysteresis
      || startEdges.contains(.bottom) && -inwards.y > hysteresis
      || startEdges.contains(.right) && -inwards.x > hysteresis
    if isInside { state = .began }
  }

  open override func reset() {
    super.reset()
    startEdges = nil
  }

  /// The time at which the first finger has taken too long.
  open override var deadline: Timestamp? {
    state == .possible && startEdges != nil ? downTime + edgeThresholds.maximumDuration : nil
  }

  open override func deadlineReached(with event: Event) { fail(.tooSlow) }

  /// The edges of its window that a touch is close to, or beyond.
  private final func edges(near touch: Touch) -> RectEdge {
    distances(of: touch).reduce(into: []) { edges, side in
      if side.distance <= edgeThresholds.edgeDistance { edges.insert(side.edge) }
    }
  }

  /// Distances of a touch from each edge of its window, in points.
  private final func distances(of touch: Touch) -> [(edge: RectEdge, distance: Double)] {
    guard let bounds = touch.window?.bounds else { return [] }
    let place = touch.location(in: nil)
    return [
      (.top, place.y - bounds.minY), (.left, place.x - bounds.minX), (.bottom, bounds.maxY - place.y),
      (.right, bounds.maxX - place.x),
    ]
  }
}
