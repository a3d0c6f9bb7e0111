import Dispatcher
import LinuxInput

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
