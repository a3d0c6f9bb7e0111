/// Something that watches the touches of a view and decides whether they are one certain gesture.
///
/// A subclass overrides the `touches…` methods, sets ``state`` when it has made up its mind, and clears its own
/// variables in ``reset()``. It is given no timer: it says in ``deadline`` when it wants to be asked, and is asked in
/// ``deadlineReached(with:)``.
///
/// A discrete recognizer goes from possible to ended or failed; a continuous one from possible to began, changed and
/// ended or cancelled, or to failed.
open class GestureRecognizer: CustomStringConvertible {
  /// The name in layouts and traces; the type's name unless one is set.
  public final var name: String
  /// The view that it is attached to; `nil` for none. Set by ``View/addGestureRecognizer(_:)``.
  public final internal(set) weak var view: View?
  /// Has a say in what this does; not kept.
  public final weak var delegate: (any GestureRecognizerDelegate)?
  /// Whether touches are given to it at all. Switched off, it gives up what it is doing.
  public final var isEnabled = true {
    didSet { if !isEnabled { attempt?.interrupt(.disabled) } }
  }
  /// Whether the view gets `touchesCancelled` when this recognizes.
  public final var cancelsTouchesInView = true
  /// Whether the view's `touchesBegan` waits until this has failed.
  public final var delaysTouchesBegan = false { didSet { attempt?.observer.attemptChanged() } }
  /// Whether the view's `touchesEnded` waits while this is possible.
  public final var delaysTouchesEnded = true { didSet { attempt?.observer.attemptChanged() } }
  /// The types of touches that it receives; all of them by default. Touches of other types are as if they
  /// were not there.
  public final var allowedTouchTypes = Set(TouchType.allCases)

  /// The attempt at the touches that it follows; `nil` while there are none.
  final var attempt: Attempt?
  final var touchSet = TouchSetCache()
  final var requirements = Requirements()
  /// Its number among those that were attached to its view; younger ones have higher numbers.
  final var attachment = 0
  /// The kinds of mistakes of which it has warned.
  final var warned: Set<Misuse.Kind> = []
  private var actions: [TargetAction<GestureRecognizer>] = []
  /// The plugins that a layout bound to this recognizer's actions.
  public final var plugins: [any ResponderPlugin] = []

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
    actions.append(TargetAction(isInternal: true, action))
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
    let former = actions
    actions.removeAll { !$0.isInternal && (target == nil || $0.target === target) }
    // What an action kept may remove its own as it goes.
    withExtendedLifetime(former) {}
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

  /// `<TapGestureRecognizer: 0x7f5c1a; name = open; state = possible; view = <View: 0x7f5c2b>>`, with what differs from
  /// the default. No place, so that it says nothing of a sensitive view.
  public final var description: String {
    var parts = [head(of: self)]
    if name != String(describing: type(of: self)) { parts.append("name = \(name)") }
    parts.append("state = \(state)")
    if !isEnabled { parts.append("enabled = NO") }
    if !cancelsTouchesInView { parts.append("cancelsTouchesInView = NO") }
    if delaysTouchesBegan { parts.append("delaysTouchesBegan = YES") }
    if !delaysTouchesEnded { parts.append("delaysTouchesEnded = NO") }
    parts.append(view.map { "view = <\(head(of: $0))>" } ?? "view = (null)")
    let required = requirements.allNamed
    if !required.isEmpty {
      parts.append("must-fail = {\(required.map { "<\(head(of: $0))>" }.joined(separator: ", "))}")
    }
    return "<\(parts.joined(separator: "; "))>"
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
  /// Called when estimated properties of touches are known (``Touch/estimatedProperties``), before the call of the
  /// frame.
  open func touchesEstimatedPropertiesUpdated(_ touches: Set<Touch>) {}

  /// The recognizer has just begun: what a gesture measures starts from where its fingers are now. Called before its
  /// action, which may come later than ``state`` was set, where another recognizer had to fail first.
  func begins(with event: Event) {}

  /// The recognizer has just failed, for its own reasons or another's.
  func fails(with event: Event) {}

  /// Forgets the attempt; called when it is over and all its touches have gone.
  open func reset() {}

  /// Time of the next question although no touch changes; `nil` for never. Read after each call of one of these
  /// methods.
  ///
  /// Each deadline is reached once: one that is not later than the last that was reached counts as none. Once all
  /// fingers have left, an attempt that has had a thousand more is given up.
  open var deadline: Timestamp? { nil }

  /// The deadline has come, and every frame stamped up to it has been delivered.
  open func deadlineReached(with event: Event) {}

  /// Place of the gesture, in a view's coordinates; in the window's for `nil`: the centroid of the touches that are
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

  /// The number of touches that it follows.
  open var numberOfTouches: Int { touches.count }

  /// Whether this, when it recognizes, makes another fail.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Whether this lets another make it fail.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

  /// Whether this waits until another has failed, as by ``require(toFail:)``. Asked once an attempt.
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }

  /// Whether another waits until this has failed. Asked once an attempt.
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

  /// Place of one of its touches, by age, in a view's coordinates; in the window's for `nil`. For a number that no
  /// touch has, ``location(in:)``, with a ``Misuse``.
  public final func location(ofTouch index: Int, in view: View?) -> Point {
    guard touches.indices.contains(index) else {
      warn(
        .touchIndex,
        "it has \(touches.count) touches and was asked for number \(index); it told its own location")
      return location(in: view)
    }
    return touches[index].location(in: view)
  }

  /// Leaves a touch to others for the rest of its life.
  public final func ignore(_ touch: Touch, for event: Event) {
    touch.contact.recognizers.removeAll { $0 === self }
    guard let attempt else { return }
    attempt.touches.removeAll { $0 === touch }
    attempt.contacts.removeAll { $0 === touch.contact }
    attempt.secrecy = max(attempt.secrecy, touch.contact.secrecy)
    attempt.observer.attemptChanged()
  }

  /// A finger that is nearer than this to where it came down does nothing to this recognizer by moving, so these moves
  /// need not be delivered; in points of the screen. 0 where every move counts, as for all recognizers that programs
  /// define.
  ///
  /// Looked at when a touch comes, and after each call of one of the methods above.
  var restingDistance: Double { 0 }

  /// The number of lifted contacts that an attempt keeps; older ones are let go, as if they had been ignored from then
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
    reduce(Point.zero) { $0 + $1.location(in: view) }.divided(by: count)
  }
}

extension GestureRecognizer {
  /// State of a recognizer in an attempt.
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

    /// The state that a discrete recognizer sets.
    public static let recognized = State.ended

    /// Legal reading of a change from this state to another: that state, or if no recognizer goes there, the
    /// nearest one to which it may; `nil` for no change.
    func nearest(to next: Self) -> Self? {
      switch (self, next) {
      case (.possible, .began), (.possible, .changed): .began
      case (.possible, .failed), (.possible, .cancelled): .failed
      case (_, .began) where isActive, (_, .changed) where isActive: .changed
      case (_, .failed) where isActive, (_, .cancelled) where isActive: .cancelled
      case (_, .ended) where !isOver: .ended
      default: nil
      }
    }

    /// Recognized and still going on.
    var isActive: Bool { self == .began || self == .changed }

    /// Nothing more will come of this attempt.
    var isOver: Bool { self == .ended || self == .cancelled || self == .failed }
  }

  /// The order of the rules: deepest view first, then order of attachment; equally deep views in layout order. O(1) on
  /// one view, else O(depth), and O(siblings) where the views are equally deep.
  static func precedes(_ a: GestureRecognizer, _ b: GestureRecognizer) -> Bool {
    guard let viewA = a.view, let viewB = b.view else { return false }
    if viewA === viewB { return a.attachment < b.attachment }
    let (depthA, depthB) = (viewA.depth, viewB.depth)
    return depthA == depthB ? viewA.precedes(viewB) : depthA > depthB
  }

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

  /// Whether this, recognized, keeps a competitor from recognizing.
  final func excludes(_ other: GestureRecognizer) -> Bool {
    canPrevent(other) && other.canBePrevented(by: self) && !allows(other) && !other.allows(self)
  }

  /// Whether its delegate lets it recognize together with another.
  private final func allows(_ other: GestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
  }

  /// Whether one of the two, or a delegate, has this wait until another has failed.
  final func requires(_ other: GestureRecognizer) -> Bool {
    shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }

  /// Whether it is in no attempt of another application. One that was taken from there leaves the touches here alone
  /// until that attempt is settled, which is at the next deadline there, and its fingers have lifted.
  final func isFree(for arbitration: Arbitration) -> Bool {
    attempt.map { $0.observer === arbitration } ?? true
  }

  /// Whether it has been recognized, and goes on.
  final var isActive: Bool { attempt?.state.isActive ?? false }

  /// Whether a new touch is this recognizer's business.
  final func accepts(_ touch: Touch) -> Bool {
    if let phase = attempt?.phase, phase.state.isOver || phase.isWaiting { return false }
    return wants(touch)
  }

  /// Whether a touch is of a kind that it takes, and its delegate lets it.
  final func wants(_ touch: Touch) -> Bool {
    guard isEnabled, allowedTouchTypes.contains(touch.type) else { return false }
    guard let delegate else { return true }
    // Being switched off in the answer counts at once.
    return delegate.gestureRecognizer(self, shouldReceive: touch) && isAtWork
  }

  /// Whether it is switched on, and in a window. O(depth).
  final var isAtWork: Bool { isEnabled && view?.window != nil }

  /// The common place of its touches, without those in some phases; `nil` if none is left. O(touches).
  final func centroid(without phases: PhaseSet) -> Centroid? {
    var (sum, count) = (Point.zero, 0)
    for index in touches.indices {
      Borrowed(touches[index]).with { touch in
        guard !phases.contains(touch.values.phase) else { return }
        sum = sum + touch.values.location
        count &+= 1
      }
    }
    guard count > 0 else { return nil }
    return Centroid(location: sum.divided(by: count), count: count)
  }

  /// Warns of a mistake in the use of this recognizer, once for each kind. One that is attached to no view and follows
  /// no touch warns when it is next misused so.
  final func warn(_ kind: Misuse.Kind, _ message: @autoclosure () -> String) {
    let host = attempt?.contacts.last?.event.chain.host
    guard view != nil || host != nil, warned.insert(kind).inserted else { return }
    let misuse = Misuse(kind: kind, subject: shownName, message: message())
    if let host { host.report(misuse) } else { view?.pass(misuse) }
  }

  /// The state; what a subclass sets takes effect when all recognizers have seen the frame.
  ///
  /// A change that the type's description does not list is a mistake of the program. touchd warns of it once for each
  /// recognizer, and it counts as the nearest one that it lists: `failed` while active cancels, `cancelled` while
  /// possible fails, `changed` while possible begins, and `began` while active changes. After the end, and without an
  /// attempt, nothing changes. While it waits for another, and while delegates are asked about it, it is possible, and
  /// `failed` takes back what it wanted to become.
  public final var state: State {
    get { attempt?.visibleState ?? .possible }
    set { attempt?.set(newValue) }
  }

  /// Gives the attempt up, and says why in the trace. An active recognizer is cancelled by it; after the end, nothing
  /// changes.
  public final func fail(_ reason: FailureReason) { attempt?.proposeFailure(reason) }

  final func warn(of next: State, from state: State) {
    let reading = state.nearest(to: next).map { "it counts as \($0)" } ?? "it changes nothing"
    warn(
      .transition,
      "it was set from \(state) to \(next); \(reading). A recognizer goes from possible to began, ended or failed, and "
        + "from began and changed to changed, ended or cancelled")
  }

  final func receive(_ phase: TouchPhase, _ touches: Set<Touch>, with event: Event) {
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    // No call is made of what did not change.
    case .stationary: break
    }
  }
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

/// Defaults of the delegate's answers.
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

/// Guards a recognizer's deadlines in an attempt: each is reached once, and they come to an end.
///
/// A deadline that a program does not move on, or that is another one each time it is asked for, makes nothing wait and
/// nothing spin.
struct DeadlineWatch {
  /// The number of deadlines that an attempt may have after all fingers have left. One that still moves its deadline
  /// would go on for ever. A hundred taps have a hundred. (O)
  private static let limit = 1000

  /// The deadline as it was when the nearest one of all was looked for.
  var next: Timestamp?
  /// The last one that was reached.
  private var reached: Timestamp?
  private var withoutFingers = 0

  /// Whether there were too many since the last finger left.
  var isExhausted: Bool { withoutFingers > Self.limit }

  /// A deadline as it counts: `nil` for one that is not later than the last that was reached.
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
