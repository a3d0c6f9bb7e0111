// Silences of the panel: its contacts are muted. And a dark screen, for which there is no silence: it is asked for
// where it matters.
extension FrameAssembler {
  /// Whether the screen behind the panel is dark.
  ///
  /// It is called while a frame is made, so it must call no code of views.
  ///
  /// - Parameters:
  ///   - hasLanding: whether a contact lands that would be reported, and not only one lifts.
  ///   - time: that of the frame.
  package typealias ScreenCheck = (_ hasLanding: Bool, _ time: Timestamp) -> Bool

  /// Whether the screen is dark in this frame: what lands is muted then, and what is live is cancelled. `false` where
  /// it does not matter, since nothing lands or lifts. To be asked once a frame, since the check may wake the screen.
  /// O(slots).
  var isScreenDark: Bool {
    @inline(never)
    get {
      guard let screenCheck, !isSilent else { return false }
      var (hasLanding, hasLift) = (false, false)
      for index in 0..<table.count {
        hasLanding = hasLanding || table[index].isLanding
        hasLift = hasLift || table[index].isLifting
      }
      return (hasLanding || hasLift) && screenCheck(hasLanding, frameTime)
    }
  }

  /// Why the panel is silent now; empty if it is not.
  public var silence: Silence { silences.reasons }

  var isSilent: Bool { !silences.reasons.isEmpty }

  /// Begins a silence; ``changes`` then holds what it cancels.
  public func begin(_ reason: Silence) {
    silences.begin(reason)
    cancelAll()
  }

  /// Ends a silence: contacts that land from now on are reported, unless another silence goes on.
  public func end(_ reason: Silence) { silences.end(reason) }

  /// The pen was silent for too long: what hovers has left, until the pen sends something.
  func loseReach() {
    report.removeAll()
    reach.lose()
    commitHover(&table[0], isSilent: isSilent)
  }
}
