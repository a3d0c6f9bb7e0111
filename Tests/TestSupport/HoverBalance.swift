public import Dispatcher

/// Watches that a hover recognizer which began ends exactly once, and changes only in between.
public final class HoverBalance: ResponderPlugin {
  public let name = "balance"
  /// What went wrong, in words; empty if nothing did.
  public private(set) var violations: [String] = []
  public private(set) var began = 0
  private var active: Set<ObjectIdentifier> = []

  public init() {}

  /// How many are going on now.
  public var open: Int { active.count }

  public func gesture(_ event: GestureEvent) {
    let recognizer = ObjectIdentifier(event.recognizer)
    switch event.state {
    case .began:
      began += 1
      if !active.insert(recognizer).inserted { violations.append("a hover began twice") }
    case .changed:
      if !active.contains(recognizer) { violations.append("a hover changed that had not begun") }
    case .ended, .cancelled:
      if active.remove(recognizer) == nil { violations.append("a hover ended that had not begun") }
    case .possible, .failed:
      violations.append("a hover acted when it was \(event.state)")
    }
    if !event.contacts.isEmpty { violations.append("a hover has contacts") }
  }
}
