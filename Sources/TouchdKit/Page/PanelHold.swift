import Dispatcher
import LinuxInput

/// State of taking a panel from the other programs, so that the page gets from touchd the touches that nothing
/// consumes.
///
///     announced ──its readers have opened it──► waiting ──no contact is down──► held
///                                                 │  ▲
///                                                 └──┘ again, when a finger may have lifted, or a program let it go
///
/// A grab while a finger or a key is down leaves it down for every other program: the kernel tells them nothing of its
/// lift. So it waits for a moment without; one that stays for too long is stuck, and the panel is taken all the same.
/// Until then the layout only listens. Time is a value: the owner calls ``advance(to:_:)`` at ``deadline``, and after
/// each batch of events.
struct PanelHold {
  enum State: Equatable {
    /// The page's device is there. What is sent before its readers have opened it is lost to them.
    case announced(until: Timestamp)
    case waiting(Wait)
    case held
  }

  /// Obstacle to holding it.
  struct Wait: Equatable {
    let obstacle: Obstacle
    /// Since when it waits, whatever for.
    let since: Timestamp
    /// Time of the next attempt if nothing happens.
    let next: Timestamp
  }

  enum Obstacle: Equatable {
    case contacts([Int])
    case key
    /// It sent something while it was taken.
    case news
    /// The system refused: another program holds it.
    case refusal(String)

    fileprivate var words: String {
      switch self {
      case .contacts(let slots):
        "contacts are down in \(slots.count == 1 ? "slot" : "slots") " + series(slots.map(String.init))
      case .key: "one of its keys is down"
      case .news: "it does not stop sending"
      case .refusal(let words): words
      }
    }
  }

  /// Callbacks on the panel.
  struct Actions {
    let slotsDown: () -> [Int]
    /// Whether one of its keys is down, by the same.
    let hasKeyDown: () -> Bool
    let grab: () throws(SystemError) -> Void
    /// Whether everything was read that the panel has sent.
    let isQuiet: () -> Bool
    let release: () -> Void
  }

  /// Time that the readers of the page's device have to open it, after udev has announced it. (O)
  static let announcement = Interval.milliseconds(500)
  /// Time that udev has to announce it. Where it does not run, no reader waits for it either. (O)
  static let silence = Interval.seconds(2)
  /// Wait before it complains. (O)
  static let patience = Interval.seconds(5)
  /// Interval of attempts on a panel that another program holds. (O)
  private static let pause = Interval.seconds(1)

  private(set) var state: State
  private let stuckAfter: Interval?

  /// - Parameters:
  ///   - readersAt: when the readers of the page's device have had the time to open it.
  ///   - stuckAfter: after which time a contact that does not lift is stuck; `nil` for never.
  init(readersAt: Timestamp, stuckAfter: Interval?) {
    (state, self.stuckAfter) = (.announced(until: readersAt), stuckAfter)
  }

  private init(_ state: State) { (self.state, stuckAfter) = (state, nil) }

  /// Of a panel that is held already: by an earlier process, or for an earlier tree of views.
  static let held = PanelHold(.held)

  /// The readers of the page's device have the time to open it until then.
  mutating func wait(forReadersUntil time: Timestamp) {
    if !isHeld { state = .announced(until: time) }
  }

  var isHeld: Bool { state == .held }

  /// Latest time to call ``advance(to:_:)``; `nil` once it is held.
  var deadline: Timestamp? {
    switch state {
    case .announced(let end): end
    case .waiting(let wait): wait.next
    case .held: nil
    }
  }

  /// Reason for which the panel has not been held for too long, in words.
  func complaint(at time: Timestamp) -> String? {
    guard case .waiting(let wait) = state, time - wait.since >= Self.patience else { return nil }
    return reason
  }

  /// Reason for which the panel is not held, in words; `nil` if it is, or its time has not come.
  var reason: String? {
    guard case .waiting(let wait) = state else { return nil }
    return "waiting for the panel to be free: \(wait.obstacle.words)"
  }

  /// Whether it may still be held before people have to learn that it is not.
  func isSettling(at time: Timestamp) -> Bool { !isHeld && complaint(at: time) == nil }

  /// Takes the panel, if that is possible now.
  ///
  /// - Returns: whether it has come to be held.
  mutating func advance(to time: Timestamp, _ actions: Actions) -> Bool {
    guard !isHeld, isReady(at: time) else { return false }
    let slots = actions.slotsDown()
    let isStuck = stuckAfter.map { time - (since ?? time) >= $0 } ?? false
    let hasKeyDown = actions.hasKeyDown()
    guard slots.isEmpty && !hasKeyDown || isStuck else {
      wait(for: slots.isEmpty ? .key : .contacts(slots), at: time)
      return false
    }
    do throws(SystemError) {
      try actions.grab()
    } catch {
      wait(for: .refusal("\(error)"), at: time)
      return false
    }
    // A finger may have landed in between, which the other programs saw come down.
    guard isStuck || actions.isQuiet() else {
      actions.release()
      wait(for: .news, at: time)
      return false
    }
    state = .held
    return true
  }

  private func isReady(at time: Timestamp) -> Bool {
    switch state {
    case .announced(let end): end <= time
    case .waiting(let wait):
      // A finger may have lifted at any time.
      if case .refusal = wait.obstacle { wait.next <= time } else { true }
    case .held: false
    }
  }

  private var since: Timestamp? {
    if case .waiting(let wait) = state { wait.since } else { nil }
  }

  private mutating func wait(for obstacle: Obstacle, at time: Timestamp) {
    let start = since ?? time
    var next = time + Self.pause
    switch obstacle {
    case .contacts, .key:
      // Its lift wakes the loop. What is due without one is the complaint, and its being stuck.
      let dues = [start + Self.patience, stuckAfter.map { start + $0 }].compactMap(\.self).filter {
        $0 > time
      }
      next = dues.min() ?? time + Self.patience
    case .news, .refusal: break
    }
    state = .waiting(Wait(obstacle: obstacle, since: start, next: next))
  }
}
