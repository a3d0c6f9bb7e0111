/// Something that watches the touches of a view and decides whether they are one certain gesture.
///
/// A subclass overrides the `touches…` methods, sets ``state`` when it has made up its mind, and clears its own
/// variables in ``reset()``. It is given no timer: it says in ``deadline`` when it wants to be asked, and is asked in
/// ``deadlineReached(with:)``.
///
/// A discrete recognizer goes from possible to ended or failed; a continuous one from possible to began, changed and
/// ended or cancelled, or to failed.
open class GestureRecognizer {
  /// The name in layouts and traces; the type's name unless one is set.
  @exclusivity(unchecked) public final var name: String
  /// The view that it is attached to; `nil` for none. Set by ``View/addGestureRecognizer(_:)``.
  @exclusivity(unchecked) public final internal(set) weak var view: View?
  /// Has a say in what this does; not kept.
  @exclusivity(unchecked) public final weak var delegate: (any GestureRecognizerDelegate)?
  /// Whether touches are given to it at all. Switched off, it gives up what it is doing.
  @exclusivity(unchecked) public final var isEnabled = true {
    didSet { if !isEnabled { attempt?.interrupt(.disabled) } }
  }
  /// Whether the view gets `touchesCancelled` when this recognizes.
  @exclusivity(unchecked) public final var cancelsTouchesInView = true
  /// Whether the view's `touchesBegan` waits until this has failed.
  @exclusivity(unchecked) public final var delaysTouchesBegan = false {
    didSet { attempt?.observer.attemptChanged() }
  }
  /// Whether the view's `touchesEnded` waits while this is possible.
  @exclusivity(unchecked) public final var delaysTouchesEnded = true {
    didSet { attempt?.observer.attemptChanged() }
  }
  /// The types of touches that it receives; all of them by default. Touches of other types are as if they
  /// were not there.
  @exclusivity(unchecked) public final var allowedTouchTypes = Set(TouchType.allCases)

  /// What it makes of the touches that it follows; `nil` while there are none.
  @exclusivity(unchecked) final var attempt: Attempt?
  @exclusivity(unchecked) final var touchSet = TouchSetCache()
  @exclusivity(unchecked) final var requirements = Requirements()
  /// Its number among those that were attached to its view; younger ones have higher numbers.
  @exclusivity(unchecked) final var attachment = 0
  /// The kinds of mistakes of which it has warned.
  @exclusivity(unchecked) final var warned = Misuse.Kinds()
  @exclusivity(unchecked) private var actions: [TargetAction<GestureRecognizer>] = []
  /// The plugins that a layout bound to this recognizer's actions.
  @exclusivity(unchecked) public final var plugins: [any ResponderPlugin] = []

  /// A recognizer that is attached to no view, named after its type.
  public init() {
    name = ""
    name = String(describing: type(of: self))
  }

  /// Makes this wait, when it could recognize, until another has failed; it fails if the other recognizes.
  ///
  /// The other is not kept. A recognizer waits for another only while that has an attempt going on; of recognizers that
  /// wait for each other, the first in the order of the frame proceeds. One that names itself waits for nothing.
  public final func require(toFail other: GestureRecognizer) {
    guard other !== self else {
      return warn(.requirement, "it was to wait for its own failure; it waits for nothing")
    }
    requirements.name(other)
  }

  /// Adds an action that runs at began, changed, ended and cancelled, in the order of adding.
  public final func addAction(_ action: @escaping (GestureRecognizer) -> Void) {
    actions.append(TargetAction(action))
  }

  /// Adds what a class of touchd's does itself.
  final func addInternalAction(_ action: @escaping (GestureRecognizer) -> Void) {
    var added = TargetAction(action)
    added.isInternal = true
    actions.append(added)
  }

  /// Adds a method of a target, which is not kept: `addTarget(self, action: Menu.open)`.
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> (GestureRecognizer) -> Void
  ) {
    actions.append(TargetAction(target) { action($0)($1) })
  }

  /// Adds a method without a parameter of a target, which is not kept.
  public final func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> () -> Void) {
    actions.append(TargetAction(target) { target, _ in action(target)() })
  }

  /// Removes what was added for a target; for `nil`, all that was added, actions without a target included.
  public final func removeTarget(_ target: AnyObject?) {
    actions.removeAll { !$0.isInternal && (target == nil || $0.target === target) }
  }

  /// The touches that it follows and that are down, by age.
  @inline(__always)
  public final var touches: ContiguousArray<Touch> { attempt?.touches ?? [] }

  /// Whether it only serves its view: it competes with no recognizer, none waits for it, and no trace shows it.
  package var isInternal: Bool { false }

  /// Runs the actions, then the plugins, of a state that was reached.
  final func run(_ gesture: GestureEvent) {
    for action in actions { action.run(with: self) }
    for plugin in plugins { plugin.gesture(gesture) }
  }

  // MARK: For subclasses

  /// Touches came down in ``view`` or below it, and the recognizer follows them from now on. Called before
  /// their views receive them. This method and the next three do nothing unless overridden.
  ///
  /// - Parameters:
  ///   - touches: those of the frame, never none; ``touches`` has all that are down.
  ///   - event: the sequence that the touches belong to.
  open func touchesBegan(_ touches: Set<Touch>, with event: Event) {}
  /// Touches that the recognizer follows have other values, such as other locations.
  open func touchesMoved(_ touches: Set<Touch>, with event: Event) {}
  /// Touches that the recognizer follows lifted.
  open func touchesEnded(_ touches: Set<Touch>, with event: Event) {}
  /// Touches that the recognizer follows were cancelled: a palm, a panel that was unplugged.
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {}
  /// What was estimated of touches is known now (see ``Touch/estimatedProperties``). Before the call of its frame.
  open func touchesEstimatedPropertiesUpdated(_ touches: Set<Touch>) {}

  /// The recognizer has just begun: what a gesture measures starts from where its fingers are now. Called before its
  /// action, which may come later than ``state`` was set, where another recognizer had to fail first.
  func begins(with event: Event) {}

  /// The recognizer has just failed, for its own reasons or another's.
  func fails(with event: Event) {}

  /// Forgets the attempt; called when it is over and all its touches have gone.
  open func reset() {}

  /// When to be asked although no touch changes; `nil` for never. Looked at after each call of one of these methods.
  ///
  /// Each deadline is reached once: one that is not later than the last that was reached counts as none. Once all
  /// fingers have left, an attempt that has had a thousand more is given up.
  open var deadline: Timestamp? { nil }

  /// The deadline has come, and every frame stamped up to it has been delivered.
  open func deadlineReached(with event: Event) {}

  /// Where the gesture is, in a view's coordinates; in the window's for `nil`: the centroid of the touches that are
  /// down, at the end of those that lift in this frame, once all have left of those that lifted last, unless a subclass
  /// knows better.
  open func location(in view: View?) -> Point {
    if touches.isEmpty, let liftLocation = attempt?.liftLocation {
      return (view ?? self.view?.window)?.convert(fromScreen: liftLocation) ?? liftLocation
    }
    let isEnding = state.isOver
    let counting = touches.lazy.filter { $0.contact.isDown != isEnding }
    return counting.isEmpty ? touches.centroid(in: view) : counting.centroid(in: view)
  }

  /// How many touches it follows.
  open var numberOfTouches: Int { touches.count }

  /// Whether this, when it recognizes, makes another fail.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Whether this lets another make it fail.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

  /// Whether this waits until another has failed, as by ``require(toFail:)``. Asked once an attempt.
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }

  /// Whether another waits until this has failed. Asked once an attempt.
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

  /// Where one of its touches is, by age, in a view's coordinates; in the window's for `nil`. For a number that no
  /// touch has, ``location(in:)``, with a ``Misuse``.
  public final func location(ofTouch index: Int, in view: View?) -> Point {
    guard touches.indices.contains(index) else {
      warn(
        .touchIndex,
        "it has \(touches.count) touches and was asked for number \(index); it told its own location"
      )
      return location(in: view)
    }
    return touches[index].location(in: view)
  }

  /// Leaves a touch to others for the rest of its life.
  public final func ignore(_ touch: Touch, for event: Event) {
    touch.contact.recognizers.removeAll { $0 === self }
    attempt?.touches.removeAll { $0 === touch }
    attempt?.contacts.removeAll { $0 === touch.contact }
    attempt?.observer.attemptChanged()
  }

  /// A finger that is nearer than this to where it came down does nothing to this recognizer by moving, so these moves
  /// need not be delivered; in points of the screen. 0 where every move counts, as for all recognizers that programs
  /// define.
  ///
  /// Looked at when a touch comes, and after each call of one of the methods above.
  var restingDistance: Double { 0 }

  /// How many contacts that have lifted an attempt keeps; older ones are let go, as if they had been ignored from then
  /// on, and what their views are owed waits for this recognizer no longer.
  ///
  /// A finger that rests keeps an attempt going for as long as it likes, and others may tap beside it: without a bound
  /// each tap would be dearer than the one before. More fingers than three persons have, lifted one after the other,
  /// are no part of one gesture; a recognizer that counts taps knows how many those may be. (O)
  var liftLimit: Int { 32 }
}

extension Collection<Touch> {
  /// The mean location in a view's coordinates; zero for no touches.
  func centroid(in view: View?) -> Point {
    guard !isEmpty else { return .zero }
    let sum = reduce(Point.zero) { $0 + $1.location(in: view) }
    return Point(x: sum.x / Double(count), y: sum.y / Double(count))
  }
}

extension GestureRecognizer {
  /// How far a recognizer has got with an attempt.
  public enum State: Hashable, Sendable {
    /// It has not made up its mind, or waits until another has failed.
    case possible
    /// A continuous gesture was recognized in this frame.
    case began
    /// A continuous gesture goes on; one of its touches changed.
    case changed
    /// A continuous gesture is over; a discrete one was recognized.
    case ended
    /// A recognized gesture ended by something other than its fingers.
    case cancelled
    /// The touches are not this gesture, or another recognizer got them.
    case failed

    /// What a discrete recognizer sets.
    public static let recognized = State.ended
  }
}

extension GestureRecognizer.State {
  /// Whether a recognizer may go from this state to another.
  func allows(_ next: Self) -> Bool {
    switch self {
    case .possible: next == .began || next == .ended || next == .failed
    case .began, .changed: next == .changed || next == .ended || next == .cancelled
    case .ended, .cancelled, .failed: false
    }
  }

  /// What it means that a recognizer in this state is set to another: that state, or if no recognizer goes there, the
  /// nearest one to which it may; `nil` for no change.
  func nearest(to next: Self) -> Self? {
    if allows(next) { return next }
    switch (self, next) {
    case (.possible, .changed): return .began
    case (.possible, .cancelled): return .failed
    case (.began, .began), (.changed, .began): return .changed
    case (.began, .failed), (.changed, .failed): return .cancelled
    default: return nil
    }
  }

  /// Recognized and still going on.
  var isActive: Bool { self == .began || self == .changed }

  /// Nothing more will come of this attempt.
  var isOver: Bool { self == .ended || self == .cancelled || self == .failed }
}

extension GestureRecognizer {
  /// The order of the rules: deepest view first, then order of attachment; equally deep views in layout order. O(1) on
  /// one view, else O(depth), and O(siblings) where the views are equally deep.
  static func precedes(_ a: GestureRecognizer, _ b: GestureRecognizer) -> Bool {
    guard let viewA = a.view, let viewB = b.view else { return false }
    if viewA === viewB { return a.attachment < b.attachment }
    let (depthA, depthB) = (viewA.depth, viewB.depth)
    return depthA == depthB ? viewA.precedes(viewB) : depthA > depthB
  }
}

extension View {
  /// Whether this view comes before another, equally deep one in the order of the layout.
  fileprivate final func precedes(_ other: View) -> Bool {
    guard let mine = superview, let others = other.superview else { return false }
    guard mine === others else { return mine.precedes(others) }
    return (mine.subviews.firstIndex { $0 === self } ?? 0) < (mine.subviews.firstIndex { $0 === other } ?? 0)
  }
}

// Ways: where to, and how far, without a place.
extension GestureRecognizer {
  /// A way across the screen in a view's coordinates, in the window's for `nil`; always finite. O(1) while no view of
  /// the window moves, else O(depth).
  final func convert(way: Point, to view: View?) -> Point {
    guard let target = view ?? self.view?.window else { return way.finiteOrZero }
    return (target.convert(fromScreen: way) - target.convert(fromScreen: .zero)).finiteOrZero
  }

  /// A way in a view's coordinates, in the window's for `nil`, across the screen; always finite. O(depth).
  final func convert(way: Point, from view: View?) -> Point {
    guard let target = view ?? self.view?.window else { return way.finiteOrZero }
    let toScreen = target.toScreen
    return (toScreen.apply(to: way) - toScreen.apply(to: .zero)).finiteOrZero
  }
}

extension Point {
  /// The point itself, or zero where it is beyond all numbers: a layout may scale by whatever it likes.
  var finiteOrZero: Point { isFinite ? self : .zero }
}

/// Has a say in what a recognizer does; a delegate implements the methods for what it wants to decide.
///
/// A recognizer does not keep its delegate.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Whether a recognizer that is about to leave `possible` may; otherwise it fails. Asked once an attempt.
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool

  /// Whether a recognizer is given a touch that has just begun.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool

  /// Whether both recognizers may recognize with the same touches. One yes, of either delegate, is enough.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool

  /// Whether the recognizer waits until the other has failed. Asked once an attempt.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool

  /// Whether the other waits until the recognizer has failed. Asked once an attempt.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool
}

/// What holds without a delegate.
extension GestureRecognizerDelegate {
  /// By default, every recognizer may leave `possible`.
  public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  /// By default, a recognizer receives every touch.
  public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { true }

  /// By default, of two recognizers the first to recognize makes the other fail.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }

  /// By default, a recognizer does not wait for another.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { false }

  /// By default, no recognizer waits for this one.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { false }
}

/// What becomes of a recognizer's deadlines in an attempt: each is reached once, and they come to an end.
///
/// A deadline that a program does not move on, or that is another one each time it is asked for, makes nothing wait and
/// nothing spin.
struct DeadlineWatch {
  /// How many deadlines an attempt may have whose fingers have all left. One that still moves its deadline then would
  /// go on for ever. A hundred taps have a hundred. (O)
  private static let limit = 1000

  /// The deadline as it was when the nearest one of all was looked for.
  var next: Timestamp?
  /// The last one that was reached.
  private var reached: Timestamp?
  private var withoutFingers = 0

  /// Whether there were too many since the last finger left.
  var isExhausted: Bool { withoutFingers > Self.limit }

  /// What a deadline counts as: `nil` for one that is not later than the last that was reached.
  func reading(_ deadline: Timestamp?) -> Timestamp? {
    guard let reached, let deadline, deadline <= reached else { return deadline }
    return nil
  }

  /// Notes that the deadline was reached.
  mutating func reach(hasFingers: Bool) {
    (reached, next) = (next, nil)
    withoutFingers = hasFingers ? 0 : withoutFingers + 1
  }
}
