import Dispatcher

/// What happens after a while without a finger on the layout's panels.
struct IdleDescription: Equatable, Sendable {
  /// Unique among those of the layout.
  var name: Located<String>
  /// From the last lift on.
  var after: Interval
  /// The names of the ``ResponderBinding``s that the event goes to.
  var to: [Located<String>]
}
