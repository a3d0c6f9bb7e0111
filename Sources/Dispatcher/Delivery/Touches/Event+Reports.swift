// What a frame says of one touch.
extension Event {
  /// Adds a touch to those that the frame reports, for which there is room, and notes its window.
  @inline(__always)
  func add(_ touch: Touch) {
    frame.appendReserved(Borrowed(touch))
    guard let window = touch.values.window.map({ Borrowed($0) }) else { return hasUnbound = true }
    if window != windows.last { add(window) }
  }

  /// Notes a window, once. O(windows).
  @inline(__always)
  private func add(_ window: Borrowed<Window>) {
    for index in windows.indices where windows[index] == window { return }
    windows.append(window)
    window.with { $0.awaitsFrame = true }
  }
}

extension Touch {
  /// After the frame that reported it, a touch is stationary until another does.
  @inline(__always)
  func rest() {
    guard values.phase == .began || values.phase == .moved || values.phase == .stationary else { return }
    values.phase = .stationary
    values.previousLocation = values.location
    values.previousRaw = (values.sample.rawX, values.sample.rawY)
  }

  /// Takes in where a frame says that the touch is.
  @inline(__always)
  func report(_ move: UnsafePointer<TouchMove>, at time: Timestamp) {
    isReported = true
    values.previousLocation = values.sample.location
    values.timestamp = time
    values.sample.phase = .moved
    values.sample.rawX = move.pointee.rawX
    values.sample.rawY = move.pointee.rawY
    values.sample.location = move.pointee.location
    values.phase = values.location == values.previousLocation ? .stationary : .moved
  }

  /// Takes in what a frame says of the touch. It moves where its location or its force changes.
  func report(_ sample: TouchSample, at time: Timestamp) {
    isReported = true
    let previousForce = values.sample.force
    values.previousLocation = values.sample.location
    values.previousRaw = (values.sample.rawX, values.sample.rawY)
    values.timestamp = time
    values.sample = sample
    values.phase = sample.phase
    if sample.phase == .ended || sample.phase == .cancelled { contact.isDown = false }
    if sample.phase == .moved, values.location == values.previousLocation, sample.force == previousForce {
      values.phase = .stationary
    }
  }

  func bind(
    _ contact: Contact, to view: View?, _ sample: TouchSample, at time: Timestamp, raisesTapCount: Bool
  ) {
    if raisesTapCount, self.contact.secrecy == .none {
      contact.shownTapCount = self.contact.shownTapCount + 1
    }
    self.contact = contact
    contact.view = view
    values.view = view
    values.window = view?.window
    values.type = sample.type
    values.tapCount = raisesTapCount ? values.tapCount + 1 : 1
    values.sample.location = sample.location
    (values.sample.rawX, values.sample.rawY) = (sample.rawX, sample.rawY)
    report(sample, at: time)
  }
}
