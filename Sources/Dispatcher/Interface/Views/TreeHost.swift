/// What the views, controllers, windows and recognizers of a tree ask of the application above them.
///
/// Theirs is a tree that grows upwards, as in UIKit: a view knows its window, and a window its application. This is the
/// one name by which they know it.
protocol TreeHost: WindowHost {
  /// The latest moment that is known: of the last frame, or of the last ``Pipeline/advance(to:)``.
  var now: Timestamp { get }
  /// Asks an object at its deadline from now on, until it has none; to be called when it gets another one. The object
  /// is kept until then.
  func keepTime(for object: any TimedObject)
  /// In the order of adding.
  var windows: [Window] { get }
  /// The extent of the screen in points; `nil` for no edge.
  var screen: Rect? { get }
  /// Answers what of the tree's touches may leave the process.
  var sensitivity: Sensitivity { get }
  /// The page, after a delegate that ends the chain; `nil` for any other responder.
  func responder(afterLast responder: Responder) -> Responder?
  /// A view of the tree, or a window, was hidden or shown.
  func hiddenChanged(of view: View)
  /// Views left their window; the touches of controls among them are to be cancelled.
  func viewsLeft()
  /// Reports a mistake of a program.
  func report(_ misuse: Misuse)
}

extension Window {
  /// The application, as the tree knows it.
  final var host: (any TreeHost)? { application as? any TreeHost }
}
