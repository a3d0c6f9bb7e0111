/// The silences of a panel that go on, and when the one for a pen ends.
struct PanelSilences {
  private(set) var reasons: Silence = []
  /// When the silence for a pen that went away is over; `nil` while a pen is near. No deadline: the next frame is soon
  /// enough, since until then there is no contact to report.
  private var penEnd: Timestamp?

  mutating func begin(_ reason: Silence) {
    if reason.contains(.pen) { penEnd = nil }
    reasons.formUnion(reason)
  }

  mutating func end(_ reason: Silence) { reasons.subtract(reason) }

  /// Ends the silence for a pen at a later time, if there is one that goes on.
  mutating func endPen(at time: Timestamp) {
    if reasons.contains(.pen), penEnd == nil { penEnd = time }
  }

  /// Ends the silence for a pen if its time has come.
  @inline(__always)
  mutating func expire(at time: Timestamp) {
    guard let end = penEnd, time >= end else { return }
    penEnd = nil
    reasons.remove(.pen)
  }
}
