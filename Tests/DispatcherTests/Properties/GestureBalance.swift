import TestTables

/// Watches that recognizers which began end exactly once, and change only in between; taps and swipes only end.
final class GestureBalance: ResponderPlugin {
  let name = "balance"
  /// Faults in words; empty if there were none.
  private(set) var violations: [String] = []
  private(set) var actions = 0
  private(set) var began = 0
  private var active: Set<ObjectIdentifier> = []

  /// Number of those that are going on now.
  var open: Int { active.count }

  func gesture(_ event: GestureEvent) {
    let (recognizer, state) = (event.recognizer, event.state)
    let id = ObjectIdentifier(recognizer)
    let isDiscrete = recognizer is TapGestureRecognizer || recognizer is SwipeGestureRecognizer
    let wasActive = active.contains(id)
    let isRight =
      switch state {
      case .began: !wasActive
      case .ended: wasActive || isDiscrete
      case .changed, .cancelled: wasActive && !isDiscrete
      case .possible, .failed: false
      }
    if !isRight { violations.append("\(recognizer.name) went to \(state), active: \(wasActive)") }
    actions += 1
    if state == .began { began += 1 }
    if state == .began || state == .changed { active.insert(id) } else { active.remove(id) }
    let isHover = recognizer is HoverGestureRecognizer
    if isHover && !event.contacts.isEmpty { violations.append("a hover has contacts") }
  }
}
