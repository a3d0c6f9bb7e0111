/// A moment at which something is done that no finger waits for, such as to hide a view again.
///
/// It fires at its own time or never. A reload waits for the deadlines of gestures, and the end of a recording lets them
/// run out. Neither concerns alarms: ``Pipeline/isIdle``, ``Pipeline/nextDeadline`` and ``Pipeline/finish()`` leave them
/// out. Their time is that of the frames: in a replay they fire between the frames that lie before and after them.
package final class Alarm {
  /// When it fires; `nil` while it is not set.
  @exclusivity(unchecked) package private(set) var time: Timestamp?
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

  /// Sets it to another time, or to none. O(alarms).
  package func set(_ time: Timestamp?) {
    self.time = time
    application?.delivery.deadlines.keep(self)
  }

  /// Whether it is set to a time that has come.
  func isDue(at time: Timestamp) -> Bool { self.time.map { $0 <= time } ?? false }

  /// Acts, once: an action that sets the alarm to a time that has come would be called without end.
  func fire(at time: Timestamp) {
    self.time = nil
    action(time)
    if isDue(at: time) { self.time = nil }
  }
}
