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
      let code = application.screenResponder?.holds(panel.index, panel.traits) == true ? key.code : nil
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
