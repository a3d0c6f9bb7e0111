/// Has a say in what a recognizer does; a delegate implements the methods for what it wants to decide.
///
/// A recognizer does not keep its delegate.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Whether a recognizer that is about to leave `possible` may; otherwise it fails. Asked once an attempt.
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool

  /// Whether a recognizer is given a touch that has just begun.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool

  /// Whether both recognizers may recognize with the same touches. One yes, of either delegate, is enough.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool

  /// Whether the recognizer waits until the other has failed. Asked once an attempt.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool

  /// Whether the other waits until the recognizer has failed. Asked once an attempt.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool
}

/// What holds without a delegate.
extension GestureRecognizerDelegate {
  /// By default, every recognizer may leave `possible`.
  public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  /// By default, a recognizer receives every touch.
  public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { true }

  /// By default, of two recognizers the first to recognize makes the other fail.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }

  /// By default, a recognizer does not wait for another.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { false }

  /// By default, no recognizer waits for this one.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { false }
}
