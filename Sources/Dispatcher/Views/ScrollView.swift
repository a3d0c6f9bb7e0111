/// A view that shows a part of something larger, its content, and lets a finger move it.
///
/// Content is what lies below it in the tree; the part is chosen by the origin of its bounds (``contentOffset``), so hit
/// tests always see what is shown. A drag is its ``panGestureRecognizer``'s; when the finger lets go, the content
/// decelerates, and swings back where it was pulled beyond its ends.
///
/// Touches are kept from the content for a moment (``delaysContentTouches``), in case they become a drag. What is handed on
/// to a scroll view by its content, or hits it, goes no further up the chain.
///
/// While content goes on by itself, a finger that comes down on it stops it, and hits the scroll view: it is not meant for
/// what came by just then.
open class ScrollView: View {
  /// Drags the content; called as the view is, and `.pan`. Its delegate, its fingers and its thresholds may be changed.
  public final var panGestureRecognizer: PanGestureRecognizer { pan }
  /// Is told what the content does; not kept.
  @exclusivity(unchecked) public final weak var delegate: (any ScrollViewDelegate)?
  /// How large the content is, in its own coordinates, from (0, 0). It can be scrolled along an axis on which it is larger
  /// than the view.
  @exclusivity(unchecked) public final var contentSize = Size.zero
  /// How much further than its edges the content can be scrolled.
  @exclusivity(unchecked) public final var contentInset = EdgeInsets.zero

  /// Whether fingers move the content. Switched off, the content comes to rest at once; the view takes touches as before,
  /// and keeps none from the content.
  @exclusivity(unchecked) public final var isScrollEnabled = true {
    didSet { scrollEnabledDidChange() }
  }
  /// Whether the content follows a finger beyond its ends and swings back. If so, content that fits into the view does, too.
  @exclusivity(unchecked) public final var bounces = true
  /// Whether a drag that begins along one axis keeps to it; one that begins between them moves along both.
  @exclusivity(unchecked) public final var isDirectionalLockEnabled = false
  /// Whether touches are kept from the content, and from the scroll view itself, until it is clear that they are no drag:
  /// until some time has passed (``Thresholds/Scroll/contentDelay``), or the finger lifts.
  @exclusivity(unchecked) public final var delaysContentTouches = true {
    didSet { contentDelay.isEnabled = delaysContentTouches && isScrollEnabled }
  }
  /// Whether a drag may take a touch from content that has begun to handle it; if not, the drag does not begin.
  @exclusivity(unchecked) public final var canCancelContentTouches = true
  @exclusivity(unchecked) public final var thresholds = Thresholds.Scroll() {
    didSet { contentDelay.delay = thresholds.contentDelay }
  }

  final let pan = ScrollPanGestureRecognizer()
  final let contentDelay = ContentDelayGestureRecognizer()
  /// The drag that goes on.
  @exclusivity(unchecked) final var drag: ScrollDrag?
  /// What the content does by itself.
  @exclusivity(unchecked) final var motion: ScrollMotion?
  /// Whether the delegate waits for the end of that.
  @exclusivity(unchecked) final var owesEnd = false

  public override init(frame: Rect) {
    super.init(frame: frame)
    clipsToBounds = true
    addGestureRecognizer(contentDelay)
    addGestureRecognizer(pan)
    pan.name = "\(identifier).pan"
    // Content hears of each finger that lifts, also while another one may still become a drag.
    pan.delaysTouchesEnded = false
    pan.addAction { [weak self] _ in self?.panChanged() }
  }

  /// The pan is called after the view, unless somebody gave it another name.
  override func identifierDidChange(from old: String) {
    if pan.name == "\(old).pan" { pan.name = "\(identifier).pan" }
  }

  /// Whether a finger that may drag the content is down.
  public final var isTracking: Bool { pan.touches.contains(where: \.contact.isDown) }
  /// Whether a finger drags the content.
  public final var isDragging: Bool { drag != nil }
  /// Whether the content goes on by itself.
  public final var isDecelerating: Bool { motion != nil }

  /// The point of the content at the view's upper left corner; beyond the content while it is pulled there. Set, the
  /// content goes on from there if it is being dragged or decelerates.
  public final var contentOffset: Point {
    get { bounds.origin }
    set {
      scroll(to: newValue)
      goOn(from: newValue)
    }
  }

  /// Shows another part of the content and stops what it does by itself.
  ///
  /// - Precondition: it is not to be animated; there is no clock between the touches.
  public final func setContentOffset(_ offset: Point, animated: Bool) {
    precondition(
      !animated, "\(identifier) cannot animate its offset; pass false, and move it step by step yourself")
    stop()
    contentOffset = offset
  }

  // MARK: For subclasses

  /// Whether touches go to a view of the content. Asked when they are about to, which is after the delay; after a no, the
  /// view hears nothing of them.
  open func touchesShouldBegin(_ touches: Set<Touch>, with event: Event, in view: View) -> Bool { true }

  /// Whether a drag may take touches from a view of the content that has begun to handle them; not from a ``Control``,
  /// unless overridden. Not asked where ``canCancelContentTouches`` is false.
  open func touchesShouldCancel(in view: View) -> Bool { !(view is Control) }

  /// No for its pan where nothing would move, where content does not let go of a touch, and where a scroll view above can
  /// scroll and this one cannot.
  open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    recognizer === pan ? mayDrag : super.gestureRecognizerShouldBegin(recognizer)
  }

  /// The view itself while its content goes on by itself.
  open override func hitTest(_ point: Point, with event: Event?) -> View? {
    guard isDecelerating else { return super.hitTest(point, with: event) }
    return isHittable && self.point(inside: point, with: event) ? answer : nil
  }

  // MARK: Touches

  // The plugin that is bound to the view's touches gets them, nobody after it.

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    _ = tellPlugin(.began, touches, with: event)
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    // What does nothing need not be called for each move.
    if type(of: self) == ScrollView.self { inheritedPhases.insert(.moved) }
    _ = tellPlugin(.moved, touches, with: event)
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    _ = tellPlugin(.ended, touches, with: event)
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    _ = tellPlugin(.cancelled, touches, with: event)
  }

  private final func scrollEnabledDidChange() {
    pan.isEnabled = isScrollEnabled
    contentDelay.isEnabled = delaysContentTouches && isScrollEnabled
    if !isScrollEnabled { comeToRest() }
  }
}
