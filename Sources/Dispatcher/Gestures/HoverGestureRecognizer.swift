/// Something that hovers above a view: a pen whose tip is near and up, or a finger that the panel sees before it
/// touches.
///
/// Begins when the pointer comes above the view, or above one below it, changes as it moves there, and ends when it
/// leaves the view, goes out of reach, or touches down: then it is a touch. Cancelled when the panel goes away or falls
/// silent. Of several pointers it follows the one that came first, until that has left.
///
/// It receives no touches, so it competes with no recognizer; it follows the pointers of its ``allowedTouchTypes``.
open class HoverGestureRecognizer: GestureRecognizer {
  /// The last report of the pointer; of the last pointer while there is none.
  final var sample: HoverSample?
  /// The pointer that it follows, or lets pass because it is over for that one.
  final var pointer: HoverPointer?

  public override init() { super.init() }

  /// Height of the pointer above the glass, as a part of the panel's range: 0 to 1; 0 if the panel does not report it.
  public final var zOffset: Double { sample?.zOffset ?? 0 }

  /// Radians between a pen and the glass: 0 lies on it, π/2 stands upright, as fingers and pens without tilt do.
  public final var altitudeAngle: Double { (sample?.pose ?? .upright).altitude }

  /// Direction of a pen, in radians clockwise from the x axis of a view; of the window for `nil`. 0 for a finger.
  public final func azimuthAngle(in view: View?) -> Double {
    let vector = azimuthUnitVector(in: view)
    return angle(x: vector.x, y: vector.y)
  }

  /// Direction of a pen, as a vector of length 1 in a view's coordinates; in the window's for `nil`.
  public final func azimuthUnitVector(in view: View?) -> Point {
    guard let sample else { return Point(x: 1, y: 0) }
    return sample.pose.azimuthUnitVector(at: sample.location, in: view ?? self.view?.window)
  }

  /// Place of the pointer, in a view's coordinates; in the window's for `nil`. Zero before the first.
  open override func location(in view: View?) -> Point {
    guard let sample else { return .zero }
    guard let target = view ?? self.view?.window else { return sample.location }
    return target.convert(fromScreen: sample.location)
  }
}

/// Reports to hover recognizers what hovers above their views.
///
/// What hovers is not a touch: no view is called, no recognizers compete for it, and the view below it is looked for
/// anew in each frame.
final class HoverDelivery: AttemptObserver {
  /// The recognizers that follow a pointer, or let it pass, in the order of the rules.
  var following: ContiguousArray<HoverGestureRecognizer> = []
  /// Those whose action is due, in the same order.
  private var acted: ContiguousArray<Attempt> = []
  /// Whether one of them was interrupted, and this has not been reported yet.
  private(set) var isInterrupted = false
  /// Reports what was interrupted while no frame goes on.
  weak var application: Application?

  deinit {
    for recognizer in following { recognizer.attempt = nil }
  }

  /// Takes a frame of what hovers to the last action.
  func deliver(
    _ frame: EventQueue.Frame, of queue: EventQueue, in application: Application, with event: Event
  ) {
    settleInterrupted(in: application, with: event)
    for index in frame.start..<frame.end {
      take(queue.hovers[index], in: application, with: event)
      settleInterrupted(in: application, with: event)
    }
  }

  /// Tells the recognizers that follow a pointer, and those above whose views it has come.
  private func take(_ sample: HoverSample, in application: Application, with event: Event) {
    let view = sample.isOver ? nil : application.hitTest(sample.location, with: nil)
    for recognizer in following where recognizer.pointer == sample.pointer {
      recognizer.sample = sample
      if let home = recognizer.view, let view, view.isDescendant(of: home) {
        proceed(recognizer, to: .changed, with: event)
      } else {
        recognizer.pointer = nil
        // Without a view it did not see the pointer leave.
        let isLost = sample.phase == .cancelled || recognizer.view == nil
        proceed(recognizer, to: isLost ? .cancelled : .ended, with: event)
      }
    }
    if let view { enter(view, sample, with: event) }
    act(in: application, with: event)
    release()
  }

  /// Begins with the recognizers of a view and those above it that follow nothing. O(depth).
  private func enter(_ view: View, _ sample: HoverSample, with event: Event) {
    for view in view.withSuperviews {
      for case let recognizer as HoverGestureRecognizer in view.gestureRecognizers {
        guard recognizer.attempt == nil, recognizer.isEnabled,
          recognizer.allowedTouchTypes.contains(sample.type)
        else { continue }
        begin(recognizer, sample, with: event)
      }
    }
  }

  private func begin(_ recognizer: HoverGestureRecognizer, _ sample: HoverSample, with event: Event) {
    let attempt = Attempt(of: recognizer, observer: self)
    recognizer.attempt = attempt
    recognizer.sample = sample
    recognizer.pointer = sample.pointer
    // Recognizers come deepest view first, so most have their place at the end.
    let before = following.lastIndex { !GestureRecognizer.precedes(recognizer, $0) }
    following.insert(recognizer, at: before.map { $0 + 1 } ?? 0)
    let mayBegin = recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true
    // The delegate that was asked may have switched it off, or taken it away.
    let isAttached = recognizer.view?.window != nil
    if mayBegin, recognizer.isEnabled, isAttached, attempt.phase.proposal == nil {
      attempt.phase.propose(.began)
      commit(attempt, with: event)
    } else {
      attempt.phase.fail()
      attempt.trace(recognizer.isEnabled ? isAttached ? .refused : .removed : .disabled, with: event)
    }
  }

  /// Goes on with a recognizer, unless it is over: then the pointer just passes.
  private func proceed(
    _ recognizer: HoverGestureRecognizer, to state: GestureRecognizer.State, with event: Event
  ) {
    guard let attempt = recognizer.attempt, attempt.state.isActive else { return }
    attempt.phase.propose(state)
    commit(attempt, with: event)
  }

  private func commit(_ attempt: Attempt, with event: Event) {
    attempt.commit()
    attempt.trace(with: event)
    acted.append(attempt)
  }

  private func act(in application: Application, with event: Event) {
    for attempt in acted {
      let sample = (attempt.recognizer as? HoverGestureRecognizer)?.sample
      attempt.act(on: sample.map { application.touches.panels[$0.pointer.panel].path } ?? "", with: event)
    }
    acted.removeAll(keepingCapacity: true)
  }

  /// Readies the recognizers whose pointer has left.
  private func release() {
    following.removeAll { recognizer in
      guard recognizer.pointer == nil else { return false }
      recognizer.attempt?.end()
      return true
    }
  }

  /// Ends with those that were switched off or taken away. They let their pointer pass until it has left.
  func settleInterrupted(in application: Application, with event: Event) {
    while isInterrupted {
      isInterrupted = false
      for recognizer in following {
        // Only the pointer makes it go on.
        guard let end = recognizer.attempt?.phase.proposal else { continue }
        recognizer.attempt?.phase.withdraw()
        if end.isOver { proceed(recognizer, to: end, with: event) }
      }
      act(in: application, with: event)
    }
  }

  /// Ends everything that goes on, without a call.
  func letGo() {
    for recognizer in following { recognizer.attempt?.end() }
    following.removeAll()
  }

  /// A recognizer that is asked whether it may begin has proposed nothing.
  var isDeciding: Bool { false }

  /// A recognizer was interrupted: it ends at the end of the frame that goes on, else now.
  func attemptChanged() {
    guard !isInterrupted else { return }
    isInterrupted = true
    application?.hoversInterrupted()
  }
}
