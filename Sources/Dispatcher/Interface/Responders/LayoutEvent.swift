/// What happened to a layout as a whole, and not to one of its views: no finger has touched it for a while, or one does
/// again, or lands while the screen is dark.
public struct LayoutEvent {
  /// The name that the layout gave it, or one of touchd's own, such as `active` and `wake`.
  public let name: String
  /// When it was due; for what a finger caused, the kernel's time of the frame.
  public let timestamp: Timestamp
  /// The plugins that it goes to.
  public let plugins: [any ResponderPlugin]

  /// - Parameter name: unlike those of the layout's other events.
  package init(_ name: String, to plugins: [any ResponderPlugin], at timestamp: Timestamp) {
    (self.name, self.plugins, self.timestamp) = (name, plugins, timestamp)
  }

  /// In the words for gestures, always `ended`: like a tap, it happens once and does not go on.
  public var state: GestureRecognizer.State { .ended }
}
