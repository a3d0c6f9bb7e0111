// The recognizers of a view.
extension View {
  /// Attaches a recognizer as the last one. One that is attached to another view is taken out there first, and gives up
  /// what it is doing.
  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view !== self else { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.view = self
    recognizer.attachment = (gestureRecognizers.last?.attachment ?? 0) &+ 1
    gestureRecognizers.append(recognizer)
  }

  /// Takes a recognizer out; it gives up what it is doing. No effect for one of another view.
  public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.attempt?.interrupt(.removed)
    recognizer.view = nil
    gestureRecognizers.removeAll { $0 === recognizer }
  }
}
