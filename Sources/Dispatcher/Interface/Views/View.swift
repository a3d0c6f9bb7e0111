/// A rectangle of the screen that can be touched, and the responder for it.
///
/// Geometry as UIKit's: ``bounds`` is the view's own space, ``center`` stands in the superview's, and ``transform``
/// acts about the centre. All lengths are points.
open class View: Responder {
  /// The view's rectangle in its own coordinates. Numbers that are not finite are refused, with a ``Misuse``.
  public final var bounds: Rect {
    didSet {
      guard bounds.isFinite else {
        let refused = bounds.words
        bounds = oldValue
        return warnOfGeometry("the bounds \(refused) were refused")
      }
      hitTree?.geometryDidChange()
      boundsChanged(from: oldValue)
    }
  }
  /// In the superview's coordinates. Numbers that are not finite are refused, with a ``Misuse``.
  public final var center: Point {
    didSet {
      guard center.isFinite else {
        let refused = center
        center = oldValue
        return warnOfGeometry("the center (\(refused.x), \(refused.y)) was refused")
      }
      hitTree?.geometryDidChange()
    }
  }
  /// About the centre. Numbers that are not finite are refused, with a ``Misuse``; one that flattens the view is taken,
  /// and no touch hits the view then.
  public final var transform = AffineTransform.identity {
    didSet {
      guard transform.numbers.allSatisfy(\.isFinite) else {
        let refused = transform.numbers
        transform = oldValue
        return warnOfGeometry("the transform \(refused) was refused")
      }
      hitTree?.geometryDidChange()
    }
  }
  /// A number of the program's own choice, to find the view by: see ``viewWithTag(_:)``.
  public final var tag = 0

  /// The view that this one is a subview of; `nil` for a window and outside of a tree.
  public final internal(set) weak var superview: View?
  /// The last one is in front.
  public final internal(set) var subviews: [View] = []
  /// The controller whose root view this is.
  public final internal(set) weak var controller: ViewController?

  /// Not interactive: neither this view nor any below it is hit.
  public final var isUserInteractionEnabled = true {
    didSet { hitTree?.hitTestDidChange() }
  }
  /// If hidden, neither this view nor any below it is hit. Touches that it has already go on.
  public final var isHidden = false {
    didSet {
      hitTree?.hitTestDidChange()
      if isHidden != oldValue { window?.host?.hiddenChanged(of: self) }
    }
  }
  /// At 0.01 and below, neither this view nor any below it is hit. Not multiplied down.
  public final var alpha = 1.0 {
    didSet { hitTree?.hitTestDidChange() }
  }
  /// Whether a second finger is delivered while another is down in this view.
  public final var isMultipleTouchEnabled = false
  /// Whether this view takes touches only while no other view of its window does, and the other way round.
  public final var isExclusiveTouch = false

  /// Enlarges the target beyond the bounds, for fingers on small views (44 points are easy to hit).
  public final var hitOutset = EdgeInsets.zero {
    didSet { hitTree?.hitTestDidChange() }
  }
  /// Whether a hit test may answer with this view, with those below it, or with another one.
  public final var hitBehavior = HitBehavior.normal {
    didSet { hitTree?.hitTestDidChange() }
  }
  /// Whether children outside the bounds may be hit.
  public final var reachesChildren = false {
    didSet { hitTree?.hitTestDidChange() }
  }

  /// Whether places on the view, and on those below it, are not to leave the process: traces, raw frames, recordings
  /// and logs are without them.
  public final var isSensitive = false {
    didSet { if isSensitive { markSensitive() } }
  }
  /// Whether the view or one below it is sensitive, or was.
  final var holdsSensitive = false
  /// Whether views below it are not seen where they are outside its bounds.
  var clipsToBounds: Bool { false }
  /// Of the tree of which this is the topmost view.
  final var nestedScrolls = NestedScrolls()

  /// In the order in which they were attached.
  public final internal(set) var gestureRecognizers: [GestureRecognizer] = []

  final var touchSet = TouchSetCache()
  /// The number of touches of its next call, and the oldest of them.
  final var dueTouches = 0
  final var firstDue: Borrowed<Touch>?

  /// The tree of the window that the view was last seen in; nil since it was taken out of its superview.
  final var hitTree: HitTree?
  /// Index of the view in that tree, unless it is stale.
  final var hitIndex: Int32 = 0
  final var screenConversion = ScreenConversion()

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

  /// Called on touchd's own subclasses when the bounds have changed, also by ``frame``.
  func boundsChanged(from old: Rect) {}

  /// `<View: 0x7f5c1a; frame = (0 0; 320 480); hidden = YES>`, with what differs from the default.
  open override var description: String {
    var parts = [head(of: self)]
    if identifier != String(describing: type(of: self)) { parts.append("id = \(identifier)") }
    parts += shown(descriptionOfPlaces) ?? ["sensitive"]
    if isHidden { parts.append("hidden = YES") }
    if alpha != 1 { parts.append("alpha = \(short(alpha))") }
    if !isUserInteractionEnabled { parts.append("userInteractionEnabled = NO") }
    if tag != 0 { parts.append("tag = \(tag)") }
    let recognizers = gestureRecognizers.filter { !$0.isInternal }
    if !recognizers.isEmpty {
      parts.append("gestureRecognizers = [\(recognizers.map(\.name).joined(separator: ", "))]")
    }
    return "<\(parts.joined(separator: "; "))>"
  }

  private final var descriptionOfPlaces: [String] {
    var parts = ["frame = \(frame.words)"]
    if transform != .identity {
      parts.append("transform = [\(transform.numbers.map(short).joined(separator: ", "))]")
    }
    return parts + descriptionDetails
  }

  /// Details that touchd's own subclasses add to the description, as `name: value`.
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

// The tree of views: which view is below which, and in front of which.
extension View {
  /// Adds a view in front of its siblings, out of the superview that it had. One that is this view, or above it, stays
  /// where it is, with a ``Misuse``.
  public final func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

  /// Adds a view behind the one that has this index; below 0 counts as behind all, beyond the end as in front of all.
  public final func insertSubview(_ view: View, at index: Int) {
    guard view.superview !== self else { return restack(view, at: index) }
    guard mayAdd(view) else { return }
    let (oldWindow, newWindow) = (view.window, window)
    if oldWindow !== newWindow { view.tellWillMove(to: newWindow) }
    view.superview?.willRemoveSubview(view)
    view.willMove(toSuperview: self)
    // A subclass may have changed the tree.
    guard mayAdd(view) else { return }
    view.leaveSuperview(for: newWindow)
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    view.passOn()
    hitTree?.geometryDidChange()
    if oldWindow !== newWindow { view.tellDidMoveToWindow() }
    view.didMoveToSuperview()
    didAddSubview(view)
  }

  /// Passes on what the view kept for the tree in which it stands now, or for its application: its mark and warnings.
  final func passOn() {
    passMark()
    passPendingMisuses()
  }

  /// Whether a view may stand below this one.
  private final func mayAdd(_ view: View) -> Bool {
    guard isDescendant(of: view) else { return true }
    warn(
      .tree,
      view === self
        ? "it was added to itself; it stays where it is"
        : "\(view.identifier), which is above it, was added to it; both stay where they are")
    return false
  }

  /// Moves a subview to another place among its siblings.
  private final func restack(_ view: View, at index: Int) {
    guard let own = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.remove(at: own)
    // Out of this view, it leaves a place behind it that those in front move down to.
    subviews.insert(view, at: min(max(own < index ? index - 1 : index, 0), subviews.count))
    hitTree?.geometryDidChange()
  }

  /// Adds a view just behind another; in front of all where that one is no subview.
  public final func insertSubview(_ view: View, belowSubview sibling: View) {
    insertSubview(view, at: subviews.firstIndex { $0 === sibling } ?? subviews.count)
  }

  /// Adds a view just in front of another; in front of all where that one is no subview.
  public final func insertSubview(_ view: View, aboveSubview sibling: View) {
    insertSubview(view, at: subviews.firstIndex { $0 === sibling }.map { $0 + 1 } ?? subviews.count)
  }

  /// Moves a subview in front of its siblings; no effect on a view that is no subview. O(subviews).
  public final func bringSubviewToFront(_ view: View) {
    guard view.superview === self else { return }
    insertSubview(view, at: subviews.count)
  }

  /// Moves a subview behind its siblings; no effect on a view that is no subview. O(subviews).
  public final func sendSubviewToBack(_ view: View) {
    guard view.superview === self else { return }
    insertSubview(view, at: 0)
  }

  /// Puts two subviews in each other's places; no effect where one of the indices is of no subview.
  public final func exchangeSubview(at index: Int, withSubviewAt other: Int) {
    guard subviews.indices.contains(index), subviews.indices.contains(other) else { return }
    subviews.swapAt(index, other)
    hitTree?.geometryDidChange()
  }

  /// The view with a ``tag``: this one, or the first below it, each before those below it and from the back to the
  /// front. `nil` for none. O(views below).
  public final func viewWithTag(_ tag: Int) -> View? {
    if self.tag == tag { return self }
    for view in subviews {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
  }

  /// Takes the view and those below it out of the window: their recognizers give up, the touches of controls are
  /// cancelled, and a first responder that is one of them, the controller of one, or reaches the window through one,
  /// resigns; it cannot refuse. O(views below).
  public final func removeFromSuperview() {
    guard let superview else { return }
    let oldWindow = window
    superview.willRemoveSubview(self)
    if oldWindow != nil { tellWillMove(to: nil) }
    willMove(toSuperview: nil)
    // A subclass may have changed the tree.
    guard self.superview === superview else { return }
    leaveSuperview(for: nil)
    if oldWindow != nil { tellDidMoveToWindow() }
    didMoveToSuperview()
  }

  /// Takes the view out of its superview, on its way to a window, or to none.
  private final func leaveSuperview(for newWindow: Window?) {
    let window = self.window
    let leaves = window != nil && window !== newWindow
    if leaves {
      resignFirstResponderBelow()
      leaveWindow()
    }
    hitTree?.viewLeaves()
    hitTree = nil
    superview?.subviews.removeAll { $0 === self }
    superview = nil
    if leaves, let host = window?.host { host.delivery.viewsLeft(host.touches) }
  }

  /// Has a first responder resign whose chain leads through the view, one below it, or the controller of one of them.
  /// O(chain · depth).
  private final func resignFirstResponderBelow() {
    guard let window, let first = window.firstResponder,
      first.responderChain.contains(where: { responder in
        let stop = responder as? View ?? (responder as? ViewController)?.view
        return stop?.isDescendant(of: self) ?? false
      })
    else { return }
    first.resignFirstResponder()
    if window.firstResponder === first { window.firstResponder = nil }
  }

  private final func leaveWindow() {
    for recognizer in gestureRecognizers { recognizer.attempt?.interrupt(.removed) }
    for view in subviews {
      // What happens to it from now on is no change of the window.
      view.hitTree = nil
      view.leaveWindow()
    }
  }

  private final func tellWillMove(to window: Window?) {
    willMove(toWindow: window)
    for view in subviews { view.tellWillMove(to: window) }
  }

  private final func tellDidMoveToWindow() {
    didMoveToWindow()
    for view in subviews { view.tellDidMoveToWindow() }
  }

  /// Whether this view is the other one, or below it. O(depth).
  public final func isDescendant(of view: View) -> Bool {
    withSuperviews.contains { $0 === view }
  }

  /// The number of superviews above this view. O(depth).
  final var depth: Int {
    withSuperviews.reduce(-1) { depth, _ in depth + 1 }
  }

  /// This view and those above it, the nearest first.
  final var withSuperviews: UnfoldFirstSequence<View> { sequence(first: self, next: \.superview) }
}

extension View {
  /// Warns of a number that is not finite, which would make every conversion below the view so, once it is put back.
  final func warnOfGeometry(_ message: @autoclosure () -> String) {
    hitTree?.geometryDidChange()
    warn(.geometry, (shown(message()) ?? "a place of it was refused") + "; all its numbers must be finite")
  }
}

// Conversion of points up and down the tree; exact to 1e-9 of a point for nested transforms of ordinary size.
extension View {
  /// From this view's coordinates to its superview's; for a window, to the screen's.
  public final var toSuperview: AffineTransform {
    let middle = bounds.center
    if transform == .identity {
      return AffineTransform(translationX: center.x - middle.x, y: center.y - middle.y)
    }
    return AffineTransform(translationX: -middle.x, y: -middle.y)
      .concatenating(transform)
      .concatenating(AffineTransform(translationX: center.x, y: center.y))
  }

  /// From this view's coordinates to the screen's. O(depth).
  public final var toScreen: AffineTransform {
    withSuperviews.dropFirst().reduce(toSuperview) { $0.concatenating($1.toSuperview) }
  }

  /// A point of the superview in this view's coordinates; `nil` where a transform flattens the view.
  final func convert(fromSuperview point: Point) -> Point? {
    LocalConversion(of: self)?.apply(to: point)
  }

  /// A point of the screen in this view's coordinates; unchanged where a transform flattens the view.
  ///
  /// O(1) while no view of the window moves, else O(depth).
  final func convert(fromScreen point: Point) -> Point {
    if let hitTree, screenConversion.version == hitTree.version { return screenConversion.apply(to: point) }
    return renewedScreenConversion().apply(to: point)
  }

  /// A point of this view in another's coordinates; in those of the window, or the topmost view, for `nil`.
  ///
  /// Views of different windows meet in the screen's coordinates. O(depth).
  public final func convert(_ point: Point, to view: View?) -> Point {
    (view ?? topmost).convert(fromScreen: toScreen.apply(to: point))
  }

  /// A point of another view, or of the window for `nil`, in this view's coordinates. O(depth).
  public final func convert(_ point: Point, from view: View?) -> Point {
    (view ?? topmost).convert(point, to: self)
  }

  /// A rectangle of this view in another's coordinates; with a turn between them, the smallest one around it.
  public final func convert(_ rect: Rect, to view: View?) -> Rect {
    guard let down = (view ?? topmost).toScreen.inverse else { return rect }
    return toScreen.concatenating(down).boundingBox(of: rect)
  }

  /// The view at the top of the superviews. O(depth).
  final var topmost: View {
    var view = self
    while let superview = view.superview { view = superview }
    return view
  }
}

// The recognizers of a view.
extension View {
  /// Attaches a recognizer as the last one. One that is attached to another view is taken out there first, and gives up
  /// what it is doing.
  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view !== self else { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.view = self
    recognizer.attachment = (gestureRecognizers.last?.attachment ?? 0) &+ 1
    gestureRecognizers.append(recognizer)
  }

  /// Takes a recognizer out; it gives up what it is doing. No effect for one of another view.
  public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.attempt?.interrupt(.removed)
    recognizer.view = nil
    gestureRecognizers.removeAll { $0 === recognizer }
  }
}

// Which views are sensitive, and where they are.
extension View {
  /// Whether the view, or one above it, is sensitive. O(depth).
  package final var isInSensitiveView: Bool {
    withSuperviews.contains(where: \.isSensitive)
  }

  /// The outermost sensitive view that it is in, or is; else itself. O(depth).
  package final var shown: View {
    withSuperviews.reduce(self) { $1.isSensitive ? $1 : $0 }
  }

  /// Whether it is in a sensitive view, itself or not one. O(depth).
  package final var isPrivate: Bool { superview?.isInSensitiveView ?? false }

  /// A place of the view, in whatever form; `nil` where it stays in the process.
  final func shown<Place>(_ place: @autoclosure () -> Place) -> Place? { isInSensitiveView ? nil : place() }

  /// Marks the view, and those above it, as having something sensitive in them. The mark is never removed, so that
  /// nothing need be counted; where it is out of date, a closer look finds nothing.
  final func markSensitive() {
    guard !holdsSensitive else { return }
    holdsSensitive = true
    passMark()
  }

  /// Marks what the view stands in, if it is marked itself.
  final func passMark() {
    guard holdsSensitive else { return }
    (self as? Window)?.host?.sensitivity.begin()
    superview?.markSensitive()
  }

  /// Distance beyond an edge that counts as on the view, in points of the screen: traces round places to thousandths,
  /// and no panel resolves as little. (O)
  private static let slack = 0.01

  /// Whether a point in the superview's coordinates, for a window the screen's, is on a sensitive view: on this one, or
  /// on one below it.
  final func covers(_ point: Point) -> Bool { covers(point, slack: Self.slack, isBelow: false) }

  /// Views that are hidden or take no touches count, and so do those behind others: nothing is drawn here, so only the
  /// person who wrote the layout knows what the screen shows there.
  private final func covers(_ point: Point, slack: Double, isBelow: Bool) -> Bool {
    let isMeant = isBelow || isSensitive
    guard isMeant || holdsSensitive, let conversion = LocalConversion(of: self) else { return false }
    let (local, slack) = (conversion.apply(to: point), slack * conversion.stretch)
    if isMeant, bounds.contains(local, slack: slack) || target.contains(local, slack: slack) { return true }
    if clipsToBounds, !reachesChildren, !bounds.contains(local, slack: slack) { return false }
    return subviews.contains { $0.covers(local, slack: slack, isBelow: isMeant) }
  }
}

extension Rect {
  /// Whether a point is in the rectangle or no farther than that beyond an edge.
  fileprivate func contains(_ point: Point, slack: Double) -> Bool {
    point.x >= minX - slack && point.x <= maxX + slack && point.y >= minY - slack && point.y <= maxY + slack
  }
}

extension View {
  /// The recognizers attached to this view and to those above it. O(depth).
  final var recognizersUpToWindow: [GestureRecognizer] {
    var found: [GestureRecognizer] = []
    found.reserveCapacity(withSuperviews.reduce(0) { $0 + $1.gestureRecognizers.count })
    for view in withSuperviews {
      // What hovers is no touch, so a touch is not theirs.
      found += view.gestureRecognizers.lazy.filter { !($0 is HoverGestureRecognizer) }
    }
    return found
  }

  /// Whether this view comes before another, equally deep one in the order of the layout.
  final func precedes(_ other: View) -> Bool {
    guard let mine = superview, let others = other.superview else { return false }
    guard mine === others else { return mine.precedes(others) }
    return (mine.subviews.firstIndex { $0 === self } ?? 0) < (mine.subviews.firstIndex { $0 === other } ?? 0)
  }

  /// Whether the scroll views above let the view have touches that begin. O(depth).
  final func mayBegin(_ touches: Set<Touch>, with event: Event) -> Bool {
    withSuperviews.dropFirst().allSatisfy { view in
      (view as? ScrollView)?.touchesShouldBegin(touches, with: event, in: self) ?? true
    }
  }
}
