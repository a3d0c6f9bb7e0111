/// Has the screen kept awake while fingers do what the page does not see: what goes by the page's touches would take
/// the screen for idle, and blank it under them.
///
/// It looks after a frame in which a contact lands, and now and then while one is down; a frame of moves costs nothing.
/// It belongs to the layout and not to a tree of views.
package final class AwakeWatch {
  /// The shortest time between two calls, and after the page had something: what was seen so late, an idle manager has
  /// not forgotten. They count in minutes, the most impatient 30 s. (O)
  package static let interval = Interval.seconds(20)

  /// When it looks next; `nil` while no finger is down.
  @exclusivity(unchecked) package private(set) var deadline: Timestamp?
  /// When it last acted.
  @exclusivity(unchecked) private var last: Timestamp?
  /// Whose touches it goes by.
  @exclusivity(unchecked) fileprivate weak var application: Application?
  private let action: () -> Void

  /// - Parameter action: called at most every ``interval`` while touches are kept from the page. It must call no code
  ///   of views.
  package init(_ action: @escaping () -> Void) { self.action = action }

  /// A contact has landed, and the frame is delivered.
  func landed(at time: Timestamp) {
    look(at: time)
    if deadline == nil { deadline = nextLook(after: time) }
    application?.lasting.keep(self)
  }

  /// When it may act again.
  private var due: Timestamp {
    let seen = [last, application?.screenResponder?.panel.lastFrame].compactMap(\.self).max()
    return seen.map { $0 + Self.interval } ?? .zero
  }

  private func nextLook(after time: Timestamp) -> Timestamp { due > time ? due : time + Self.interval }

  private func look(at time: Timestamp) {
    let start = time + Interval(microseconds: -Self.interval.microseconds)
    guard time >= due, application?.keepsTouchFromPage(since: start) == true else { return }
    last = time
    action()
  }
}

extension AwakeWatch: TimedObject {
  /// Looks, and goes on while a finger is down.
  package func deadlineReached(at time: Timestamp) {
    look(at: time)
    deadline = application?.touches.live.isEmpty == false ? nextLook(after: time) : nil
  }
}

extension Application {
  /// Has a watch go by the touches of this tree instead of those of another one.
  package final func use(_ watch: AwakeWatch) {
    if let former = watch.application {
      former.lasting.drop(watch)
      former.awake = nil
    }
    (awake, watch.application) = (watch, self)
  }

  /// Whether a finger is down, and has done something after a time, that the page does not have, of a panel that the
  /// page can have touches of only from here. O(fingers).
  fileprivate final func keepsTouchFromPage(since start: Timestamp) -> Bool {
    guard let screenResponder else { return false }
    return touches.live.indices.contains { index in
      let touch = touches.live[index].object
      return !touch.contact.isOnPage && screenResponder.holds(touch) && touch.timestamp > start
    }
  }
}
