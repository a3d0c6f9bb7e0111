import Dispatcher

/// What of a tree is shown or hidden by its plugins, and what is to be put back when its time is up.
///
/// A view has one time at most, whichever responder gave it: the last word about a view is the one that counts.
final class Visibility {
  /// What becomes of a view.
  enum Change: Equatable {
    case show
    case hide
    /// The other of the two.
    case toggle
  }

  /// A view that is to be put back.
  private struct Return {
    /// Weak: the tree that goes at a reload must not be kept by what would have become of it.
    weak var view: View?
    let wasHidden: Bool
    let alarm: Alarm
  }

  private var returns: [ObjectIdentifier: Return] = [:]

  /// Shows or hides a view or a window: from then on it is hit, or is not. Fingers that are down go on.
  ///
  /// - Parameters:
  ///   - duration: after which it is as it was before, unless it is so already; `nil` for good. A time that was running
  ///     ends; what the view was before that is what it is put back to.
  ///   - time: now, as the frames have it.
  func change(_ view: View, _ change: Change, for duration: Interval?, at time: Timestamp) {
    let wasHidden = takeReturn(of: view)?.wasHidden ?? view.isHidden
    view.isHidden = change.isHidden(view.isHidden)
    guard let duration, view.isHidden != wasHidden else { return }
    putBack(view, hidden: wasHidden, at: time + duration)
  }

  private func putBack(_ view: View, hidden: Bool, at time: Timestamp) {
    guard let application = view.window?.application as? Application else { return }
    let alarm = Alarm(in: application) { [weak self, weak view] _ in
      guard let view else { return }
      _ = self?.takeReturn(of: view)
      view.isHidden = hidden
    }
    returns[ObjectIdentifier(view)] = Return(view: view, wasHidden: hidden, alarm: alarm)
    alarm.set(time)
  }

  /// Forgets that a view is to be put back; `nil` if it was not.
  private func takeReturn(of view: View) -> Return? {
    let found = returns.removeValue(forKey: ObjectIdentifier(view))
    found?.alarm.set(nil)
    // Another view may have had this place in memory before.
    return found?.view === view ? found : nil
  }
}

extension Visibility.Change {
  /// Whether a view is hidden afterwards.
  fileprivate func isHidden(_ isHidden: Bool) -> Bool {
    switch self {
    case .show: false
    case .hide: true
    case .toggle: !isHidden
    }
  }
}
