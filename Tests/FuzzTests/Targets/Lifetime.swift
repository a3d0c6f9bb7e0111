import Dispatcher

/// Whether an application is freed when it is released: its views, touches and recognizers refer to each other.
final class Lifetime {
  /// Set by the run that makes the application.
  weak var application: Application?

  /// What a run finds wrong, else that it left its application behind; `nil` if nothing.
  static func violation(_ run: (Lifetime) -> String?) -> String? {
    let lifetime = Lifetime()
    if let violation = run(lifetime) { return violation }
    return lifetime.application == nil ? nil : "the application outlives its last touch"
  }
}
