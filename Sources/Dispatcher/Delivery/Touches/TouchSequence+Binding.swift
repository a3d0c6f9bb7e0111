// The view and the touch object that a new contact is bound to.
extension TouchSequence {
  /// Binds a new contact to the view that the hit test finds, and to a touch object.
  @inline(never)
  func begin(_ sample: TouchSample, in application: Application) {
    // The hit test may look at the others.
    restUnreported()
    let contact = Contact(
      id: sample.contact, event: event, downLocation: sample.location, downTime: event.timestamp,
      panel: panels[sample.panel])
    contact.landedEstimated = !sample.estimated.isEmpty
    let view = application.hitTest(for: contact, with: event)
    let touch = recent.reuse(at: sample.location, in: view?.window, application.thresholds.reuse)
    let bound = touch ?? Touch(contact: contact)
    bound.bind(contact, to: view, sample, at: event.timestamp, raisesTapCount: touch != nil)
    if let view {
      // An override may answer a view of a window that was never added.
      if let window = view.window, window.application == nil { window.application = application }
      if withholdsTouch(from: view) { contact.standing = .withheld }
      contact.recognizers = view.recognizersUpToWindow
    }
    live.append(Borrowed(bound))
    event.allTouches.insert(bound)
  }

  /// Whether a finger that comes down on a view now is kept from it for its whole life: a second one on a single-touch
  /// view, whatever became of the first, or one beside an exclusive view. O(touches that are down).
  private func withholdsTouch(from view: View) -> Bool {
    let window = view.window
    return !live.allSatisfy { other in
      guard let neighbour = other.view, other.window === window else { return true }
      if neighbour === view { return view.isMultipleTouchEnabled }
      return !(view.isExclusiveTouch || neighbour.isExclusiveTouch) || !other.isTracked
    }
  }
}

extension Touch {
  /// Whether its view tracks it: it is given to the view, held for it, or about to be, in this frame.
  fileprivate var isTracked: Bool {
    guard !contact.standing.isFinal else { return false }
    return contact.standing == .given || contact.heldCalls > 0 || isReported && phase == .began
  }
}

extension View {
  /// The recognizers attached to this view and to those above it. O(depth).
  fileprivate final var recognizersUpToWindow: [GestureRecognizer] {
    let views = sequence(first: self as View, next: \.superview)
    var found: [GestureRecognizer] = []
    found.reserveCapacity(views.reduce(0) { $0 + $1.gestureRecognizers.count })
    for view in views {
      // What hovers is no touch, so a touch is not theirs.
      found += view.gestureRecognizers.lazy.filter { !($0 is HoverGestureRecognizer) }
    }
    return found
  }
}
