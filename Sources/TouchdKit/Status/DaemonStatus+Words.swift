import Dispatcher
import YAML

extension DaemonStatus {
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
      ["refused", "\(clientsRefused)", "clients of the control socket"],
    ]
  }
}

extension DaemonStatus.Layout {
  fileprivate var row: [String] {
    [
      file, name.map(quoted) ?? "", "loaded \(age.words) ago",
      (panels == 0 ? "no panel" : panels == 1 ? "1 panel" : "\(panels) panels") + (page.map(\.words) ?? "")
        + (dark.isEmpty ? "" : ", dark (\(series(dark)))"),
    ]
  }
}

extension DaemonStatus.Page {
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
  fileprivate var row: [String] {
    let outcome = layout.map { "by \($0)" } ?? reason ?? ""
    let muted = mutedBy.isEmpty ? "" : ", muted by the pen \(series(mutedBy.map(quoted)))"
    return [path, state.rawValue, name.map(quoted) ?? "", outcome + muted]
  }
}

extension LatencyHistogram {
  fileprivate var lateWords: String { Self.lateAbove.milliseconds }

  /// The shares that a person asks for: what is usual, and what is rare.
  fileprivate var words: String {
    guard count > 0 else { return "no frame yet" }
    return [("half", 0.5), ("99 %", 0.99), ("all", 1)].map { share, value in
      bound(ofShare: value).map { "\(share) within \($0.milliseconds)" }
        ?? "\(share) not within \(Self.longestBound.milliseconds)"
    }.joined(separator: ", ")
  }

  private static var longestBound: Interval { Interval(microseconds: bounds.last ?? 0) }
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
