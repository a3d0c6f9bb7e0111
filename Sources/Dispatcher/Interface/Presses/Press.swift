/// One key or button, from down to up.
public final class Press {
  /// Where a press is between going down and being released.
  public enum Phase: Hashable, Sendable {
    /// The button went down.
    case began
    /// The force changed.
    case changed
    /// Down, and not what the event is about.
    case stationary
    /// The button was released.
    case ended
    /// Ended by something other than a release: the device went away.
    case cancelled
  }

  /// Which button: UIKit's, or a key of the kernel's.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
  #endif
  public enum PressType: Hashable, Sendable {
    /// The arrow up.
    case upArrow
    /// The arrow down.
    case downArrow
    /// The arrow to the left.
    case leftArrow
    /// The arrow to the right.
    case rightArrow
    /// The button that selects, in the middle of the arrows.
    case select
    /// The button that goes back or opens a menu.
    case menu
    /// The button that plays and pauses.
    case playPause
    /// One page up.
    case pageUp
    /// One page down.
    case pageDown
    /// Any other, by its KEY_… or BTN_… code.
    case key(UInt16)
  }

  /// Which button it is.
  public let type: PressType
  /// The path of the device that has the button.
  public let device: String
  /// The kernel's KEY_… code, of a key that a panel has; `nil` of others.
  let code: UInt16?
  /// What happened to the button last.
  @exclusivity(unchecked) public internal(set) var phase = Phase.began
  /// How hard the button is pressed, 1 being an average press; 1 where the device cannot tell.
  @exclusivity(unchecked) public internal(set) var force: Double
  /// The kernel's time of the last change.
  @exclusivity(unchecked) public internal(set) var timestamp: Timestamp
  /// The responder that receives the press: the one that was the first when it began; `nil` after its end.
  @exclusivity(unchecked) public internal(set) var responder: Responder?
  /// The window of ``responder``, the key window when the press began; `nil` after its end.
  @exclusivity(unchecked) public internal(set) var window: Window?
  /// Whether ``responder`` got `pressesBegan`, and is owed the rest.
  @exclusivity(unchecked) var isTold = false

  init(
    _ type: PressType, code: UInt16?, force: Double, device: String, at time: Timestamp, in window: Window
  ) {
    (self.type, self.code) = (type, code)
    self.force = force
    self.device = device
    self.window = window
    timestamp = time
    responder = window.eventResponder
  }
}

extension Press: Hashable {
  public static func == (a: Press, b: Press) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Keys and buttons that were pressed, released or pressed harder.
public final class PressesEvent: Event {
  /// Every press that is down, and those that ended in this event.
  public let allPresses: Set<Press>
  /// The presses that the event is about, by age.
  private let reported: [Press]

  /// - Parameter presses: the caller keeps them until the event is delivered, and their windows with them.
  init(_ presses: [Press], of all: Set<Press>, at time: Timestamp) {
    (reported, allPresses) = (presses, all)
    super.init(.presses)
    timestamp = time
    for window in presses.compactMap(\.window) where !windows.contains(window) {
      windows.append(Borrowed(window))
    }
  }

  /// The presses that a responder receives. O(presses).
  public func presses(for responder: Responder) -> Set<Press> {
    allPresses.filter { $0.responder === responder }
  }

  /// Calls each responder with its presses, in order of its oldest. A responder that did not get `pressesBegan`,
  /// because an override of `sendEvent` swallowed the event, gets nothing more.
  override func deliver(in window: Window) {
    var due = reported.filter { $0.window === window && ($0.isTold || $0.phase == .began) }
    while let first = due.first, let responder = first.responder {
      let group = Set(due.filter { $0.responder === responder && $0.phase == first.phase })
      due.removeAll(where: group.contains)
      for press in group { press.isTold = !(press.phase == .ended || press.phase == .cancelled) }
      call(first.phase, on: responder, group)
    }
  }

  private func call(_ phase: Press.Phase, on responder: Responder, _ presses: Set<Press>) {
    switch phase {
    case .began: responder.pressesBegan(presses, with: self)
    case .changed: responder.pressesChanged(presses, with: self)
    case .ended: responder.pressesEnded(presses, with: self)
    case .cancelled: responder.pressesCancelled(presses, with: self)
    case .stationary: break
    }
  }
}
