// What recognizers report before they are recognized, which is no action.
extension Arbitration {
  /// Reports how far attempts have come that are still possible.
  ///
  /// - Returns: whether there was such a report: a plugin may have changed something.
  func reportProgress(with event: Event) -> Bool {
    var hasReported = false
    for attempt in attempts {
      guard let part = attempt.progress.due else { continue }
      attempt.progress.due = nil
      // What it has become since it said so says more.
      guard attempt.visibleState == .possible else { continue }
      attempt.progress.isReported = true
      attempt.report(progress: part, with: event)
      hasReported = true
    }
    return hasReported
  }

  /// Reports the failures of attempts whose progress was reported.
  func reportFailures(with event: Event) {
    guard !failures.isEmpty else { return }
    let due = failures
    failures.removeAll(keepingCapacity: true)
    for failure in due { failure.report(with: event) }
  }
}

extension Attempt {
  fileprivate func report(progress: Double, with event: Event) {
    GestureEvent(self, progress: progress, with: event).report(with: event)
  }
}

extension GestureEvent {
  /// Shows a report to the trace and to the plugins of the recognizer.
  fileprivate func report(with event: Event) {
    event.observer?.record(.progress(self), at: event.timestamp)
    for plugin in recognizer.plugins { plugin.progress(self) }
  }
}
