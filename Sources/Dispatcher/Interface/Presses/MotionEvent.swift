/// How far a motion of the machine is.
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
  @exclusivity(unchecked) var isTold = false

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
    guard motion.isTold || phase == .began else { return }
    motion.isTold = phase == .began
    switch phase {
    case .began: motion.responder.motionBegan(subtype, with: self)
    case .ended: motion.responder.motionEnded(subtype, with: self)
    case .cancelled: motion.responder.motionCancelled(subtype, with: self)
    }
  }
}

/// A key for what is being played.
final class RemoteControlEvent: Event {
  private let window: Window

  init(_ subtype: Subtype, in window: Window, at time: Timestamp) {
    self.window = window
    super.init(.remoteControl, subtype)
    timestamp = time
    windows.append(Borrowed(window))
  }

  override func deliver(in window: Window) { window.eventResponder.remoteControlReceived(with: self) }
}

extension Window {
  /// The responder that receives what no finger points at: the first responder, else the window itself.
  final var eventResponder: Responder { firstResponder ?? self }
}
