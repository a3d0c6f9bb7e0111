package import Dispatcher

/// What is measured of the frames of all panels, for as long as the daemon runs.
package final class InputMeter {
  /// From the kernel's time of a frame to the end of its delivery.
  @exclusivity(unchecked) package private(set) var latency = LatencyHistogram()
  /// The kernel's time of the last event that was read.
  @exclusivity(unchecked) package private(set) var lastEvent: Timestamp?

  package init() {}

  /// Counts what was read at once and has been delivered. O(events).
  @inline(__always)
  func record(_ events: UnsafeBufferPointer<RawEvent>, deliveredAt time: Timestamp) {
    for event in events where event.isReport {
      latency.record(time - event.time)
    }
    lastEvent = events.last?.time
  }
}
