/// What the views, controllers, windows and recognizers of a tree ask of the application above them.
///
/// Theirs is a tree that grows upwards, as in UIKit: a view knows its window, and a window its application. This is the one
/// name by which they know it.
protocol TreeHost: WindowHost {
  /// The latest moment that is known: of the last frame, or of the last ``Pipeline/advance(to:)``.
  var now: Timestamp { get }
  /// Asks an object at its deadline from now on, until it has none; to be called when it gets another one. The object is
  /// kept until then.
  func keepTime(for object: any TimedObject)
  /// Whether a point of the screen is on a sensitive view. O(views that are sensitive, and those above and below them).
  func isSensitive(at point: Point) -> Bool
  /// There is a sensitive view now.
  func noteSensitiveViews()
  /// Views left their window; the touches of controls among them are to be cancelled.
  func viewsLeft()
  /// Reports a mistake of a program.
  func report(_ misuse: Misuse)
}

extension Window {
  /// The application, as the tree knows it.
  final var host: (any TreeHost)? { application as? any TreeHost }
}
