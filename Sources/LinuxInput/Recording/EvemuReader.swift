internal import Dispatcher

/// Reads evemu text: a head of lines `N:` `I:` `P:` `B:` `A:`, which may be missing, and a line `E:` for each
/// event.
struct EvemuReader {
  private let limits: RecordingLimits
  private var lines: LineReader
  private var head = EvemuHead()
  private var events: [RawEvent] = []
  private var properties: [String: String] = [:]
  private var screen: [RecordedScreen] = []

  init(_ bytes: [UInt8], file: String, limits: RecordingLimits) {
    self.limits = limits
    lines = LineReader(bytes, file: file, limit: limits.lineLength)
  }

  /// Whether a line without its leading blanks is one of evemu's.
  static func isLine(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, line.dropFirst().first == UInt8(ascii: ":") else { return false }
    return "NIPBAELS".utf8.contains(first)
  }

  /// Reads the whole text.
  ///
  /// - Throws: ``RecordingError`` at the first line that is not evemu's, or beyond a limit.
  mutating func read() throws(RecordingError) -> RecordedDevice {
    while let line = try lines.next() {
      do {
        try take(line.drop(while: isBlank))
      } catch {
        throw lines.error(error.message)
      }
    }
    return RecordedDevice(
      description: head.description, events: events, properties: properties, screen: screen)
  }

  private mutating func take(_ line: ArraySlice<UInt8>) throws(FieldError) {
    guard let kind = line.first else { return }
    guard kind != UInt8(ascii: "#") else { return take(comment: line) }
    guard Self.isLine(line) else {
      throw FieldError(
        message: "this is no line of evemu's; expected `E:` for an event, "
          + "or `N:` `I:` `P:` `B:` `A:` before those")
    }
    var fields = FieldScanner(line.dropFirst(2))
    if kind == UInt8(ascii: "E") {
      try takeEvent(&fields)
    } else if events.isEmpty {
      try head.take(Unicode.Scalar(kind), &fields)
    } else {
      throw FieldError(
        message: "`\(Unicode.Scalar(kind)):` describes the device and belongs before the first event; "
          + "a file holds one device")
    }
  }

  /// A comment of touchd's own.
  private mutating func take(comment line: ArraySlice<UInt8>) {
    RecordedProperties.take(line, into: &properties)
    if screen.count < limits.events, let change = RecordedScreen(line) { screen.append(change) }
  }

  private mutating func takeEvent(_ fields: inout FieldScanner) throws(FieldError) {
    guard events.count < limits.events else {
      throw FieldError(message: "there are more than \(limits.events) events, the most that are read")
    }
    do throws(FieldError) {
      events.append(try Self.event(&fields))
    } catch {
      throw FieldError(message: error.message + "; an event is `E: SECONDS.MICROSECONDS TYPE CODE VALUE`")
    }
  }

  private static func event(_ fields: inout FieldScanner) throws(FieldError) -> RawEvent {
    let (seconds, microseconds) = try fields.recordedTime()
    var event = RawEvent(
      type: try fields.number("the event's type", radix: 16), code: try fields.number("its code", radix: 16),
      value: try fields.number("its value"))
    guard fields.isAtEnd() else {
      throw FieldError(message: "expected the end of the line after the value, a decimal number")
    }
    event.seconds = seconds
    event.microseconds = microseconds
    return event
  }
}
