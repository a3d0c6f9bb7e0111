import TouchdKit

/// What a broker gets of an event.
enum EventPayload {
  /// The payload of an `event` line; `nil` for one that is not published, such as each move of a pan.
  ///
  /// - Parameters:
  ///   - id: what makes a repeat known.
  ///   - time: when it was, by the calendar.
  static func text(of line: HeardLine, id: String, time: String) -> String? {
    guard let state = line["state"], Component.eventTypes.contains(state) else { return nil }
    let head: [(key: String, value: JSON)] = [
      ("event_type", .string(state)), ("id", .string(id)), ("time", .string(time)),
    ]
    // `t` counts from the machine's start, and responders are the layout's own affair.
    let left = ["t", "kind", "state", "responders", "event_type", "id", "time"]
    return JSON.object(head + line.members.filter { !left.contains($0.key) }).text
  }
}
