import Dispatcher

/// The plugin `show`: shows or hides a view or a window of its layout, for good or for some time.
///
/// It acts on touchd's own views alone, so it also runs where no program may be started.
final class ShowPlugin: ActingPlugin {
  let name: String
  /// The id of the view or window.
  private let target: String
  private let change: Visibility.Change
  /// `nil` for good.
  private let duration: Interval?
  let states: ActingStates
  private let host: PluginHost

  init(name: String, options: PluginOptions, host: PluginHost) {
    (self.name, self.host) = (name, host)
    target = options["view"] ?? options["window"] ?? ""
    change = options.values.value("hidden") ?? .show
    duration = options.values.value("for")
    states = ActingStates(options)
  }

  /// A view that the program has taken out of the tree since is left as it is.
  func act(_ occasion: ActingOccasion, at time: Timestamp) {
    guard let view = host.view(target) else { return }
    host.tree.visibility?.change(view, change, for: duration, at: time)
  }
}

/// Views that a tree's plugins have shown or hidden, and those to put back when their time is up.
///
/// A view has one time at most, whichever responder gave it: the last word about a view is the one that counts.
final class Visibility {
  enum Change: Equatable {
    case show
    case hide
    /// The other of the two.
    case toggle
  }

  /// A view that is to be put back.
  struct Return {
    /// Weak: the tree that goes at a reload must not be kept by what would have become of it.
    weak var view: View?
    let wasHidden: Bool
    let alarm: Alarm
  }

  private(set) var returns: [ObjectIdentifier: Return] = [:]

  /// Shows or hides a view or a window: from then on it is hit, or is not. Fingers that are down go on.
  ///
  /// - Parameters:
  ///   - duration: after which it is as it was before, unless it is so already; `nil` for good. A time that was running
  ///     ends; what the view was before that is what it is put back to.
  ///   - time: now, as the frames have it.
  func change(_ view: View, _ change: Change, for duration: Interval?, at time: Timestamp) {
    let wasHidden = takeReturn(of: view)?.wasHidden ?? view.isHidden
    view.isHidden = change == .toggle ? !view.isHidden : change == .hide
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
    // Views that are gone, of whose places in memory this one may have one, are not put back.
    returns = returns.filter { $0.value.view != nil }
    let found = returns.removeValue(forKey: ObjectIdentifier(view))
    found?.alarm.set(nil)
    return found
  }
}
