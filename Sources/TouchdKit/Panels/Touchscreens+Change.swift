package import Dispatcher
package import LinuxInput

extension Touchscreens {
  /// What became of a device.
  package enum Change {
    case added(Touchscreen)
    /// It was unplugged or revoked; it is taken up again when it comes back.
    case removed(Touchscreen)
    /// It is there, but no layout is for it any more.
    case dismissed(Touchscreen, reason: String)
    /// It lost events, or was asleep; its state was read anew, and it goes on.
    case interrupted(Touchscreen, Pipeline.Interruption)
    /// A device that is not used, and why.
    case refused(path: String, name: String?, reason: String)
    /// The touchscreen of a page: a touchd that runs, this one or another, holds the panel.
    case page(path: String, name: String?)
    /// A panel that would be used if its layout were another: it does not fit, or does not say which of several it
    /// wants.
    case unusable(path: String, name: String?, reason: String)
    /// A device that would be looked at, if the system let us.
    case denied(path: String, SystemError)
    /// What the layout says shows whether its screen is lit, and is not there: it counts as lit.
    case missing(ScreenSource)
    /// udev cannot be listened to, or the devices not be listed: what is plugged in from now on is not noticed at once.
    case unmonitored(SystemError)
    /// More devices came and went than udev's socket holds: all that are there are looked at.
    case overflown

    /// The device that is not used, and why, in one line; `nil` for other changes.
    package var unused: String? {
      switch self {
      case .refused(let path, let name, let reason), .unusable(let path, let name, let reason):
        "\(path)\(name.map { " \"\($0)\"" } ?? ""): \(reason)"
      case .page(let path, let name): "\(path)\(name.map { " \"\($0)\"" } ?? ""): \(NotUsed.page.reason)"
      case .denied(_, let error): "\(error)"
      case .added, .removed, .dismissed, .interrupted, .missing, .unmonitored, .overflown: nil
      }
    }
  }
}

extension Touchscreens.Change {
  /// What a trace says of it; empty for what is about no device.
  func lines(at time: Timestamp) -> [TraceLine] {
    switch self {
    case .added(let touchscreen): [touchscreen.line("added", how: touchscreen.decisions, at: time)]
    case .removed(let touchscreen): [touchscreen.line("removed", at: time)]
    case .interrupted(let touchscreen, let interruption):
      interruption.changes.map { touchscreen.line($0, at: time) }
    case .refused(let path, let name, let reason), .unusable(let path, let name, let reason):
      [.device(name: name, path: path, change: "refused", reason: reason, at: time)]
    case .page(let path, let name):
      [.device(name: name, path: path, change: "refused", reason: NotUsed.page.reason, at: time)]
    case .denied(let path, let error):
      [.device(name: nil, path: path, change: "refused", reason: "\(error)", at: time)]
    case .dismissed, .missing, .unmonitored, .overflown: []
    }
  }
}

extension Touchscreen {
  /// That something has become of it.
  func line(_ change: String, how: [String] = [], at time: Timestamp) -> TraceLine {
    .device(name: panel.name, path: node.path, change: change, how: how, at: time)
  }
}
