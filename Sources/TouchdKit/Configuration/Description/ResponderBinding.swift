import YAML

/// One entry of `responders`: a name that views and gestures use, and the plugin behind it.
struct ResponderBinding: Equatable, Sendable {
  var name: Located<String>
  var plugin: Located<String>
  /// Those that the entry has, as the plugin declares them; each as a node if it declares none.
  var options: [String: OptionValue]
  /// Where the value of each option stands.
  var places: [String: Mark] = [:]
}

/// One `on_touch`: the plugin that takes a responder's touches.
struct TouchBinding: Equatable, Sendable {
  /// The name of a ``ResponderBinding``.
  var to: Located<String>
  /// Whether the touches go on along the chain, as with a call of `super`.
  var forwards = false
  /// On a window: whether the plugin sees touches before recognizers and views do.
  var isBefore = false
}
