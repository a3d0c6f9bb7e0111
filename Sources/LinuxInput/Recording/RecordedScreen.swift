public import Dispatcher

/// A change of the screen behind a recorded panel, as a comment line that other readers of evemu text skip:
/// `# touchd: screen 12.000345 dark`.
public struct RecordedScreen: Equatable, Sendable {
  /// When it was seen, by the recording's clock.
  public let time: Timestamp
  /// Whether the screen was dark from then on, or lit.
  public let isDark: Bool

  private static let mark = "# touchd: screen "

  /// A change at a time of the recording.
  public init(time: Timestamp, isDark: Bool) { (self.time, self.isDark) = (time, isDark) }

  /// A comment line; `nil` if it is another one.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.starts(with: Self.mark.utf8) else { return nil }
    var fields = FieldScanner(line.dropFirst(Self.mark.utf8.count))
    guard let time = try? Timestamp(recorded: &fields) else { return nil }
    switch fields.text() {
    case "dark": self.init(time: time, isDark: true)
    case "lit": self.init(time: time, isDark: false)
    default: return nil
    }
  }

  /// The line with its line feed.
  var line: String {
    let microseconds = time.microseconds
    let seconds = "\(microseconds / 1_000_000).\((microseconds % 1_000_000).padded(6))"
    return "\(Self.mark)\(seconds) \(isDark ? "dark" : "lit")\n"
  }
}

extension Timestamp {
  /// A time of evemu text: the digits after the point count microseconds, as evemu reads them; they are no fraction.
  init(recorded fields: inout FieldScanner) throws(FieldError) {
    let (seconds, microseconds) = try fields.recordedTime()
    // No recording is so long; a sum of both could be beyond what a time is.
    self.init(microseconds: Int64(min(seconds, Int(Int32.max))) * 1_000_000 + Int64(microseconds))
  }
}

extension FieldScanner {
  /// Takes the two numbers of a time.
  mutating func recordedTime() throws(FieldError) -> (seconds: Int, microseconds: Int) {
    let seconds: Int = try number("the seconds")
    guard seconds >= 0, take(".") else { throw FieldError(message: "expected a time like 12.000345") }
    let microseconds: Int = try number("the microseconds")
    guard 0..<1_000_000 ~= microseconds else {
      throw FieldError(message: "there are more than six digits of microseconds")
    }
    return (seconds, microseconds)
  }
}
