public import Dispatcher

/// Writes a recording as evemu text, which `evemu-play` and this module's reader read.
///
/// Returns text and does no input or output. Times count from the first event, which is at 0.000001 as
/// evemu-record has it; a time before that becomes 0.
public struct EvemuWriter {
  private let description: DeviceDescription
  private let touchProtocol: TouchProtocol
  private let properties: [String: String]
  /// The time that is 0 in the text; `nil` before the first event.
  private var origin: Timestamp?
  private var lastReport: Timestamp?

  /// A writer of one device's recording.
  ///
  /// - Parameter properties: what udev says of the device; of it, the head keeps what decides how the device is read.
  public init(
    _ description: DeviceDescription, _ touchProtocol: TouchProtocol, properties: [String: String] = [:]
  ) {
    self.description = description
    self.properties = properties
    self.touchProtocol = touchProtocol
  }

  /// The head, which describes the device. Comes first, once.
  public func head() -> String { EvemuHeadText(description, properties: properties).text }

  /// The line of one event.
  public mutating func line(_ event: RawEvent) -> String {
    let time = microseconds(at: event.time)
    var line = "E: \(time / 1_000_000).\((time % 1_000_000).padded(6)) "
    line += "\(event.type.hexadecimal()) \(event.code.hexadecimal()) \(event.value.padded(4))"
    line += "\t# \(comment(event))\n"
    if event.isReport { lastReport = event.time }
    return line
  }

  /// The comment line that says that the screen behind the panel went dark, or was lit.
  public mutating func line(screenIsDark isDark: Bool, at time: Timestamp) -> String {
    RecordedScreen(time: Timestamp(microseconds: microseconds(at: time)), isDark: isDark).line
  }

  /// The time in the text.
  private mutating func microseconds(at time: Timestamp) -> Int64 {
    let start = origin ?? Timestamp(microseconds: time.microseconds &- 1)
    origin = start
    return max(0, (time - start).microseconds)
  }

  /// The lines of a first frame that tells the values which the panel's slots had before the recording: the
  /// kernel does not send again what does not change. Empty if all were zero.
  public mutating func initialFrame(_ state: DeviceState, at time: Timestamp) -> String {
    var values = state
    // Contacts that were down before the recording stay unknown to its reader, as they stay muted on the live panel.
    values.release()
    let events = stateEvents(values, after: DeviceState(slots: []), time)
    return events.isEmpty ? "" : lines(events + [.report(at: time)])
  }

  /// The lines of a frame that reports lost events, and of the state which the kernel answered after them.
  public mutating func dropFrame(_ state: DeviceState, at time: Timestamp) -> String {
    lines([.drop(at: time)] + stateEvents(state, after: nil, time) + [.report(at: time)])
  }

  private func stateEvents(
    _ state: DeviceState, after known: DeviceState?, _ time: Timestamp
  ) -> [RawEvent] {
    state.events(
      after: known, touchProtocol, axes: Set(description.axes.keys),
      keys: description.codes[EventType.key] ?? [], at: time)
  }

  private mutating func lines(_ events: [RawEvent]) -> String {
    events.reduce(into: "") { $0 += line($1) }
  }

  /// What evemu-record writes behind an event, for people.
  private func comment(_ event: RawEvent) -> String {
    let code = EventName.code(event.code, of: event.type)
    guard event.type == EventType.syn else {
      let padding = String(repeating: " ", count: max(0, 20 - code.utf8.count))
      return "\(EventName.type(event.type)) / \(code)\(padding) \(event.value)"
    }
    let milliseconds = lastReport.map { (event.time - $0).microseconds / 1000 } ?? 0
    return event.isReport
      ? "------------ \(code) (\(event.value)) ---------- +\(milliseconds)ms"
      : "++++++++++++ \(code) (\(event.value)) ++++++++++"
  }
}
