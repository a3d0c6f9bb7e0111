public import Dispatcher

/// A recognizer that never recognizes and cannot be prevented: it must be shown every touch to its end, or to the first
/// that is cancelled, which makes it fail. So does the removal of a device of which a finger was a part of its attempt,
/// also one that has lifted while fingers of another device are down.
public final class BalancedRecognizer: GestureRecognizer {
  /// What went wrong first, in words; `nil` if nothing did.
  public private(set) var violation: String?
  private var down: Set<ContactID> = []
  private var hasFailed = false
  /// The devices of the attempt's touches.
  private var devices: Set<String> = []
  private var hasLostDevice = false

  /// Notes that a device is about to be removed.
  public func lose(_ device: String) {
    if devices.contains(device) { hasLostDevice = true }
  }

  public override init() { super.init() }

  public override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    for touch in touches {
      check(down.insert(touch.contactID).inserted, touch, "began twice")
      devices.insert(touch.device)
    }
  }

  public override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    for touch in touches { check(down.contains(touch.contactID), touch, "moved while up") }
  }

  public override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    for touch in touches { check(down.remove(touch.contactID) != nil, touch, "ended twice") }
  }

  public override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    touchesEnded(touches, with: event)
    hasFailed = true
    down.removeAll()
  }

  public override func reset() {
    if !down.isEmpty, !hasLostDevice, violation == nil {
      violation = "the recognizer was reset with touches down: \(down)"
    }
    (hasFailed, hasLostDevice) = (false, false)
    down.removeAll()
    devices.removeAll()
  }

  public override func canBePrevented(by other: GestureRecognizer) -> Bool { false }

  private func check(_ isRight: Bool, _ touch: Touch, _ wrong: String) {
    let isRight = isRight && !hasFailed
    if !isRight, violation == nil { violation = "by the recognizer's calls, \(touch.contactID) \(wrong)" }
  }
}
