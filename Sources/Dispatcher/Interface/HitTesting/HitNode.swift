/// A view of the flattened form: what a hit test needs to know of it.
struct HitNode {
  enum Kind: UInt8 {
    /// Neither it nor anything below it is hit, and none of its code is called.
    case closed
    case plain
    /// Its class may override `hitTest` or `point(inside:)`. It is called, and what is below it is reached through it.
    case overriding
  }

  /// What a hit on the view itself counts as.
  enum Answer: UInt8 {
    case passes
    case itself
    /// To be asked for, since it may come and go.
    case another
  }

  /// Not kept alive by this.
  let view: Borrowed<View>
  /// From the superview's coordinates; without a meaning for a view that is closed.
  let conversion: LocalConversion
  /// Where the view itself is hit, in its own coordinates.
  let target: Rect
  let parent: Int32
  /// How many superviews it has in the form.
  let level: Int32
  /// The index after the last view below it.
  var end: Int32
  let kind: Kind
  let reachesChildren: Bool
  let answer: Answer
}

/// What the walk keeps of each view on its way down, by level.
struct HitLevel {
  /// The finger in the view's coordinates.
  var point = Point.zero
  var isInside = false
  /// The next view above that answers if this one does not; −1 for none.
  var fallback: Int32 = -1
}

extension HitNode {
  init(_ view: View, parent: Int32, level: Int32) {
    let conversion = LocalConversion(of: view)
    self.view = Borrowed(view)
    self.conversion = conversion ?? .shift(from: .zero, to: .zero)
    target = view.target
    self.parent = parent
    self.level = level
    end = 0
    reachesChildren = view.reachesChildren
    answer = Answer(view.hitBehavior)
    if conversion == nil {
      kind = .closed
    } else if !view.hasStandardHitTest {
      kind = .overriding
    } else {
      kind = view.isHittable ? .plain : .closed
    }
  }

  /// Whether the view or what is below it may be hit at a point, as far as can be said without calling its code.
  @inline(__always)
  func isOpen(at point: Point) -> Bool { isOpenOutside || target.contains(point) }

  /// Whether a finger outside the target may hit what is below.
  var isOpenOutside: Bool { reachesChildren || kind == .overriding }
}

extension HitNode.Answer {
  init(_ behavior: HitBehavior) {
    switch behavior {
    case .normal: self = .itself
    case .passThrough, .none: self = .passes
    case .redirect: self = .another
    }
  }
}
