import Dispatcher

/// Lets a line through now and then, and counts those in between: whoever may connect could otherwise fill
/// the journal.
struct IncidentLog {
  /// The shortest time between two lines. (O)
  static let pause = Interval.seconds(10)

  private var last: Timestamp?
  private var omitted = 0

  /// What to log of an incident; `nil` for nothing, since something was logged just now.
  mutating func words(for incident: String, at time: Timestamp) -> String? {
    if let last, time - last < Self.pause {
      omitted += 1
      return nil
    }
    defer { (last, omitted) = (time, 0) }
    return omitted == 0 ? incident : "\(incident) (\(omitted) such lines before it were left out)"
  }
}
