import Dispatcher
import LinuxInput

/// Device nodes that could not be opened, and when that is tried again: rights may come a moment after the node.
struct OpenRetries {
  /// udev sets rights within some milliseconds; a slow boot takes seconds. Each wait is twice the one before. (O)
  private static let first = Interval.milliseconds(100)
  /// The longest wait: about a minute. (O)
  private static let longest = 9

  private struct Retry {
    var node: DeviceNode
    var tries = 0
    var time: Timestamp
  }

  private var retries: [String: Retry] = [:]

  /// When the next one is due.
  var next: Timestamp? { retries.values.map(\.time).min() }

  /// Remembers a node that could not be opened.
  ///
  /// - Returns: whether this is the first time.
  mutating func add(_ node: DeviceNode, at now: Timestamp) -> Bool {
    guard var retry = retries[node.path] else {
      retries[node.path] = Retry(node: node, time: now + Self.first)
      return true
    }
    retry.node = node
    retry.tries = min(retry.tries + 1, Self.longest)
    retry.time = now + Interval(microseconds: Self.first.microseconds << Int64(retry.tries))
    retries[node.path] = retry
    return false
  }

  /// Begins with short waits again: something has happened to the node.
  mutating func restart(_ path: String) { retries[path]?.tries = 0 }

  /// Forgets a node that was opened, or has gone.
  mutating func remove(_ path: String) { retries[path] = nil }

  /// The nodes that are to be opened again now.
  func due(at now: Timestamp) -> [DeviceNode] {
    retries.values.filter { $0.time <= now }.map(\.node).sorted { $0.number < $1.number }
  }
}
