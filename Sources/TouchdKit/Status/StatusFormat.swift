/// The form of a status.
package enum StatusFormat: String, Sendable, CaseIterable {
  /// Aligned, for people.
  case text
  /// One object on one line.
  case json
  /// The text format of Prometheus, version 0.0.4.
  case prometheus
}
