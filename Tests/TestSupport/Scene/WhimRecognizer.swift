public import Dispatcher

/// A recognizer that does what its seed says: everything that one may do, at any moment.
public final class WhimRecognizer: GestureRecognizer {
  private var random: SplitMix
  private let prevents: Bool
  private let isPreventable: Bool
  private var wakeTime: Timestamp?
  /// The contacts that it left to others, which no trace tells.
  public private(set) var ignored: Set<ContactID> = []

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    prevents = seed % 3 != 0
    isPreventable = seed % 5 != 0
    super.init()
    delaysTouchesBegan = seed % 4 == 0
    cancelsTouchesInView = seed % 2 == 0
  }

  public override func canPrevent(_ other: GestureRecognizer) -> Bool { prevents }
  public override func canBePrevented(by other: GestureRecognizer) -> Bool { isPreventable }
  public override func shouldRequireFailure(of other: GestureRecognizer) -> Bool {
    isPreventable && other is TapGestureRecognizer
  }

  public override func touchesBegan(_ touches: Set<Touch>, with event: Event) { decide(touches, event) }
  public override func touchesMoved(_ touches: Set<Touch>, with event: Event) { decide(touches, event) }
  public override func touchesEnded(_ touches: Set<Touch>, with event: Event) { decide(touches, event) }
  public override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { decide(touches, event) }
  public override func reset() { wakeTime = nil }

  public override var deadline: Timestamp? { state == .ended || state == .failed ? nil : wakeTime }

  public override func deadlineReached(with event: Event) {
    wakeTime = nil
    decide([], event)
  }

  private func decide(_ touches: Set<Touch>, _ event: Event) {
    let whim = random.next() % 16
    switch state {
    case .possible:
      if whim == 0 { state = .began }
      if whim == 1 { state = .recognized }
      if whim == 2 { fail(.elsewhere) }
    case .began, .changed:
      if whim < 8 { state = .changed }
      if whim == 8 { state = .ended }
      if whim == 9 { state = .cancelled }
    case .ended, .cancelled, .failed: break
    }
    if whim == 10, let oldest = touches.min(by: { $0.contactID < $1.contactID }) {
      ignored.insert(oldest.contactID)
      ignore(oldest, for: event)
    }
    if whim == 11 { wakeTime = event.timestamp + .milliseconds(Int64(random.next() % 300)) }
  }
}
