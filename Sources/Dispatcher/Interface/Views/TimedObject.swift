/// Something that goes on by itself for a while after the fingers have gone, such as content that decelerates.
///
/// It is given no timer: it says when it wants to be asked. A frame stamped exactly at that moment comes before it.
protocol TimedObject: AnyObject {
  /// When to be asked; `nil` when it is over.
  var deadline: Timestamp? { get }

  /// The deadline has come. One that does not move it on, or has none afterwards, is not asked again.
  func deadlineReached(at time: Timestamp)
}

/// Whoever asks timed objects at their time: the application.
protocol TimeKeeper: AnyObject {
  /// The latest moment that is known: of the last frame, or of the last ``Pipeline/advance(to:)``.
  var now: Timestamp { get }
  /// Asks an object at its deadline from now on, until it has none; to be called when it gets another one.
  ///
  /// The object is kept until then.
  func keepTime(for object: any TimedObject)
}
