/// A rectangle of the screen that can be touched, and the responder for it.
///
/// Geometry as UIKit's: ``bounds`` is the view's own space, ``center`` stands in the superview's, and ``transform``
/// acts about the centre. All lengths are points.
open class View: Responder {
  /// The view's rectangle in its own coordinates. Numbers that are not finite are refused, with a ``Misuse``.
  @exclusivity(unchecked) public final var bounds: Rect {
    didSet { boundsDidChange(from: oldValue) }
  }
  /// In the superview's coordinates. Numbers that are not finite are refused, with a ``Misuse``.
  @exclusivity(unchecked) public final var center: Point {
    didSet { centerDidChange(from: oldValue) }
  }
  /// About the centre. Numbers that are not finite are refused, with a ``Misuse``; one that flattens the view is taken,
  /// and no touch hits the view then.
  @exclusivity(unchecked) public final var transform = AffineTransform.identity {
    didSet { transformDidChange(from: oldValue) }
  }
  /// A number of the program's own choice, to find the view by: see ``viewWithTag(_:)``.
  @exclusivity(unchecked) public final var tag = 0

  /// The view that this one is a subview of; `nil` for a window and outside of a tree.
  @exclusivity(unchecked) public final internal(set) weak var superview: View?
  /// The last one is in front.
  @exclusivity(unchecked) public final internal(set) var subviews: [View] = []
  /// The controller whose root view this is.
  @exclusivity(unchecked) public final internal(set) weak var controller: ViewController?

  /// Not interactive: neither this view nor any below it is hit.
  @exclusivity(unchecked) public final var isUserInteractionEnabled = true {
    didSet { hitTree?.hitTestDidChange() }
  }
  /// If hidden, neither this view nor any below it is hit. Touches that it has already go on.
  @exclusivity(unchecked) public final var isHidden = false {
    didSet {
      hitTree?.hitTestDidChange()
      if isHidden != oldValue { window?.host?.hiddenChanged(of: self) }
    }
  }
  /// At 0.01 and below, neither this view nor any below it is hit. Not multiplied down.
  @exclusivity(unchecked) public final var alpha = 1.0 {
    didSet { hitTree?.hitTestDidChange() }
  }
  /// Whether a second finger is delivered while another is down in this view.
  @exclusivity(unchecked) public final var isMultipleTouchEnabled = false
  /// Whether this view takes touches only while no other view of its window does, and the other way round.
  @exclusivity(unchecked) public final var isExclusiveTouch = false

  /// Enlarges the target beyond the bounds, for fingers on small views (44 points are easy to hit).
  @exclusivity(unchecked) public final var hitOutset = EdgeInsets.zero {
    didSet { hitTree?.hitTestDidChange() }
  }
  /// Whether a hit test may answer with this view, with those below it, or with another one.
  @exclusivity(unchecked) public final var hitBehavior = HitBehavior.normal {
    didSet { hitTree?.hitTestDidChange() }
  }
  /// Whether children outside the bounds may be hit.
  @exclusivity(unchecked) public final var reachesChildren = false {
    didSet { hitTree?.hitTestDidChange() }
  }

  /// Whether places on the view, and on those below it, are not to leave the process: traces, raw frames, recordings
  /// and logs are without them.
  @exclusivity(unchecked) public final var isSensitive = false {
    didSet { if isSensitive { markSensitive() } }
  }
  /// Whether the view or one below it is sensitive, or was.
  @exclusivity(unchecked) final var holdsSensitive = false
  /// Whether views below it are not seen where they are outside its bounds.
  var clipsToBounds: Bool { false }
  /// Of the tree of which this is the topmost view.
  @exclusivity(unchecked) final var nestedScrolls = NestedScrolls()

  /// In the order in which they were attached.
  @exclusivity(unchecked) public final internal(set) var gestureRecognizers: [GestureRecognizer] = []

  @exclusivity(unchecked) final var touchSet = TouchSetCache()
  /// How many touches it is about to be called with, and the oldest of them.
  @exclusivity(unchecked) final var dueTouches = 0
  @exclusivity(unchecked) final var firstDue: Borrowed<Touch>?

  /// The tree of the window that the view was last seen in; nil since it was taken out of its superview.
  @exclusivity(unchecked) final var hitTree: HitTree?
  /// Where the view stands in that tree, unless it is stale.
  @exclusivity(unchecked) final var hitIndex: Int32 = 0
  @exclusivity(unchecked) final var screenConversion = ScreenConversion()

  /// - Parameter frame: in the coordinates of the superview to be.
  public init(frame: Rect) {
    bounds = Rect(origin: .zero, size: frame.isFinite ? frame.size : .zero)
    center = frame.isFinite ? frame.center : .zero
    super.init()
    if !frame.isFinite { warnOfGeometry("it was made with the frame \(frame.words), and is empty") }
    if Self.overridingNothing.contains(ObjectIdentifier(type(of: self))) { mayOverrideTouches = false }
  }

  /// An empty view at the superview's origin.
  public convenience override init() { self.init(frame: .zero) }

  private static let overridingNothing = Set(
    [View.self, Window.self, ImageView.self, Label.self].map { ObjectIdentifier($0) })

  /// The controller if this is its root view, else the superview.
  open override var next: Responder? { controller ?? superview }

  /// The view's rectangle in its superview's coordinates; with a transform, the smallest one around it. Numbers that
  /// are not finite are refused, with a ``Misuse``.
  public final var frame: Rect {
    get { toSuperview.boundingBox(of: bounds) }
    set {
      guard newValue.isFinite else { return warnOfGeometry("the frame \(newValue.words) was refused") }
      bounds.size = newValue.size
      center = newValue.center
    }
  }

  /// The window at the top of the superviews; `self` for a window. O(depth).
  public final var window: Window? {
    var view: View? = self
    while let current = view {
      if let window = current as? Window { return window }
      view = current.superview
    }
    return nil
  }

  /// Whether a point in the view's own coordinates hits it: the bounds enlarged by ``hitOutset``, min edges inside,
  /// max edges outside.
  open func point(inside point: Point, with event: Event?) -> Bool {
    target.contains(point)
  }

  /// The nearest class from here up whose hit test is known to be the standard one. It stands above the class itself
  /// where that may override ``hitTest(_:with:)`` or ``point(inside:)``: each class of a program, and ``ScrollView``.
  class var standardHitTestClass: View.Type { View.self }

  /// The front-most view at a point in this view's own coordinates, or `nil` for "not me, none of mine".
  ///
  /// An override may answer any view of a window; one outside any window counts as `nil`. O(views asked).
  open func hitTest(_ point: Point, with event: Event?) -> View? {
    standardHitTest(point, with: event)
  }

  /// Whether a recognizer of this view, or of one above it, may begin with a touch that hit this view or one below.
  /// Yes, unless overridden; a no makes the recognizer fail.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  // MARK: For subclasses: changes of the tree

  // They may change the tree in their turn. A view's own place is that of the call when a `did…` method is called.

  /// The view is about to come to another superview; `nil` where it is taken out.
  open func willMove(toSuperview newSuperview: View?) {}
  /// The view has another superview, or none.
  open func didMoveToSuperview() {}
  /// The view is about to come to another window; `nil` where it leaves the one it is in.
  open func willMove(toWindow newWindow: Window?) {}
  /// The view has come to another window, or to none.
  open func didMoveToWindow() {}
  /// A view was added as a subview.
  open func didAddSubview(_ subview: View) {}
  /// A subview is about to be taken out.
  open func willRemoveSubview(_ subview: View) {}

  /// What a subclass of touchd's does when its bounds are others; a set of ``frame`` sets them, too.
  func boundsChanged(from old: Rect) {}

  open override var description: String { viewDescription }

  /// What a subclass of touchd's adds to its description, as `name: value`.
  var descriptionDetails: [String] { [] }
}

/// An image: not interactive unless set so.
open class ImageView: View {
  override class var standardHitTestClass: View.Type { ImageView.self }

  public override init(frame: Rect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }
}

/// A text: not interactive unless set so.
open class Label: View {
  override class var standardHitTestClass: View.Type { Label.self }

  public override init(frame: Rect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }
}
