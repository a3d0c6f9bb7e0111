// How a recognizer's state is set: by itself, by its actions, and from outside.
extension GestureRecognizer {
  /// The state; what a subclass sets takes effect when all recognizers have seen the frame.
  ///
  /// A change that the type's description does not list is a mistake of the program. touchd warns of it once for each
  /// recognizer, and it counts as the nearest one that it lists: `failed` while active cancels, `cancelled` while
  /// possible fails, `changed` while possible begins, and `began` while active changes. After the end, and without an
  /// attempt, nothing changes. While it waits for another, and while delegates are asked about it, it is possible, and
  /// `failed` takes back what it wanted to become.
  public final var state: State {
    get { isActing ? committedState : proposal }
    set {
      guard let arbitration else { return }
      if newValue == .failed { withdraw() }
      let current = settingState
      // Many set it back to possible in `reset()`, where it is about to be so.
      let isReset = newValue == .possible && !current.isActive
      if !isReset, !current.allows(newValue) { warnOfState(current, newValue) }
      guard let next = current.nearest(to: newValue) else { return }
      if newValue == .cancelled, next == .failed { failureReason = .cancelled }
      if isActing { return setByAction(next, arbitration) }
      if proposedState != .began {
        proposedState = next
      } else if next != .changed {
        followingState = next
      }
      arbitration.attemptChanged()
    }
  }

  /// What it will be when all recognizers have seen the frame.
  private final var proposal: State { followingState ?? proposedState ?? committedState }

  /// The state from which the next one is set. Actions read the one that was reached, also after they have set another.
  private final var settingState: State { isActing ? stateOfActions : proposal }

  /// What an action sets comes after the state that was reached. That the gesture goes on does not undo an end that was
  /// proposed in the same frame.
  private final func setByAction(_ next: State, _ arbitration: any AttemptObserver) {
    stateOfActions = next
    if let proposedState, proposedState.isOver, !next.isOver { return }
    proposedState = next
    arbitration.attemptChanged()
  }

  private final func warnOfState(_ state: State, _ next: State) {
    let reading = state.nearest(to: next).map { "it counts as \($0)" } ?? "it changes nothing"
    warn(
      .transition,
      "it was set from \(state) to \(next); \(reading). A recognizer goes from possible to began, ended or failed, and "
        + "from began and changed to changed, ended or cancelled")
  }

  /// Gives the attempt up, and says why in the trace. An active recognizer is cancelled by it; after the end, nothing
  /// changes.
  public final func fail(_ reason: FailureReason) {
    withdraw()
    guard !settingState.isOver else { return }
    if settingState == .possible { failureReason = reason }
    state = .failed
  }

  /// Ends the attempt, if there is one, from outside: possible fails, active is cancelled.
  final func interrupt(_ reason: FailureReason) {
    if committedState.isActive {
      if settingState.isActive { state = .cancelled }
    } else if committedState == .possible, !attempt.isEmpty {
      // Also what it has proposed meanwhile, or waits for.
      forgetProposal()
      fail(reason)
    }
  }

  /// Takes back what it has proposed, if that waits for another, or delegates are being asked about it.
  private final func withdraw() {
    guard committedState == .possible, proposedState != .failed, isWaiting || arbitration?.isDeciding == true
    else { return }
    forgetProposal()
  }

  private final func forgetProposal() { (proposedState, followingState, isWaiting) = (nil, nil, false) }
}
