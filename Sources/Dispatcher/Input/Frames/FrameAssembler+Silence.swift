// Silences of the panel: its contacts are muted.
extension FrameAssembler {
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
