/// What a client of the events socket may subscribe to; the raw value is the key `kind` of the lines.
enum EventKind: String, CaseIterable, Sendable {
  case event
  case touch
  case gesture
  /// Gesture lines of recognizers that failed.
  case failed
  case deliver
  case forward
  case hit
  case screen
  case device
  case change
  /// What went through the layouts, at most once a second.
  case counters
  /// Raw frames.
  case frame

  /// The kinds that an application reports itself.
  static let observed: Set<EventKind> = [
    .event, .touch, .gesture, .failed, .deliver, .forward, .hit, .screen, .change,
  ]

  /// What it is called in a trace; `nil` for what no trace has.
  var trace: TraceKind? { TraceKind(rawValue: rawValue) }

  init?(_ kind: TraceKind) { self.init(rawValue: kind.rawValue) }
}

/// What a client of the events socket hears.
struct Subscription: Equatable, Sendable {
  var kinds: Set<EventKind> = []
  /// The layout that it is about, by a name that a person may mean it by; `nil` for all.
  var layout: String?
  /// The views whose lines it wants, by their ids; lines that are about no view come as well. `nil` for all.
  var views: Set<String>?

  /// Nothing at all.
  static let none = Subscription()

  /// Whether it wants a line.
  ///
  /// - Parameter view: the view or the responder that the line is about; `nil` if it is about none.
  func admits(_ kind: EventKind, about view: String?) -> Bool {
    guard kinds.contains(kind) else { return false }
    guard let views, let view else { return true }
    return views.contains(view)
  }
}
