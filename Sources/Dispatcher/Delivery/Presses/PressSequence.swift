/// Presses and motion, which are not made by fingers on a panel, from their begin to their end, and the events that
/// report them.
final class PressSequence {
  /// More keys than this are not held down at once: keyboards that tell all their keys apart have some hundred, people
  /// ten fingers. A key that is pressed beyond it is not reported. (O)
  private static let limit = 64

  /// The presses that have begun and not ended, by age.
  @exclusivity(unchecked) private var open: [Press] = []
  /// The motion that has begun and not ended.
  @exclusivity(unchecked) private var motion: Motion?

  /// Takes in what happened to a key or button, and sends it to its responder.
  ///
  /// One that is pressed again without a release is cancelled first. What is said of one that is not down means
  /// nothing.
  func press(
    _ type: Press.PressType, _ phase: Press.Phase, code: UInt16? = nil, force: Double, of device: String,
    at time: Timestamp, in application: Application
  ) {
    let known = open.first { $0.type == type && $0.device == device }
    if phase == .began {
      if let known { report([known], .cancelled, at: time, in: application) }
      guard let keyWindow = application.keyWindow, open.count < Self.limit else { return }
      let press = Press(type, code: code, force: force, device: device, at: time, in: keyWindow)
      open.append(press)
      report([press], .began, at: time, in: application)
    } else if let known {
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
    guard phase == .began, let keyWindow = application.keyWindow else { return }
    let new = Motion(subtype, in: keyWindow)
    motion = new
    send(MotionEvent(.began, of: new, at: time), in: application)
  }

  /// Sends the key window a key for what is being played.
  func remoteControl(_ subtype: Event.Subtype, at time: Timestamp, in application: Application) {
    guard let keyWindow = application.keyWindow else { return }
    send(RemoteControlEvent(subtype, in: keyWindow, at: time), in: application)
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
