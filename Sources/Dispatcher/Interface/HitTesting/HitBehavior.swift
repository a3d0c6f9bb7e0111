/// Whether a view itself may be the answer of a hit test.
#if hasAttribute(nonexhaustive)
  @nonexhaustive(warn)
#endif
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
  /// The object; `nil` once it is gone.
  public private(set) weak var object: Object?

  /// A reference to an object, or to none.
  public init(_ object: Object?) { self.object = object }
}

extension View {
  /// UIKit's rule: asked children from the front, each also where the point lies outside it, else the view itself.
  ///
  /// Where nothing has changed since, the window's ``HitTree`` knows the answer. It is this function's answer, and the
  /// calls of overriding views are this function's calls.
  final func standardHitTest(_ point: Point, with event: Event?) -> View? {
    if let hitTree, hitTree.canAnswer(for: self), event?.hitTesting == nil {
      return hitTree.hitTest(point, in: self, with: event)
    }
    guard isHittable else { return nil }
    return hitTestSubviews(point, isInside: self.point(inside: point, with: event), with: event)
  }

  /// The rest of the rule, once it is known whether the point is inside.
  final func hitTestSubviews(_ point: Point, isInside: Bool, with event: Event?) -> View? {
    guard isInside || reachesChildren else { return nil }
    hitTree?.lookedAt &+= subviews.count
    for view in subviews.reversed() {
      guard let local = view.convert(fromSuperview: point) else { continue }
      if let hit = view.ask(local, with: event) { return hit }
    }
    return isInside ? answer : nil
  }

  /// Calls `hitTest`, overridden or not, tells the trace, and counts a view outside any window as no answer.
  final func ask(_ point: Point, with event: Event?) -> View? {
    guard let event, let contact = event.hitTesting else { return hitTest(point, with: event)?.inWindow }
    event.observer?.record(.hitEntered(contact, self), at: event.timestamp)
    let hit = hitTest(point, with: event)?.inWindow
    event.observer?.record(.hitLeft(contact, self, result: hit), at: event.timestamp)
    return hit
  }

  /// Whether the view or one below it may be hit.
  final var isHittable: Bool {
    guard isUserInteractionEnabled, !isHidden, alpha > 0.01 else { return false }
    if case .none = hitBehavior { return false }
    return true
  }

  /// The area in which the view itself is hit, in its own coordinates.
  package final var target: Rect { bounds.inset(by: hitOutset.negated) }

  /// Whether its class is known to override neither `hitTest` nor `point(inside:)`.
  package final var hasStandardHitTest: Bool { type(of: self) == type(of: self).standardHitTestClass }

  /// The view that a hit on the view itself counts for.
  package final var answer: View? {
    switch hitBehavior {
    case .normal: self
    case .passThrough, .none: nil
    case .redirect(let target): target.object
    }
  }

  /// The view if it is in a window. O(depth), and O(1) where the window's ``HitTree`` is up to date.
  final var inWindow: View? {
    if let hitTree, hitTree.canAnswer(for: self) { return self }
    return window == nil ? nil : self
  }
}

extension EdgeInsets {
  /// The same distances the other way.
  fileprivate var negated: EdgeInsets { EdgeInsets(top: -top, left: -left, bottom: -bottom, right: -right) }
}

/// The way of a point from a superview into a view: as much of it as does not depend on the point.
enum LocalConversion {
  case shift(from: Point, to: Point)
  case inverse(AffineTransform)

  /// `nil` where a transform flattens the view.
  @inline(__always)
  init?(of view: View) {
    if view.transform == .identity {
      self = .shift(from: view.center, to: view.bounds.center)
    } else if let inverse = view.toSuperview.inverse {
      self = .inverse(inverse)
    } else {
      return nil
    }
  }

  @inline(__always)
  func apply(to point: Point) -> Point {
    switch self {
    case .shift(let center, let middle): point - center + middle
    case .inverse(let transform): transform.apply(to: point)
    }
  }

  /// The largest factor by which a way is longer in the view than in its superview.
  var stretch: Double {
    switch self {
    case .shift: 1
    case .inverse(let transform): transform.norm
    }
  }
}

/// The way of a point from the screen into a view, kept until a view of the window moves.
struct ScreenConversion {
  /// The ``HitTree/version`` that it was made for; 0 for none.
  var version: UInt64 = 0
  /// `nil` where a transform flattens the view, or one above it.
  var inverse: AffineTransform?

  @inline(__always)
  func apply(to point: Point) -> Point { inverse?.apply(to: point) ?? point }
}

extension View {
  /// The conversion as it is now, kept if the view is in a window. O(depth).
  ///
  /// For it to be kept, every view above must tell the window's tree when it moves, so each is made to know the tree.
  final func renewedScreenConversion() -> ScreenConversion {
    let conversion = ScreenConversion(inverse: toScreen.inverse)
    guard let tree = (topmost as? Window)?.flattened else { return conversion }
    for view in withSuperviews { view.join(tree) }
    screenConversion = conversion
    screenConversion.version = tree.version
    return conversion
  }

  /// Makes changes of the view known to a tree.
  final func join(_ tree: HitTree) {
    guard hitTree !== tree else { return }
    hitTree = tree
    screenConversion.version = 0
  }
}
