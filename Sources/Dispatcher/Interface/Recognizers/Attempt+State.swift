// What a recognizer's state is set to: by itself, by its actions, and from outside.
extension Attempt {
  /// The state as the recognizer reads it: what it will be when all recognizers have seen the frame. Its actions read
  /// the one that was reached, also after they have set another.
  var visibleState: State {
    if case .acting = actions { state } else { phase.outlook }
  }

  /// The state from which the next one is set: what is read, but in actions the one that they set last.
  private var settingState: State {
    if case .acting(let state) = actions { state } else { phase.outlook }
  }

  /// Takes in what the recognizer is set to; see ``GestureRecognizer/state``.
  ///
  /// - Parameter reason: why it fails, if it does.
  func set(_ new: State, _ reason: FailureReason? = nil) {
    if new == .failed { takeBack() }
    let current = settingState
    // Many set it back to possible in `reset()`, where it is about to be so.
    let isReset = new == .possible && !current.isActive
    if !isReset, !current.allows(new) { recognizer.warn(of: new, from: current) }
    guard let next = current.nearest(to: new) else { return }
    if case .acting = actions {
      actions = .acting(setTo: next)
      // That a gesture goes on does not undo an end that was proposed in the same frame.
      if let proposal = phase.proposal, proposal.isOver, !next.isOver { return }
    }
    phase.propose(next, new == .cancelled ? .cancelled : reason)
    observer.attemptChanged()
  }

  /// Proposes to give up: possible fails for the reason, active is cancelled; after the end, nothing changes.
  func proposeFailure(_ reason: FailureReason) {
    takeBack()
    if !settingState.isOver { set(.failed, reason) }
  }

  /// Ends the attempt from outside: possible fails, active is cancelled.
  func interrupt(_ reason: FailureReason) {
    if state.isActive {
      if settingState.isActive { set(.cancelled) }
    } else if state == .possible, !contacts.isEmpty {
      // Also what it has proposed meanwhile, or waits for.
      phase.withdraw()
      proposeFailure(reason)
    }
  }

  /// One of its touches was cancelled: nothing is recognized from that, whatever the recognizer proposes or waits for.
  /// An active one goes on while it has fingers.
  func takeCancellation() {
    if state.isActive {
      guard !hasFingers else { return }
      phase.withdraw()
    }
    interrupt(.cancelled)
  }

  /// Takes back a recognition that waits for another recognizer, or about which delegates are being asked.
  private func takeBack() {
    guard state == .possible, !phase.isFailing, phase.isWaiting || observer.isDeciding else { return }
    phase.withdraw()
  }
}

extension GestureRecognizer {
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

  fileprivate final func warn(of next: State, from state: State) {
    let reading = state.nearest(to: next).map { "it counts as \($0)" } ?? "it changes nothing"
    warn(
      .transition,
      "it was set from \(state) to \(next); \(reading). A recognizer goes from possible to began, ended or failed, and "
        + "from began and changed to changed, ended or cancelled")
  }
}
