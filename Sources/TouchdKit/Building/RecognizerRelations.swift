import Dispatcher

/// What a layout says of its recognizers' relations; the delegate of those that run beside others.
final class RecognizerRelations: GestureRecognizerDelegate {
  private var recognizers: [String: GestureRecognizer] = [:]
  /// The names beside which each may recognize.
  private var companions: [ObjectIdentifier: Set<String>] = [:]

  /// Takes in a recognizer under the name that the layout knows it by.
  func add(_ recognizer: GestureRecognizer) { recognizers[recognizer.name] = recognizer }

  /// Ties a gesture to those that it names. Every recognizer has been added.
  func connect(_ gesture: GestureDescription) {
    guard let recognizer = recognizers[gesture.name.value] else { return }
    for name in gesture.requiresFailureOf {
      if let other = recognizers[name.value] { recognizer.require(toFail: other) }
    }
    guard !gesture.simultaneousWith.isEmpty else { return }
    companions[ObjectIdentifier(recognizer)] = Set(gesture.simultaneousWith.map(\.value))
    recognizer.delegate = self
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    companions[ObjectIdentifier(recognizer)]?.contains(other.name) ?? false
  }
}
