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
  @exclusivity(unchecked) public final weak var delegate: (any ScrollViewDelegate)?
  /// How large the content is, in its own coordinates, from (0, 0). It can be scrolled along an axis on which it is
  /// larger than the view.
  ///
  /// Set it before ``contentOffset``, which stays within the content.
  @exclusivity(unchecked) public final var contentSize = Size.zero {
    didSet { contentSizeDidChange(from: oldValue) }
  }
  /// How much further than its edges the content can be scrolled.
  @exclusivity(unchecked) public final var contentInset = EdgeInsets.zero {
    didSet { contentInsetDidChange(from: oldValue) }
  }

  /// Whether fingers move the content. Switched off, the content comes to rest at once; the view takes touches as
  /// before, and keeps none from the content.
  @exclusivity(unchecked) public final var isScrollEnabled = true {
    didSet { scrollEnabledDidChange() }
  }
  /// Whether the content follows a finger beyond its ends and swings back. If so, content that fits into the view does,
  /// too.
  @exclusivity(unchecked) public final var bounces = true
  /// Whether a drag that begins along one axis keeps to it; one that begins between them moves along both.
  @exclusivity(unchecked) public final var isDirectionalLockEnabled = false
  /// Whether touches are kept from the content, and from the scroll view itself, until it is clear that they are no
  /// drag: until some time has passed (``Thresholds/Scroll/contentDelay``), or the finger lifts.
  @exclusivity(unchecked) public final var delaysContentTouches = true {
    didSet { contentDelay.isEnabled = delaysContentTouches && isScrollEnabled }
  }
  /// Whether a drag may take a touch from content that has begun to handle it; if not, the drag does not begin.
  @exclusivity(unchecked) public final var canCancelContentTouches = true
  /// How long touches are kept from the content, and how the content comes to rest.
  @exclusivity(unchecked) public final var thresholds = Thresholds.Scroll() {
    didSet { contentDelay.delay = thresholds.contentDelay }
  }

  final let pan = ScrollPanGestureRecognizer()
  final let contentDelay = ContentDelayGestureRecognizer()
  /// The drag that goes on.
  @exclusivity(unchecked) final var drag: ScrollDrag?
  /// What the content does by itself.
  @exclusivity(unchecked) final var course: ScrollCourse?
  /// Whether it sets its own bounds.
  @exclusivity(unchecked) final var isScrolling = false
  /// Whether the delegate waits for the end of that.
  @exclusivity(unchecked) final var owesEnd = false

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
  public final var isDecelerating: Bool {
    if case .deceleration? = course { true } else { false }
  }

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
  /// second from the latest moment that the application knows; a finger that comes down stops it. Without a window, and
  /// under a finger that drags it, it is there at once.
  public final func setContentOffset(_ offset: Point, animated: Bool) {
    guard offset.isFinite else { return contentOffset = offset }
    if animated { return animate(to: clamp(offset)) }
    stop()
    contentOffset = offset
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
      "contentOffset = {\(short(contentOffset.x)), \(short(contentOffset.y))}",
      "contentSize = {\(short(contentSize.width)), \(short(contentSize.height))}",
    ]
  }

  private final func contentSizeDidChange(from old: Size) {
    guard contentSize.width.isFinite, contentSize.height.isFinite else {
      warnOfGeometry("the content size (\(contentSize.width), \(contentSize.height)) was refused")
      return contentSize = old
    }
    rangeDidChange()
  }

  private final func contentInsetDidChange(from old: EdgeInsets) {
    let inset = contentInset
    guard [inset.top, inset.left, inset.bottom, inset.right].allSatisfy(\.isFinite) else {
      warnOfGeometry("the content inset \(inset) was refused")
      return contentInset = old
    }
    rangeDidChange()
  }

  private final func scrollEnabledDidChange() {
    pan.isEnabled = isScrollEnabled
    contentDelay.isEnabled = delaysContentTouches && isScrollEnabled
    if !isScrollEnabled { comeToRest() }
  }
}
