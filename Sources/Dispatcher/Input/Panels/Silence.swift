/// Why a panel is silent: none of its contacts are reported to responders.
///
/// What is down when a silence begins is cancelled; what is down when the last one ends stays muted until it lifts.
public struct Silence: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The panel was switched off.
  public static let disabled = Silence(rawValue: 1)
  /// The screen behind the panel is dark.
  public static let outputOff = Silence(rawValue: 2)
  /// A pen is near, or was a moment ago.
  public static let pen = Silence(rawValue: 4)
  /// The kernel suspends the device.
  static let asleep = Silence(rawValue: 8)
}

extension FrameAssembler {
  /// Begins a silence; ``changes`` then holds what it cancels.
  public func begin(_ reason: Silence) {
    if reason.contains(.pen) { penSilenceEnd = nil }
    silence.formUnion(reason)
    cancelAll()
  }

  /// Ends a silence: contacts that land from now on are reported, unless another silence goes on.
  public func end(_ reason: Silence) { silence.subtract(reason) }

  /// Ends the silence for a pen at a later time, if there is one that goes on.
  func endPenSilence(at time: Timestamp) {
    if silence.contains(.pen), penSilenceEnd == nil { penSilenceEnd = time }
  }

  /// Ends the silence for a pen if this frame is late enough.
  @inline(__always)
  func endPenSilence() {
    guard let end = penSilenceEnd, frameTime >= end else { return }
    penSilenceEnd = nil
    silence.remove(.pen)
  }
}
