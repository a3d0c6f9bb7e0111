/// How much a recording may ask of its reader; beyond a limit the file is refused with an error.
public struct RecordingLimits: Equatable, Sendable {
  /// The longest file in bytes, and the most that a compressed one may grow to.
  public var bytes: Int
  /// The most events over all devices.
  public var events: Int
  /// The longest line of evemu text, in bytes.
  public var lineLength: Int

  /// The defaults hold two hours of ten fingers that never rest, in 200 MB of memory; no line that evemu
  /// writes is a tenth as long. A YAML file has lower limits of its own.
  public init(bytes: Int = 256 << 20, events: Int = 8_000_000, lineLength: Int = 4096) {
    self.bytes = bytes
    self.events = events
    self.lineLength = lineLength
  }
}
