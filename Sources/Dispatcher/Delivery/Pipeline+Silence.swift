// What silences a panel: each silence cancels what is down, and what is down at its end stays muted until it lifts.
extension Pipeline {
  /// Begins a silence of a panel, unless it has begun already.
  public func silence(_ panel: Panel, _ reason: Silence, at time: Timestamp) {
    guard !panel.assembler.silence.isSuperset(of: reason) else { return }
    change(panel, at: time) { $0.begin(reason) }
    dispatch()
  }

  /// Ends a silence: contacts that land from now on are reported, unless another silence goes on.
  public func endSilence(_ panel: Panel, _ reason: Silence) { panel.assembler.end(reason) }

  /// Cancels what is down on a panel; it stays muted until it lifts.
  package func cancelAll(on panel: Panel, at time: Timestamp) {
    change(panel, at: time) { $0.cancelAll() }
    dispatch()
  }

  /// Cancels what is down on a panel whose machine slept, and takes over what the kernel holds now: what is down stays
  /// muted until it lifts.
  public func resume(_ panel: Panel, state: DeviceState?, at time: Timestamp) {
    change(panel, at: time) { $0.cancelAll() }
    if let state { adopt(state, panel) }
    if panel.isPen { followPen(panel, at: time) }
    // What was pressed may have been released unseen.
    cancelPresses(of: panel.path, at: time)
  }

  /// The names of the pens that keep fingers away from a panel now.
  package func pensMuting(_ panel: Panel) -> [String] { pens.pens(near: panel).map(\.name).sorted() }

  /// Takes in whether a pen is near, and until when, after a report.
  func followPen(_ pen: Panel, at time: Timestamp) {
    pen.assembler.reach.report(pen.assembler.table[0].current, at: time)
    notice(pen, isNear: pen.isPenNear, at: time)
    pens.updateDeadline()
  }

  /// Silences the screens of a pen that came near, and lets them speak again after it has left.
  func notice(_ pen: Panel, isNear: Bool, at time: Timestamp) {
    switch pens.note(pen, isNear: isNear) {
    case .came: for screen in pens.partners(of: pen) { change(screen, at: time) { $0.begin(.pen) } }
    case .left: endPenSilences(at: time)
    case nil: break
    }
  }

  /// Lets the screens speak again, a little later, that no pen is near any more. Not only those of the pen that went: a
  /// panel that came meanwhile may have taken their place.
  private func endPenSilences(at time: Timestamp) {
    for screen in pens.screens where pens.pens(near: screen).isEmpty {
      screen.assembler.silences.endPen(at: time + PenArbitration.release)
    }
  }
}
