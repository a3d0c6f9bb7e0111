/// Something that goes on by itself for a while after the fingers have gone, such as content that decelerates.
///
/// It is given no timer: it says when it wants to be asked. A frame stamped exactly at that moment comes before it.
protocol TimedObject: AnyObject {
  /// When to be asked; `nil` when it is over.
  var deadline: Timestamp? { get }

  /// The deadline has come. One that does not move it on, or has none afterwards, is not asked again.
  func deadlineReached(at time: Timestamp)
}
