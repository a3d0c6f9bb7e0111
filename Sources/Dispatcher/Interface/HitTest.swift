/// Whether a view itself may be the answer of a hit test.
public enum HitBehavior {
  /// The view and its children may be hit.
  case normal
  /// The children may be hit, the view may not.
  case passThrough
  /// Neither may; the children are not asked.
  case none
  /// The children may be hit; where the view would be the answer, another view is. Not followed any further.
  case redirect(to: Weak<View>)
}

/// A reference that does not keep its object.
public struct Weak<Object: AnyObject> {
  public private(set) weak var object: Object?

  public init(_ object: Object?) { self.object = object }
}

extension View {
  /// UIKit's rule: asked children from the front, each also where the point lies outside it, else the view itself.
  final func standardHitTest(_ point: Point, with event: Event?) -> View? {
    guard isHittable else { return nil }
    let isInside = self.point(inside: point, with: event)
    guard isInside || reachesChildren else { return nil }
    for view in subviews.reversed() {
      guard let local = view.convert(fromSuperview: point) else { continue }
      if let hit = view.ask(local, with: event) { return hit }
    }
    return isInside ? answer : nil
  }

  /// Calls `hitTest`, overridden or not, tells the trace, and counts a view outside any window as no answer.
  final func ask(_ point: Point, with event: Event?) -> View? {
    let traced = event.flatMap { event in event.hitTesting.map { (event, $0) } }
    if let (event, contact) = traced {
      event.observer?.record(.hitEntered(contact, self), at: event.timestamp)
    }
    var hit = hitTest(point, with: event)
    if let found = hit, found.window == nil { hit = nil }
    if let (event, contact) = traced {
      event.observer?.record(.hitLeft(contact, self, result: hit), at: event.timestamp)
    }
    return hit
  }

  private final var isHittable: Bool {
    guard isUserInteractionEnabled, !isHidden, alpha > 0.01 else { return false }
    if case .none = hitBehavior { return false }
    return true
  }

  /// What a hit on the view itself counts as.
  private final var answer: View? {
    switch hitBehavior {
    case .normal: self
    case .passThrough, .none: nil
    case .redirect(let target): target.object
    }
  }
}
