import Dispatcher
import YAML

/// The form of a status.
package enum StatusFormat: String, Sendable, CaseIterable {
  /// Aligned, for people.
  case text
  /// One object on one line.
  case json
  /// The text format of Prometheus, version 0.0.4.
  case prometheus
}

extension DaemonStatus {
  /// The status as one object.
  package var json: JSON {
    .object([
      ("version", .string(version)), ("pid", .integer(Int(pid))), ("uptime_s", .seconds(uptime)),
      ("configuration", configuration.json), ("layouts", .array(layouts.map(\.json))),
      ("devices", .array(devices.map(\.json))),
      ("counters", .object(DaemonCounter.allCases.map { ($0.rawValue, .integer(self[$0])) })),
      ("last_event_age_s", lastEventAge.map(JSON.seconds) ?? .null), ("latency", latency.json),
      (
        "reloads",
        .object([
          ("done", .integer(reloads.done)), ("failed", .integer(reloads.failed)),
          ("last_failure", .text(reloads.lastFailure)),
        ])
      ),
      ("clients_refused", .integer(clientsRefused)), ("recorder", recorder?.json ?? .null),
      (
        "incidents",
        .object([
          ("count", .integer(incidents.count)), ("last", incidents.last.map(JSON.integer) ?? .null),
          ("reason", .text(incidents.reason)), ("age_s", incidents.age.map(JSON.seconds) ?? .null),
        ])
      ),
    ])
  }

  /// The status for people, in aligned columns.
  package var words: String {
    let parts = [
      ["touchd \(version), process \(pid), started \(uptime.words) ago"],
      configuration.lines.map(shown), Self.section("layouts", layouts.map(\.row)),
      Self.section("devices", devices.map(\.row)),
      Self.section("since the start", factRows),
    ]
    return parts.joined().map { $0 + "\n" }.joined()
  }

  private static func section(_ title: String, _ rows: [[String]]) -> [String] {
    [title] + (rows.isEmpty ? ["  none"] : aligned(rows).map { "  " + $0 })
  }

  private var factRows: [[String]] {
    [
      ["frames", "\(counters.frames)"],
      ["touches", "\(counters.touches)", "\(counters.ended) ended, \(counters.cancelled) cancelled"],
      ["dropped", "\(counters.dropped)", "times the kernel lost events (SYN_DROPPED)"],
      ["late", "\(latency.late)", "frames delivered after more than \(latency.lateWords)"],
      ["coalesced", "\(counters.coalesced)", "samples that were delivered together with later ones"],
      ["last event", lastEventAge.map { "\($0.words) ago" } ?? "none"],
      ["latency", latency.words],
      [
        "reloads",
        "\(reloads.done) done, \(reloads.failed) failed" + (reloads.lastFailure.map { ": \($0)" } ?? ""),
      ],
      ["refused", "\(clientsRefused)", "clients of the sockets"],
      ["recorder", recorder.map { "the last \(TouchdKit.words(for: $0.keep.seconds)) s" } ?? "off"],
      [
        "incidents", "\(incidents.count)",
        incidents.last.map {
          "the last, \($0), \(incidents.age?.words ?? "0 s") ago: \(incidents.reason ?? "")"
        } ?? "",
      ],
    ]
  }

  /// The status in the text format of Prometheus, version 0.0.4.
  package var prometheus: String {
    var page = PrometheusPage()
    page.gauge("info", "The version of touchd.", [.init(1, ("version", version))])
    page.gauge("uptime_seconds", "Time since the start.", [.init(uptime.seconds)])
    for counter in DaemonCounter.allCases {
      page.counter("\(counter.rawValue)_total", counter.summary, [.init(Double(self[counter]))])
    }
    page.histogram(
      "delivery_latency_seconds", "From the kernel's stamp of a frame to the end of its delivery.", latency)
    if let lastEventAge {
      page.gauge(
        "last_event_age_seconds", "Time since the last event of any panel.", [.init(lastEventAge.seconds)])
    }
    writeParts(to: &page)
    page.counter(
      "reloads_total", "Times the layouts were read again, by what came of it.",
      [.init(Double(reloads.done), ("result", "done")), .init(Double(reloads.failed), ("result", "failed"))])
    page.gauge("incidents", "Recordings of incidents on the disk.", [.init(Double(incidents.count))])
    page.counter(
      "clients_refused_total", "Clients of the sockets that were sent away.", [.init(Double(clientsRefused))])
    return page.text
  }

  private func writeParts(to page: inout PrometheusPage) {
    for figure in Figure.allCases {
      page.counter(
        "visitors_\(figure.rawValue)\(figure.isTime ? "_seconds" : "")_total", figure.summary,
        statistics.map { visits in
          let number = Double(visits.sums[figure]) / (figure.isTime ? 1000 : 1)
          return .init(number, ("file", visits.file), ("name", visits.name))
        })
    }
    configuration.write(to: &page)
    page.gauge(
      "layout_age_seconds", "Time since a layout was loaded.",
      layouts.map { .init($0.age.seconds, ("file", $0.file), ("name", $0.name ?? "")) })
    page.gauge(
      "layout_panels", "Panels that a layout has.",
      layouts.map { .init(Double($0.panels), ("file", $0.file), ("name", $0.name ?? "")) })
    let pages = layouts.compactMap { layout in layout.page.map { (layout.file, $0) } }
    page.gauge(
      "page_held", "Whether a layout with a page holds its panel.",
      pages.map { .init($0.1.state == .held ? 1 : 0, ("file", $0.0), ("state", $0.1.state.rawValue)) })
    page.gauge(
      "layout_dark", "Whether the screen of a layout is dark.",
      layouts.map { .init($0.dark.isEmpty ? 0 : 1, ("file", $0.file), ("name", $0.name ?? "")) })
    page.gauge(
      "devices", "Input devices, by what is done with them.",
      Device.State.allCases.map { state in
        .init(Double(devices.count { $0.state == state }), ("state", state.rawValue))
      })
    page.gauge(
      "device_info", "An input device, and the layout that uses it.",
      devices.map {
        .init(
          1, ("path", $0.path), ("name", $0.name ?? ""), ("state", $0.state.rawValue),
          ("layout", $0.layout ?? ""))
      })
  }
}

extension DaemonStatus.Recorder {
  fileprivate var json: JSON {
    .object([("keep_s", .seconds(keep)), ("bytes", .integer(size)), ("path", .string(path))])
  }
}

extension DaemonStatus.Layout {
  fileprivate var json: JSON {
    .object([
      ("file", .string(file)), ("name", .text(name)), ("age_s", .seconds(age)), ("panels", .integer(panels)),
      ("page", page?.json ?? .null), ("dark", .array(dark.map(JSON.string))),
    ])
  }

  fileprivate var row: [String] {
    [
      file, name.map(quoted) ?? "", "loaded \(age.words) ago",
      (panels == 0 ? "no panel" : panels == 1 ? "1 panel" : "\(panels) panels") + (page.map(\.words) ?? "")
        + (dark.isEmpty ? "" : ", dark (\(series(dark)))"),
    ]
  }
}

extension DaemonStatus.Page {
  fileprivate var json: JSON {
    .object([
      ("state", .string(state.rawValue)), ("reason", .text(reason)), ("device", .text(device)),
      ("path", .text(path)), ("refused", .integer(refused)),
    ])
  }

  fileprivate var words: String {
    switch state {
    case .absent: ""
    case .held:
      ", held; the page has " + [device.map(quoted), path].compactMap(\.self).joined(separator: ", ")
    case .waiting, .failed: ", only listens: \(reason ?? "")"
    }
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

  fileprivate var row: [String] {
    let outcome = layout.map { "by \($0)" } ?? reason ?? ""
    let muted = mutedBy.isEmpty ? "" : ", muted by the pen \(series(mutedBy.map(quoted)))"
    return [path, state.rawValue, name.map(quoted) ?? "", outcome + muted]
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

  fileprivate var lateWords: String { Self.lateAbove.milliseconds }

  /// The shares that a person asks for: what is usual, and what is rare.
  fileprivate var words: String {
    guard count > 0 else { return "no frame yet" }
    return [("half", 0.5), ("99 %", 0.99), ("all", 1)].map { share, value in
      bound(ofShare: value).map { "\(share) within \($0.milliseconds)" }
        ?? "\(share) not within \(Interval(microseconds: Self.bounds.last ?? 0).milliseconds)"
    }.joined(separator: ", ")
  }
}

extension JSON {
  fileprivate static func seconds(_ interval: Interval) -> JSON { .decimal(interval.seconds) }
}

extension Interval {
  fileprivate var milliseconds: String { "\(TouchdKit.words(for: Double(microseconds) / 1000)) ms" }

  /// The two largest units of it: `3 d 4 h`, `5 min 12 s`.
  fileprivate var words: String {
    let seconds = max(microseconds / 1_000_000, 0)
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
    ]
    let shown = parts.drop { $0.0 == 0 }.prefix(2)
    return shown.isEmpty ? "0 s" : shown.map { "\($0) \($1)" }.joined(separator: " ")
  }
}

/// Metrics in the text format of Prometheus, version 0.0.4, each with its help and its type.
package struct PrometheusPage {
  /// A value, and what tells it from others of its metric.
  package struct Sample {
    let value: Double
    let labels: [(name: String, value: String)]

    package init(_ value: Double, _ labels: (name: String, value: String)...) {
      (self.value, self.labels) = (value, labels)
    }
  }

  package private(set) var text = ""

  package init() {}

  /// A value that goes up and down.
  package mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
    write(name, "gauge", help, samples.map { ("", $0) })
  }

  /// A value that only goes up, until the daemon starts again; by custom its name ends in `_total`.
  package mutating func counter(_ name: String, _ help: String, _ samples: [Sample]) {
    write(name, "counter", help, samples.map { ("", $0) })
  }

  /// Adds a histogram: the number of values up to each bound, in seconds.
  package mutating func histogram(_ name: String, _ help: String, _ histogram: LatencyHistogram) {
    let buckets = histogram.cumulative.map { bound, count in
      ("_bucket", Sample(Double(count), ("le", bound.map { "\($0.seconds)" } ?? "+Inf")))
    }
    let sum = Double(histogram.sum) / 1_000_000
    write(
      name, "histogram", help, buckets + [("_sum", Sample(sum)), ("_count", Sample(Double(histogram.count)))])
  }

  /// A metric without a sample is left out.
  private mutating func write(
    _ name: String, _ type: String, _ help: String, _ samples: [(suffix: String, sample: Sample)]
  ) {
    guard !samples.isEmpty else { return }
    let name = "touchd_\(name)"
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    // Two with the same labels would make the whole page invalid.
    var written: Set<String> = []
    for (suffix, sample) in samples where written.insert("\(suffix)\(sample.labelText)").inserted {
      text += "\(name)\(suffix)\(sample.labelText) \(words(for: sample.value))\n"
    }
  }
}

extension PrometheusPage.Sample {
  fileprivate var labelText: String {
    guard !labels.isEmpty else { return "" }
    return "{" + labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",") + "}"
  }

  private static func escaped(_ value: String) -> String {
    // Not by characters: a quote with an accent is another one, and would end the label all the same.
    value.printable.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
