import Dispatcher
import LinuxInput

extension TraceLine {
  /// - Parameter how: how the device is read and why, a fact each.
  static func device(
    name: String?, path: String, change: String, reason: String? = nil, how: [String] = [],
    at time: Timestamp
  ) -> TraceLine {
    var fields: [(key: String, value: JSON)] = [
      ("name", .text(name)), ("path", .string(path)), ("change", .string(change)),
    ]
    if let reason { fields.append(("reason", .string(reason))) }
    if !how.isEmpty { fields.append(("how", .array(how.map(JSON.string)))) }
    return TraceLine(.device, at: time, fields)
  }

  static func summary(_ counters: Pipeline.Counters) -> TraceLine {
    TraceLine(
      .summary, at: .zero,
      [
        "frames": .integer(counters.frames), "touches": .integer(counters.touches),
        "ended": .integer(counters.ended), "cancelled": .integer(counters.cancelled),
        "dropped": .integer(counters.dropped),
      ])
  }

  /// The raw events of a frame, in the kernel's names.
  static func frame(_ events: [RawEvent], of panel: Panel) -> TraceLine {
    TraceLine(
      .frame, at: events.last?.time ?? .zero,
      [
        "device": .string(panel.path),
        "events": .array(
          events.map { event in
            .array([
              .string(EventName.type(event.type)), .string(EventName.code(event.code, of: event.type)),
              .integer(Int(event.value)),
            ])
          }),
      ])
  }
}
