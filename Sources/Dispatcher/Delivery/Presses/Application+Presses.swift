// Presses and motion, which are not made by fingers on a panel, and the responders that receive them.

/// The presses and the motion that have begun and not ended.
struct OpenInput {
  /// More keys than this are not held down at once: keyboards that tell all their keys apart have some hundred, people
  /// ten fingers. A key that is pressed beyond it is not reported. (O)
  static let pressLimit = 64

  /// By age.
  var presses: [Press] = []
  var motion: Motion?
}

extension Application {
  /// Takes in what happened to a key or button, and tells its responder.
  ///
  /// One that is pressed again without a release is cancelled first. What is said of one that is not down means
  /// nothing.
  final func press(
    _ type: Press.PressType, _ phase: Press.Phase, force: Double, of device: String, at time: Timestamp
  ) {
    let known = openInput.presses.first { $0.type == type && $0.device == device }
    if phase == .began {
      if let known { report([known], .cancelled, at: time) }
      beginPress(type, force: force, of: device, at: time)
    } else if let known {
      if phase == .changed { known.force = force }
      report([known], phase, at: time)
    }
  }

  /// Ends every press of a device, or of all, as cancelled.
  final func cancelPresses(of device: String?, at time: Timestamp) {
    report(openInput.presses.filter { device == nil || $0.device == device }, .cancelled, at: time)
  }

  private final func beginPress(
    _ type: Press.PressType, force: Double, of device: String, at time: Timestamp
  ) {
    guard let keyWindow, openInput.presses.count < OpenInput.pressLimit else { return }
    let press = Press(type, force: force, device: device, at: time, in: keyWindow)
    openInput.presses.append(press)
    report([press], .began, at: time)
  }

  private final func report(_ presses: [Press], _ phase: Press.Phase, at time: Timestamp) {
    guard !presses.isEmpty else { return }
    for press in openInput.presses { press.phase = .stationary }
    for press in presses { (press.phase, press.timestamp) = (phase, time) }
    let event = PressesEvent(presses, of: Set(openInput.presses), at: time)
    let isEnd = phase == .ended || phase == .cancelled
    // What a responder does now may be to press the same key again.
    if isEnd { openInput.presses.removeAll(where: presses.contains) }
    send(event)
    guard isEnd else { return }
    cancelSwallowed(presses, at: time)
    // A press may be kept by the view that got it.
    for press in presses { (press.responder, press.window) = (nil, nil) }
  }

  /// Cancels presses whose end an override of `sendEvent` swallowed.
  private final func cancelSwallowed(_ presses: [Press], at time: Timestamp) {
    let owed = presses.filter(\.isTold)
    guard !owed.isEmpty else { return }
    for press in owed { press.phase = .cancelled }
    let event = PressesEvent(owed, of: Set(openInput.presses + owed), at: time)
    event.windows.copy.forEach { event.deliver(in: $0.object) }
    event.windows.removeAll()
  }

  /// Takes in how far a motion of the machine is, and tells its responder. One that begins again is cancelled first.
  final func motion(_ phase: MotionPhase, _ subtype: Event.Subtype, at time: Timestamp) {
    if let motion = openInput.motion {
      openInput.motion = nil
      send(MotionEvent(phase == .began ? .cancelled : phase, of: motion, at: time))
      // An override of `sendEvent` may have swallowed it.
      if motion.isTold { MotionEvent(.cancelled, of: motion, at: time).deliver(in: motion.window) }
    }
    guard phase == .began, let keyWindow else { return }
    let motion = Motion(subtype, in: keyWindow)
    openInput.motion = motion
    send(MotionEvent(.began, of: motion, at: time))
  }

  /// Tells the key window of a key for what is being played.
  final func remoteControl(_ subtype: Event.Subtype, at time: Timestamp) {
    if let keyWindow { send(RemoteControlEvent(subtype, in: keyWindow, at: time)) }
  }

  private final func send(_ event: Event) {
    sendEvent(event)
    // A program that keeps the event does not keep its windows.
    event.windows.removeAll()
  }
}

// MARK: - The key window

extension Application {
  /// The window that presses, motion and remote control go to: the one that was made so last, if it is still here, else
  /// the one that was added first. `nil` without windows.
  public final var keyWindow: Window? {
    if let madeKey, windows.contains(where: { $0 === madeKey }) { return madeKey }
    return windows.first
  }

  /// Makes a window the key window; no effect for one that was not added.
  public final func makeKey(_ window: Window) {
    if windows.contains(where: { $0 === window }) { madeKey = window }
  }
}
