/// Gives plugins an event when no finger has been on a layout's panels for so long, and one when a finger is there
/// again.
///
/// It counts from the last lift; a finger that rests is not idle. Each idle time fires once, and is armed again by the
/// next touch. It belongs to the layout and not to a tree of views: where a new tree takes the place of another, it
/// goes on.
package final class IdleWatch: TimedObject {
  /// An action after a while without a finger.
  package struct Entry {
    let name: String
    let after: Interval
    let plugins: [any ResponderPlugin]
    /// Those that get the event of the touch afterwards.
    let activePlugins: [any ResponderPlugin]

    /// - Parameters:
    ///   - name: unique among the entries of a watch.
    ///   - activePlugins: those that get the event of the touch afterwards; `nil` for all.
    package init(
      _ name: String, after: Interval, to plugins: [any ResponderPlugin],
      active activePlugins: [any ResponderPlugin]? = nil
    ) {
      (self.name, self.after, self.plugins) = (name, after, plugins)
      self.activePlugins = activePlugins ?? plugins
    }
  }

  /// The name of the event that the first touch after an idle time gives.
  package static let activeName = "active"

  /// In the layout's order.
  private let entries: [Entry]
  /// The shortest time first; of equal ones, in the layout's order.
  private let byTime: [Entry]
  /// Since when no finger is down; `nil` while one is, and while the layout is not in use.
  private var since: Timestamp?
  /// Nothing fires at a time before: an idle time that a reload made shorter may be over for long.
  private var start = Timestamp.zero
  /// The names of the entries that have fired since the last touch.
  private var fired: Set<String> = []
  /// The application whose touches count.
  weak var application: Application?

  package init(_ entries: [Entry] = []) {
    self.entries = entries
    byTime = entries.sorted { $0.after < $1.after }
  }

  /// The layout comes into use: the first count begins.
  package func start(at time: Timestamp) {
    (since, start, fired) = (time, time, [])
    keepTime()
  }

  /// The layout comes into use in the place of an earlier version of itself, whose count goes on. What had fired there
  /// under a name is not fired again before the next touch. The earlier version fires nothing any more.
  package func start(after former: IdleWatch, at time: Timestamp) {
    (since, start) = (former.since ?? time, time)
    fired = former.fired.intersection(entries.map(\.name))
    former.since = nil
    former.application?.drop(former)
    keepTime()
  }

  /// The first finger has landed, where there was none.
  func landed(at time: Timestamp) {
    since = nil
    tellActive(at: time)
    keepTime()
  }

  /// No finger is down any more.
  func lifted(at time: Timestamp) {
    since = time
    keepTime()
  }

  /// A finger landed that no view gets. It counts as a short touch, unless another finger is down.
  func stirred(at time: Timestamp) {
    if since != nil { since = time }
    tellActive(at: time)
    keepTime()
  }

  /// The event goes to those plugins of all idle times that have fired since the last touch which get it, to each once.
  private func tellActive(at time: Timestamp) {
    guard !fired.isEmpty else { return }
    var plugins: [any ResponderPlugin] = []
    for plugin in entries.lazy.filter({ self.fired.contains($0.name) }).flatMap(\.activePlugins)
    where !plugins.contains(where: { $0 === plugin }) { plugins.append(plugin) }
    fired = []
    send(LayoutEvent(Self.activeName, to: plugins, at: time))
  }

  private func send(_ event: LayoutEvent) {
    if let application { return application.send(event) }
    // The tree waits for a panel that says how large a millimetre is.
    for plugin in event.plugins { plugin.notice(event) }
  }

  /// The shortest that has not fired.
  private var next: Entry? { byTime.first { !fired.contains($0.name) } }

  private func keepTime() { application?.lasting.keep(self) }

  /// The end of the next idle time.
  package var deadline: Timestamp? {
    guard let since, let next else { return nil }
    return max(since + next.after, start)
  }

  /// Fires what is due, the shortest time first.
  package func deadlineReached(at time: Timestamp) {
    while let since, let next, since + next.after <= time {
      fired.insert(next.name)
      send(LayoutEvent(next.name, to: next.plugins, at: time))
    }
  }
}

/// Has the screen kept awake while fingers do what the page does not see: what goes by the page's touches would take
/// the screen for idle, and blank it under them.
///
/// It looks after a frame in which a contact lands, and now and then while one is down; a frame of moves costs nothing.
/// It belongs to the layout and not to a tree of views.
package final class AwakeWatch: TimedObject {
  /// The shortest time between two calls, and after the page had something: what was seen so late, an idle manager has
  /// not forgotten. They count in minutes, the most impatient 30 s. (O)
  package static let interval = Interval.seconds(20)

  /// Time of its next look; `nil` while no finger is down.
  package private(set) var deadline: Timestamp?
  /// Time of its last action.
  private var last: Timestamp?
  /// The application whose touches count.
  fileprivate weak var application: Application?
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

  /// The earliest time of its next action.
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

  /// Looks, and goes on while a finger is down.
  package func deadlineReached(at time: Timestamp) {
    look(at: time)
    deadline = application?.touches.live.isEmpty == false ? nextLook(after: time) : nil
  }
}

extension Application {
  /// Has a watch go by the touches of this tree instead of those of another one.
  package final func use(_ watch: AwakeWatch) {
    watch.application?.lasting.drop(watch)
    watch.application?.awake = nil
    (awake, watch.application) = (watch, self)
  }

  /// Whether a finger is down, and has done something after a time, that the page does not have, of a panel that the
  /// page can have touches of only from here. O(fingers).
  fileprivate final func keepsTouchFromPage(since start: Timestamp) -> Bool {
    touches.live.indices.contains { index in
      let touch = touches.live[index].object
      return !touch.contact.isOnPage && touch.contact.isForPage && touch.timestamp > start
    }
  }
}
