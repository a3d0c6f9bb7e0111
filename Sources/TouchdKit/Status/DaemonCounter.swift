import Dispatcher

/// What the daemon counts of its touches, by the names of the JSON object and, as `touchd_NAME_total`, of Prometheus.
/// Reloads and refused clients are not touches: the JSON object has them beside its `counters`, and Prometheus has the
/// former by their results (``DaemonStatus/prometheus``).
package enum DaemonCounter: String, CaseIterable, Sendable {
  case frames, touches, ended, cancelled, dropped, late, coalesced

  /// What it counts, in a line.
  package var summary: String {
    switch self {
    case .frames: "Frames read from the panels (SYN_REPORT)."
    case .touches: "Contacts that began."
    case .ended: "Contacts that lifted."
    case .cancelled: "Contacts that were cancelled."
    case .dropped: "Times the kernel lost events (SYN_DROPPED)."
    case .late: "Frames that were delivered after more than 16 ms."
    case .coalesced: "Samples that were delivered together with later ones, since deliveries lagged behind."
    }
  }
}

extension DaemonStatus {
  /// How much there was of something since the start.
  package subscript(counter: DaemonCounter) -> Int {
    switch counter {
    case .frames: counters.frames
    case .touches: counters.touches
    case .ended: counters.ended
    case .cancelled: counters.cancelled
    case .dropped: counters.dropped
    case .late: latency.late
    case .coalesced: counters.coalesced
    }
  }
}
