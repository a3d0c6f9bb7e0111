import Dispatcher

/// Whether an application goes when it is let go: its views, touches and recognizers refer to each other.
final class Lifetime {
  /// Set by whoever makes the application.
  weak var application: Application?

  /// What a run finds wrong, else that it left its application behind; `nil` if nothing.
  static func violation(_ run: (Lifetime) -> String?) -> String? {
    let lifetime = Lifetime()
    if let violation = run(lifetime) { return violation }
    return lifetime.application == nil ? nil : "the application outlives its last touch"
  }
}
