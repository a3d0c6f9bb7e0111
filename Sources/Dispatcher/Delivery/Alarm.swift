/// A moment at which something is done that no finger waits for, such as to hide a view again.
///
/// It fires at its own time or never, as all that is in ``Application/lasting``.
package final class Alarm: TimedObject {
  /// When it fires; `nil` while it is not set.
  @exclusivity(unchecked) package private(set) var deadline: Timestamp?
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
