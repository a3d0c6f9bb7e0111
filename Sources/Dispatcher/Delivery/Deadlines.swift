/// Times that no frame reports: those that recognizers wait for, and those of everything that continues by itself.
final class Deadlines {
  /// The nearest of all. Finding it asks every recognizer with an attempt.
  enum Nearest {
    /// Something has changed that may move it.
    case unknown
    case known(Timestamp?)
  }

  var nearest = Nearest.unknown
  /// The nearest that is no recognizer's; mostly there is none.
  private(set) var nearestOfOthers: Timestamp?
  /// The time at which controls left their window with touches on them, until those are cancelled.
  var departure: Timestamp? { didSet { note() } }
  /// Time of what is done between frames: that of the last wake, or of what fires.
  var clock = Timestamp.zero
  private var objects: ContiguousArray<any TimedObject> = []

  @inline(__always)
  func invalidate() { nearest = .unknown }

  /// Asks an object at its deadline from now on, until it has none. O(objects).
  func keep(_ object: any TimedObject) {
    objects.removeAll { $0 === object || $0.deadline == nil }
    if object.deadline != nil { objects.append(object) }
    note()
  }

  /// Asks an object no more. O(objects).
  func drop(_ object: any TimedObject) {
    objects.removeAll { $0 === object }
    note()
  }

  /// Asks what goes on by itself and whose time has come. An object that does not move its deadline on is let go.
  func fireObjects(at time: Timestamp) {
    guard let nearestOfOthers, nearestOfOthers <= time else { return }
    for object in objects where object.isDue(at: time) {
      object.deadlineReached(at: time)
      if object.isDue(at: time) { objects.removeAll { $0 === object } }
    }
    objects.removeAll { $0.deadline == nil }
    note()
  }

  /// Forgets what is due.
  func letGo() {
    departure = nil
    objects.removeAll()
    note()
  }

  private func note() {
    nearestOfOthers = earlier(objects.lazy.compactMap(\.deadline).min(), departure)
    invalidate()
  }
}

extension TimedObject {
  fileprivate func isDue(at time: Timestamp) -> Bool { deadline.map { $0 <= time } ?? false }
}

/// A moment at which something is done that no finger waits for, such as to hide a view again.
///
/// It fires at its own time or never, as all that is in ``Application/lasting``.
package final class Alarm: TimedObject {
  /// The time at which it fires; `nil` while it is not set.
  package private(set) var deadline: Timestamp?
  private weak var application: Application?
  private let action: (Timestamp) -> Void

  /// An alarm that is not set.
  ///
  /// - Parameters:
  ///   - application: whose time counts; it keeps the alarm while that is set.
  ///   - action: called with the time of the alarm, after the deadlines and frames of that time.
  package init(in application: Application, action: @escaping (Timestamp) -> Void) {
    (self.application, self.action) = (application, action)
  }

  /// Sets it to another time, or to none. O(what is in ``Application/lasting``).
  package func set(_ time: Timestamp?) {
    deadline = time
    application?.lasting.keep(self)
  }

  /// Acts, once. An action that sets the alarm to a time that has come lets it go.
  package func deadlineReached(at time: Timestamp) {
    deadline = nil
    action(time)
  }
}

/// Something that goes on by itself for a while after the fingers have gone, such as content that decelerates.
///
/// It is given no timer: it says when it wants to be asked. A frame stamped exactly at that moment comes before it.
protocol TimedObject: AnyObject {
  /// Time of the next question; `nil` when it is over.
  var deadline: Timestamp? { get }

  /// The deadline has come. One that does not move it on, or has none afterwards, is not asked again.
  func deadlineReached(at time: Timestamp)
}
