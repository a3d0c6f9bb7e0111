/// What a control or a recognizer runs: a closure, or a method of a target that it does not keep.
struct TargetAction<Sender> {
  private(set) weak var target: AnyObject?
  /// Whether it is of a class of touchd's, and no program may remove it.
  var isInternal = false
  private let action: (Sender) -> Void

  init(_ action: @escaping (Sender) -> Void) { self.action = action }

  init<Target: AnyObject>(_ target: Target, _ method: @escaping (Target, Sender) -> Void) {
    self.target = target
    action = { [weak target] sender in
      if let target { method(target, sender) }
    }
  }

  func run(with sender: Sender) { action(sender) }
}
