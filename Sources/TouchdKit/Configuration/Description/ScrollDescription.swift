import Dispatcher

/// The options of a view of `type: scroll`.
struct ScrollDescription: Equatable, Sendable {
  /// Per cent are of the view's own size; `nil` for the smallest content that holds the children.
  var contentSize: LengthPair?
  /// What stands at the view's upper left corner, in the content; `nil` for the content's own.
  var contentOffset: LengthPair?
  /// How much further than the content's edges one can scroll; `nil` for not at all.
  var contentInset: EdgeLengths?
  var delaysContentTouches = true
  var canCancelContentTouches = true
  var bounces = true
  /// Whether a drag that begins along one axis keeps to it.
  var isDirectionalLockEnabled = false
  var isScrollEnabled = true
}

/// The options of a view of `type: control`.
struct ControlDescription: Equatable, Sendable {
  var isEnabled = true
  /// The names of the ``ResponderBinding``s that each event goes to, in the order in which they receive it.
  var events: [ControlEvent.Kind: [Located<String>]] = [:]
}
