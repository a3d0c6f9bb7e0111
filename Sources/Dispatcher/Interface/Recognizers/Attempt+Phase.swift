extension Attempt {
  /// How far an attempt has got, and what the recognizer wants next.
  ///
  /// What a recognizer sets is a proposal: it counts when all recognizers have seen the frame. Each phase can hold the
  /// proposals that are possible in it, and no others.
  ///
  /// | from | to | when |
  /// | --- | --- | --- |
  /// | undecided | proposing, failing | the recognizer sets a state, or gives up |
  /// | proposing | waiting | another recognizer must fail first |
  /// | proposing, waiting | active, over as ended | it is recognized, as continuous or discrete |
  /// | proposing, waiting | the same, with an end | it ends in the same frame, or during the wait |
  /// | proposing, waiting | failing | it takes that back |
  /// | active | active, over | it goes on; it ends, or is cancelled |
  /// | undecided, failing, proposing, waiting | over as failed | it gave up, or another recognizer prevents it |
  enum Phase {
    /// The recognizer has not made up its mind.
    case undecided
    /// It gives up.
    case failing(FailureReason?)
    /// It recognizes.
    case proposing(Recognition)
    /// It recognizes, and another recognizer must fail first.
    case waiting(Recognition)
    /// A continuous gesture has begun or goes on; `next` is what it proposes.
    case active(State, next: State?)
    /// Nothing more comes of it: ended, cancelled or failed.
    case over(State)
  }

  /// What a recognizer proposes to leave possible for.
  enum Recognition {
    /// To ended.
    case discrete
    /// To began; and to an end, where that was set in the same frame or during a wait.
    case continuous(end: State?)
  }
}

extension Attempt.Phase {
  typealias State = GestureRecognizer.State

  /// The state that all recognizers and views see.
  @inline(__always)
  var state: State {
    switch self {
    case .undecided, .failing, .proposing, .waiting: .possible
    case .active(let state, _), .over(let state): state
    }
  }

  /// The state that is proposed.
  var proposal: State? {
    switch self {
    case .undecided, .over: nil
    case .failing: .failed
    case .proposing(.discrete), .waiting(.discrete): .ended
    case .proposing(.continuous), .waiting(.continuous): .began
    case .active(_, let next): next
    }
  }

  /// The state once everything proposed has come true.
  var outlook: State {
    switch self {
    case .proposing(.continuous(let end?)), .waiting(.continuous(let end?)): end
    default: proposal ?? state
    }
  }

  var isFailing: Bool { if case .failing = self { true } else { false } }

  var isWaiting: Bool { if case .waiting = self { true } else { false } }

  /// Whether a decision is due: something is proposed, and waits for no recognizer.
  var isDue: Bool { proposal != nil && !isWaiting }

  /// Proposes a state to which the recognizer may go from the outlook. That a gesture which has not begun also changes
  /// means nothing.
  mutating func propose(_ state: State, _ reason: FailureReason? = nil) {
    switch (self, state) {
    case (.undecided, .failed): self = .failing(reason)
    case (.undecided, .ended): self = .proposing(.discrete)
    case (.undecided, .began): self = .proposing(.continuous(end: nil))
    case (.proposing(.continuous), .ended), (.proposing(.continuous), .cancelled):
      self = .proposing(.continuous(end: state))
    case (.waiting(.continuous), .ended), (.waiting(.continuous), .cancelled):
      self = .waiting(.continuous(end: state))
    case (.active(let current, _), _): self = .active(current, next: state)
    default: break
    }
  }

  /// Takes back what is proposed.
  mutating func withdraw() {
    switch self {
    case .failing, .proposing, .waiting: self = .undecided
    case .active(let state, _): self = .active(state, next: nil)
    case .undecided, .over: break
    }
  }

  /// Lets a recognition wait until another recognizer has failed.
  mutating func wait() {
    if case .proposing(let recognition) = self { self = .waiting(recognition) }
  }

  /// Makes what is proposed come true.
  mutating func commit() {
    switch self {
    case .failing: self = .over(.failed)
    case .proposing(.discrete), .waiting(.discrete): self = .over(.ended)
    case .proposing(.continuous(let end)), .waiting(.continuous(let end)): self = .active(.began, next: end)
    case .active(_, let next?): self = next.isOver ? .over(next) : .active(next, next: nil)
    case .active(_, nil), .undecided, .over: break
    }
  }

  /// Ends possible as failed, whatever is proposed.
  mutating func fail() { self = .over(.failed) }
}
