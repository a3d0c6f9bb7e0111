extension Attempt {
  /// Progress of an attempt, and the recognizer's proposal.
  ///
  /// What a recognizer sets is a proposal: it counts when all recognizers have seen the frame. Each phase can hold the
  /// proposals that are possible in it, and no others.
  ///
  /// | from | to | when |
  /// | --- | --- | --- |
  /// | undecided | proposing, failing | the recognizer sets a state, or gives up |
  /// | proposing | the same, waiting | another recognizer must fail first |
  /// | proposing | active, over as ended | it is recognized, as continuous or discrete |
  /// | proposing | the same, with an end | it ends in the same frame, or during the wait |
  /// | proposing | failing | it takes that back |
  /// | active | active, over | it goes on; it ends, or is cancelled |
  /// | undecided, failing, proposing | over as failed | it gave up, or another recognizer prevents it |
  enum Phase {
    /// The recognizer has not made up its mind.
    case undecided
    /// It gives up.
    case failing(FailureReason?)
    /// It recognizes; if it waits, another recognizer must fail first.
    case proposing(Recognition, isWaiting: Bool)
    /// A continuous gesture has begun or goes on; `next` is what it proposes.
    case active(State, next: State?)
    /// Nothing more comes of it: ended, cancelled or failed.
    case over(State)

    /// The state that all recognizers and views see.
    @inline(__always)
    var state: State {
      switch self {
      case .undecided, .failing, .proposing: .possible
      case .active(let state, _), .over(let state): state
      }
    }

    /// The state that is proposed.
    var proposal: State? {
      switch self {
      case .undecided, .over: nil
      case .failing: .failed
      case .proposing(.discrete, _): .ended
      case .proposing(.continuous, _): .began
      case .active(_, let next): next
      }
    }

    /// The state once everything proposed has come true.
    var outlook: State {
      if case .proposing(.continuous(let end?), _) = self { end } else { proposal ?? state }
    }

    var isFailing: Bool { if case .failing = self { true } else { false } }

    var isWaiting: Bool { if case .proposing(_, true) = self { true } else { false } }

    /// Whether a decision is due: something is proposed, and waits for no recognizer.
    var isDue: Bool { proposal != nil && !isWaiting }

    /// Proposes a state to which the recognizer may go from the outlook. That a gesture which has not begun also
    /// changes means nothing.
    mutating func propose(_ state: State, _ reason: FailureReason? = nil) {
      switch (self, state) {
      case (.undecided, .failed): self = .failing(reason)
      case (.undecided, .ended): self = .proposing(.discrete, isWaiting: false)
      case (.undecided, .began): self = .proposing(.continuous(end: nil), isWaiting: false)
      case (.proposing(.continuous, let isWaiting), .ended),
        (.proposing(.continuous, let isWaiting), .cancelled):
        self = .proposing(.continuous(end: state), isWaiting: isWaiting)
      case (.active(let current, _), _): self = .active(current, next: state)
      default: break
      }
    }

    /// Takes back what is proposed.
    mutating func withdraw() {
      switch self {
      case .failing, .proposing: self = .undecided
      case .active(let state, _): self = .active(state, next: nil)
      case .undecided, .over: break
      }
    }

    /// Lets a recognition wait until another recognizer has failed.
    mutating func wait() {
      if case .proposing(let recognition, _) = self { self = .proposing(recognition, isWaiting: true) }
    }

    /// Makes what is proposed come true.
    mutating func commit() {
      switch self {
      case .failing: self = .over(.failed)
      case .proposing(.discrete, _): self = .over(.ended)
      case .proposing(.continuous(let end), _): self = .active(.began, next: end)
      case .active(_, let next?): self = next.isOver ? .over(next) : .active(next, next: nil)
      case .active(_, nil), .undecided, .over: break
      }
    }

    /// Ends possible as failed, whatever is proposed.
    mutating func fail() { self = .over(.failed) }
  }

  /// The state for which a recognizer proposes to leave possible.
  enum Recognition {
    /// To ended.
    case discrete
    /// To began; and to an end, where that was set in the same frame or during a wait.
    case continuous(end: State?)
  }
}
