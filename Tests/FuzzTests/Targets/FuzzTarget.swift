/// What is fuzzed. Each takes any bytes at all, and says what is wrong with what came of them.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// The events of two panels, on their way to views and recognizers.
  case decoder
  /// Recordings and descriptions of devices; a good one is replayed.
  case recordings
  /// Layouts; of a good one the application is built, and touched.
  case layouts
  /// What a program says to the events socket, with fingers meanwhile.
  case events
  /// What a browser or another program asks touchd-web, and what touchd answers that.
  case web
  /// Layouts into which other keys of calibration are put.
  case edits
  /// What answers a program that listens.
  case heard
  /// What a broker and a daemon say to touchd-mqtt.
  case broker
  /// The recorder's memory as an earlier touchd has left it.
  case ring

  /// The invariant that the bytes made touchd break, in words; `nil` if none. Traps where touchd does.
  public func violation(_ bytes: [UInt8]) -> String? {
    switch self {
    case .decoder: DecoderRun.violation(bytes)
    case .recordings: RecordingRun.violation(bytes)
    case .layouts: LayoutRun.violation(bytes)
    case .events: EventsRun.violation(bytes)
    case .web: WebRun.violation(bytes)
    case .edits: EditRun.violation(bytes)
    case .heard: HeardRun.violation(bytes)
    case .broker: BrokerRun.violation(bytes)
    case .ring: RingRun.violation(bytes)
    }
  }
}
