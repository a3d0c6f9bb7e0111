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
