/// One key or button, from down to up.
public final class Press {
  /// A press's progress between going down and being released.
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
  /// The last change of the button.
  public internal(set) var phase = Phase.began
  /// Force on the button, 1 being an average press; 1 if the device cannot tell.
  public internal(set) var force: Double
  /// The kernel's time of the last change.
  public internal(set) var timestamp: Timestamp
  /// The responder that receives the press: the one that was the first when it began; `nil` after its end.
  public internal(set) var responder: Responder?
  /// The window of ``responder``, the key window when the press began; `nil` after its end.
  public internal(set) var window: Window?
  /// Whether ``responder`` got `pressesBegan`, and is owed the rest.
  var isTold = false

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

extension Press: Hashable, CustomStringConvertible {
  public static func == (a: Press, b: Press) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// `<Press: 0x7f5c1a> type: select phase: began force: 1`.
  public var description: String {
    "<\(head(of: self))> type: \(type) phase: \(phase) force: \(short(force))"
  }
}

/// Keys and buttons that were pressed, released or pressed harder.
public final class PressesEvent: Event {
  /// Every press that is down, and those that ended in this event.
  public let allPresses: Set<Press>
  /// The presses that the event is about and that were not delivered yet, by age.
  private var reported: [Press]

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
    // An override of `sendEvent` may hand the event on twice.
    reported.removeAll { $0.window === window }
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

// What keys of the kernel's are in UIKit's words (KEY_… of linux/input-event-codes.h). Keys that UIKit has no word for,
// such as those for the volume, are left to the system.

extension Press.PressType {
  /// The button that a key is; `key(code)` for keys that UIKit has no name for.
  public init(keyCode code: UInt16) {
    self =
      switch code {
      case 103: .upArrow  // KEY_UP
      case 108: .downArrow  // KEY_DOWN
      case 105: .leftArrow  // KEY_LEFT
      case 106: .rightArrow  // KEY_RIGHT
      case 0x160, 0x161: .select  // KEY_OK, KEY_SELECT
      case 139: .menu  // KEY_MENU
      case 164: .playPause  // KEY_PLAYPAUSE
      case 104: .pageUp  // KEY_PAGEUP
      case 109: .pageDown  // KEY_PAGEDOWN
      default: .key(code)
      }
  }
}

extension Event.Subtype {
  /// Meaning of a media key for the player, when it goes down or up; `nil` if it has none.
  ///
  /// Keys for seeking have a meaning at both ends, all others when they go down. KEY_PAUSE and KEY_STOP have no
  /// meaning: they are Pause/Break and Stop of keyboards. KEY_PLAYPAUSE is a button as well; the program that reads a
  /// key device decides which of the two it sends.
  public init?(keyCode code: UInt16, isDown: Bool) {
    switch (code, isDown) {
    case (207, true), (200, true): self = .remoteControlPlay  // KEY_PLAY, KEY_PLAYCD
    case (201, true): self = .remoteControlPause  // KEY_PAUSECD
    case (166, true): self = .remoteControlStop  // KEY_STOPCD
    // KEY_PLAYPAUSE; KEY_MEDIA, the button of a headset
    case (164, true), (226, true): self = .remoteControlTogglePlayPause
    case (163, true): self = .remoteControlNextTrack  // KEY_NEXTSONG
    case (165, true): self = .remoteControlPreviousTrack  // KEY_PREVIOUSSONG
    case (168, true): self = .remoteControlBeginSeekingBackward  // KEY_REWIND
    case (168, false): self = .remoteControlEndSeekingBackward
    case (208, true): self = .remoteControlBeginSeekingForward  // KEY_FASTFORWARD
    case (208, false): self = .remoteControlEndSeekingForward
    default: return nil
    }
  }
}

/// The phase of a motion of the machine.
public enum MotionPhase: Hashable, Sendable {
  /// The motion started.
  case began
  /// The motion is over, and was what it seemed.
  case ended
  /// It was something else after all, or was interrupted.
  case cancelled
}

/// A motion of the machine, and the responder that receives it: the one that was the first when it began.
final class Motion {
  let subtype: Event.Subtype
  let responder: Responder
  let window: Window
  /// Whether ``responder`` got `motionBegan`, and is owed the end.
  var isTold = false

  init(_ subtype: Event.Subtype, in window: Window) {
    self.subtype = subtype
    self.window = window
    responder = window.eventResponder
  }
}

/// A step of a motion.
final class MotionEvent: Event {
  private let motion: Motion
  private let phase: MotionPhase

  init(_ phase: MotionPhase, of motion: Motion, at time: Timestamp) {
    (self.motion, self.phase) = (motion, phase)
    super.init(.motion, motion.subtype)
    timestamp = time
    windows.append(Borrowed(motion.window))
  }

  override func deliver(in window: Window) {
    guard motion.isTold != (phase == .began) else { return }
    motion.isTold.toggle()
    switch phase {
    case .began: motion.responder.motionBegan(subtype, with: self)
    case .ended: motion.responder.motionEnded(subtype, with: self)
    case .cancelled: motion.responder.motionCancelled(subtype, with: self)
    }
  }
}

/// Presses and motion, which are not made by fingers on a panel, from their begin to their end, and the events that
/// report them.
final class PressSequence {
  /// More keys than this are not held down at once: keyboards that tell all their keys apart have some hundred, people
  /// ten fingers. A key that is pressed beyond it is not reported. (O)
  private static let limit = 64

  /// The presses that have begun and not ended, by age.
  private var open: [Press] = []
  /// The motion that has begun and not ended.
  private var motion: Motion?

  /// Takes in what happened to a key or button, and sends it to its responder.
  ///
  /// One that is pressed again without a release is cancelled first. What is said of one that is not down means
  /// nothing.
  func press(
    _ type: Press.PressType, _ phase: Press.Phase, code: UInt16? = nil, force: Double, of device: String,
    at time: Timestamp, in application: Application
  ) {
    func known() -> Press? { open.first { $0.type == type && $0.device == device } }
    if phase == .began {
      if let known = known() { report([known], .cancelled, at: time, in: application) }
      // What a responder does at that may be to press the same key again.
      guard let keyWindow = application.keyWindow, open.count < Self.limit, known() == nil else { return }
      let press = Press(type, code: code, force: force, device: device, at: time, in: keyWindow)
      open.append(press)
      report([press], .began, at: time, in: application)
    } else if let known = known() {
      if phase == .changed { known.force = force }
      report([known], phase, at: time, in: application)
    }
  }

  func hasPress(of device: String) -> Bool { open.contains { $0.device == device } }

  /// Ends every press of a device, or of all, as cancelled.
  func cancel(of device: String?, at time: Timestamp, in application: Application) {
    report(open.filter { device == nil || $0.device == device }, .cancelled, at: time, in: application)
  }

  private func report(
    _ presses: [Press], _ phase: Press.Phase, at time: Timestamp, in application: Application
  ) {
    guard !presses.isEmpty else { return }
    for press in open { press.phase = .stationary }
    for press in presses { (press.phase, press.timestamp) = (phase, time) }
    let event = PressesEvent(presses, of: Set(open), at: time)
    let isEnd = phase == .ended || phase == .cancelled
    // What a responder does now may be to press the same key again.
    if isEnd { open.removeAll(where: presses.contains) }
    send(event, in: application)
    guard isEnd else { return }
    cancelSwallowed(presses, at: time)
    // A press may be kept by the view that got it.
    for press in presses { (press.responder, press.window) = (nil, nil) }
  }

  /// Cancels presses whose end an override of `sendEvent` swallowed.
  private func cancelSwallowed(_ presses: [Press], at time: Timestamp) {
    let owed = presses.filter(\.isTold)
    guard !owed.isEmpty else { return }
    for press in owed { press.phase = .cancelled }
    let event = PressesEvent(owed, of: Set(open + owed), at: time)
    event.windows.copy.forEach { event.deliver(in: $0.object) }
    event.windows.removeAll()
  }

  /// Takes in how far a motion of the machine is, and sends it to its responder. One that begins again is cancelled
  /// first.
  func motion(
    _ phase: MotionPhase, _ subtype: Event.Subtype, at time: Timestamp, in application: Application
  ) {
    if let last = motion {
      motion = nil
      send(MotionEvent(phase == .began ? .cancelled : phase, of: last, at: time), in: application)
      // An override of `sendEvent` may have swallowed it.
      if last.isTold { MotionEvent(.cancelled, of: last, at: time).deliver(in: last.window) }
    }
    guard phase == .began, motion == nil, let keyWindow = application.keyWindow else { return }
    let new = Motion(subtype, in: keyWindow)
    motion = new
    send(MotionEvent(.began, of: new, at: time), in: application)
  }

  /// Sends the key window a key for what is being played.
  func remoteControl(_ subtype: Event.Subtype, at time: Timestamp, in application: Application) {
    guard let keyWindow = application.keyWindow else { return }
    let event = Event(.remoteControl, subtype)
    event.timestamp = time
    event.windows.append(Borrowed(keyWindow))
    withExtendedLifetime(keyWindow) { send(event, in: application) }
  }

  private func send(_ event: Event, in application: Application) {
    application.sendEvent(event)
    // A program that keeps the event does not keep its windows.
    event.windows.removeAll()
  }

  /// Forgets everything, without a call.
  func letGo() {
    open.removeAll()
    motion = nil
  }
}

// How presses and motion come in. They are delivered at once: after everything in the queue and the deadlines before
// them, or, from within a delivery, in the middle of that.
extension Pipeline {
  /// A key or button went down, was pressed harder, or came up (see ``Press/PressType/init(keyCode:)``).
  ///
  /// The first responder of the key window receives it, else that window; the same responder receives the rest of the
  /// press, even if another has become the first responder. A second press of a key that is down cancels the first; for
  /// a key that is not down, only its press counts. At most 64 presses are reported at a time.
  ///
  /// - Parameters:
  ///   - phase: not `stationary`, which is the phase of the presses that an event is not about; left out, with a
  ///     ``Misuse``.
  ///   - force: 1 is an average press.
  ///   - device: the path of the device; its keys are apart from those of others.
  public func press(
    _ type: Press.PressType, _ phase: Press.Phase, force: Double = 1, of device: String = "",
    at time: Timestamp
  ) {
    guard phase != .stationary else {
      return application.warn(
        .report, "a press was reported as stationary, which it becomes by itself; it was left out")
    }
    deliver(at: time) {
      application.presses.press(type, phase, force: force, of: device, at: time, in: application)
    }
  }

  /// Cancels the presses of a device that is going away, or of all.
  public func cancelPresses(of device: String? = nil, at time: Timestamp) {
    deliver(at: time) { application.presses.cancel(of: device, at: time, in: application) }
  }

  /// Whether a key of a device is down, as far as its events have told.
  package func hasPress(of device: String) -> Bool { application.presses.hasPress(of: device) }

  /// Delivers what a panel's own keys did in a frame, after its touches.
  func press(_ keys: [RawEvent], of panel: Panel) {
    for key in keys {
      // The page gets those of a panel that is not held from the panel itself.
      let code = application.screenResponder?.holds(panel.index, panel) == true ? key.code : nil
      let phase: Press.Phase = key.value == 0 ? .ended : .began
      deliver(at: key.time) {
        application.presses.press(
          Press.PressType(keyCode: key.code), phase, code: code, force: 1, of: panel.path, at: key.time,
          in: application)
      }
    }
  }

  /// A user shakes the machine. The first responder of the key window receives it, else that window; the responder that
  /// received its begin also receives its end.
  public func shake(_ phase: MotionPhase, at time: Timestamp) {
    deliver(at: time) { application.presses.motion(phase, .motionShake, at: time, in: application) }
  }

  /// A key for what is being played (see ``Event/Subtype/init(keyCode:isDown:)``).
  ///
  /// - Parameter subtype: one of those for remote control; another is left out, with a ``Misuse``.
  public func remoteControl(_ subtype: Event.Subtype, at time: Timestamp) {
    guard subtype.isRemoteControl else {
      return application.warn(
        .report, "\(subtype) was reported as a key of a remote control; it was left out")
    }
    deliver(at: time) { application.presses.remoteControl(subtype, at: time, in: application) }
  }
}
