/// Keeps touches from what is in a scroll view for a moment, in case they become a drag.
///
/// It holds their calls as any recognizer does that delays began, and recognizes nothing: of each touch it lets go when
/// its time is over, when the finger lifts, or when the scroll view's pan has failed. If that takes the touch before,
/// the calls are dropped.
final class ContentDelayGestureRecognizer: GestureRecognizer {
  /// From the down.
  @exclusivity(unchecked) var delay = Thresholds.Scroll().contentDelay

  override init() {
    super.init()
    cancelsTouchesInView = false
    delaysTouchesBegan = true
    delaysTouchesEnded = false
  }

  override package var isInternal: Bool { true }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    // What the pan does not get, becomes no drag.
    let pan = (view as? ScrollView)?.pan
    release(touches.filter { touch in !touch.contact.recognizers.contains { $0 === pan } }, for: event)
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event) { release(touches, for: event) }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { release(touches, for: event) }

  /// Wherever the finger goes, only time and the pan matter.
  override var restingDistance: Double { .infinity }

  override var deadline: Timestamp? { touches.first.map { $0.contact.downTime + delay } }

  override func deadlineReached(with event: Event) {
    guard let deadline else { return }
    release(touches.filter { $0.contact.downTime + delay <= deadline }, for: event)
  }

  /// No drag comes of its touches any more.
  func panFails(with event: Event) { release(touches, for: event) }

  private func release(_ touches: some Sequence<Touch>, for event: Event) {
    for touch in touches { ignore(touch, for: event) }
  }
}
