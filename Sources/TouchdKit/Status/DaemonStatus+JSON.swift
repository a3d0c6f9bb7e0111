import Dispatcher

extension DaemonStatus {
  /// The status as one object.
  package var json: JSON {
    .object([
      ("version", .string(version)), ("pid", .integer(Int(pid))), ("uptime_s", .seconds(uptime)),
      ("configuration", configuration.json), ("layouts", .array(layouts.map(\.json))),
      ("devices", .array(devices.map(\.json))),
      (
        "counters",
        .object(DaemonCounter.allCases.map { ($0.rawValue, .integer(self[$0])) })
      ),
      ("last_event_age_s", lastEventAge.map(JSON.seconds) ?? .null), ("latency", latency.json),
      (
        "reloads",
        .object([
          ("done", .integer(reloads.done)), ("failed", .integer(reloads.failed)),
          ("last_failure", .text(reloads.lastFailure)),
        ])
      ),
      ("clients_refused", .integer(clientsRefused)),
    ])
  }
}

extension DaemonStatus.Layout {
  fileprivate var json: JSON {
    .object([
      ("file", .string(file)), ("name", .text(name)), ("age_s", .seconds(age)), ("panels", .integer(panels)),
      ("page", page?.json ?? .null), ("dark", .array(dark.map(JSON.string))),
    ])
  }
}

extension DaemonStatus.Page {
  fileprivate var json: JSON {
    .object([
      ("state", .string(state.rawValue)), ("reason", .text(reason)), ("device", .text(device)),
      ("path", .text(path)), ("refused", .integer(refused)),
    ])
  }
}

extension DaemonStatus.Device {
  fileprivate var json: JSON {
    .object([
      ("path", .string(path)), ("name", .text(name)), ("state", .string(state.rawValue)),
      ("layout", .text(layout)),
      ("reason", .text(reason)), ("muted_by", .array(mutedBy.map(JSON.string))),
    ])
  }
}

extension LatencyHistogram {
  /// `le` as Prometheus has it: how many took at most so long, those of smaller bounds included.
  fileprivate var json: JSON {
    let buckets = cumulative.map { bound, count in
      JSON.object([
        ("le_ms", bound.map { .number(Double($0.microseconds) / 1000) } ?? .null), ("count", .integer(count)),
      ])
    }
    return .object([
      ("count", .integer(count)), ("sum_ms", .decimal(Double(sum) / 1000)), ("buckets", .array(buckets)),
    ])
  }
}

extension JSON {
  fileprivate static func seconds(_ interval: Interval) -> JSON { .decimal(interval.seconds) }
}
