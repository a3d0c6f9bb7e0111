public import Dispatcher

/// Checks that every contact which began ends exactly once, for the trace and for each responder that it reached.
public final class Balance: TraceObserver {
  /// Faults in words; empty if there were none.
  public private(set) var violations: [String] = []
  public private(set) var began = 0
  public private(set) var ended = 0
  private var down: Set<ContactID> = []

  public init() {}

  public func record(_ record: TraceRecord, at time: Timestamp) {
    guard case .touch(let sample, _) = record else { return }
    switch sample.phase {
    case .began:
      began += 1
      if !down.insert(sample.contact).inserted { violations.append("\(sample.contact) began twice") }
    case .moved, .stationary:
      if !down.contains(sample.contact) { violations.append("\(sample.contact) moved while up") }
    case .ended, .cancelled:
      ended += 1
      if down.remove(sample.contact) == nil { violations.append("\(sample.contact) ended twice") }
    }
  }

  /// How many contacts are down now.
  public var open: Int { down.count }
}

/// A view that checks the same of the calls it gets.
public final class BalancedView: View {
  public private(set) var violations = 0
  /// Whether it passes on what it gets, as a view does that overrides nothing.
  public var passesOn = true
  private var down: [ContactID: Int] = [:]

  /// How many contacts began for it and have not ended.
  public var open: Int { down.count }

  public override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    for touch in touches where down.updateValue(1, forKey: touch.contactID) != nil { violations += 1 }
    if passesOn { super.touchesBegan(touches, with: event) }
  }

  public override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    for touch in touches where down[touch.contactID] == nil { violations += 1 }
    if passesOn { super.touchesMoved(touches, with: event) }
  }

  public override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    relieve(of: touches)
    if passesOn { super.touchesEnded(touches, with: event) }
  }

  public override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    relieve(of: touches)
    if passesOn { super.touchesCancelled(touches, with: event) }
  }

  private func relieve(of touches: Set<Touch>) {
    for touch in touches where down.removeValue(forKey: touch.contactID) == nil { violations += 1 }
  }
}
