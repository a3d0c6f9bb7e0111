// What was estimated of touches is known now: few frames say so, and only on panels with pressure or tilt.
extension TouchDelivery {
  /// Notifies the recognizers of a window, and the views, that the panel has reported what was estimated of their
  /// touches.
  ///
  /// A view whose `touchesBegan` is still held is notified later; one that has lost the touch, or sees it begin and end
  /// at once, is not.
  @inline(never)
  func deliverUpdates(_ event: Event, in window: Window) {
    let touches = event.updated.copy.map(\.object).filter { $0.window === window }
      .sorted { $0.contact.id < $1.contact.id }
    tellRecognizers(touches.filter(\.contact.isNewlyTold))
    for touch in touches { touch.contact.isNewlyTold = false }
    let due = touches.filter { !$0.contact.isHoldingBegan }
    for touch in due { event.updated.remove(touch) }
    tellViews(due.filter(\.contact.isInView))
  }

  private func tellRecognizers(_ touches: [Touch]) {
    var told: Set<ObjectIdentifier> = []
    for recognizer in touches.flatMap(\.gestureRecognizers) {
      guard told.insert(ObjectIdentifier(recognizer)).inserted else { continue }
      let own = touches.filter { recognizer.touches.contains($0) }
      guard !own.isEmpty, !recognizer.state.isOver else { continue }
      recognizer.touchesEstimatedPropertiesUpdated(Set(own))
      // It may want to be asked at another time now.
      arbitration.attemptChanged()
    }
  }

  private func tellViews(_ touches: [Touch]) {
    var rest = touches
    while let view = rest.first?.view {
      let own = rest.filter { $0.view === view }
      rest.removeAll { $0.view === view }
      view.touchesEstimatedPropertiesUpdated(Set(own))
    }
  }
}

extension Touch {
  /// Notes that a sample reports what was estimated of the touch so far. The call of the end reports what comes with
  /// the end.
  func noteUpdate(_ sample: TouchSample, _ event: Event) {
    guard sample.phase == .moved, window != nil, !values.sample.estimated.isSubset(of: sample.estimated)
    else { return }
    contact.isNewlyTold = true
    if !event.updated.contains(self) { event.updated.append(Borrowed(self)) }
  }
}

extension Contact {
  /// Whether its view has yet to receive `touchesBegan`.
  fileprivate var isHoldingBegan: Bool { !standing.isFinal && isDown && heldCalls > 0 }

  /// Whether its view has it.
  fileprivate var isInView: Bool { standing == .given }
}
