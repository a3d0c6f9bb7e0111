import Dispatcher
internal import NIOCore
import TouchdKit

/// What the connections of a server share. Bound to its event loop.
final class Site {
  /// The most connections, and the most streams of them: a daemon has 64 clients. (O)
  static let (mostConnections, mostStreams) = (64, 16)

  let admission: Admission
  let source: LineSource
  /// Whether pages may change layouts and rules.
  let mayWrite: Bool
  /// Of all touches, in all streams.
  var latency = LatencyHistogram()
  private(set) var connectionCount = 0
  private(set) var streams: [ObjectIdentifier: EventStream] = [:]

  init(_ admission: Admission, _ source: LineSource, mayWrite: Bool) {
    (self.admission, self.source, self.mayWrite) = (admission, source, mayWrite)
  }

  /// - Returns: whether there is room for a further connection.
  func enter() -> Bool {
    guard connectionCount < Self.mostConnections else { return false }
    connectionCount += 1
    return true
  }

  func leave() { connectionCount -= 1 }

  var hasRoomForStream: Bool { streams.count < Self.mostStreams }

  func add(_ stream: EventStream) { streams[ObjectIdentifier(stream)] = stream }

  func remove(_ stream: EventStream) { streams[ObjectIdentifier(stream)] = nil }

  func stream(_ id: String) -> EventStream? { streams.values.first { $0.id.matches(id) } }

  func filesChanged() { for stream in streams.values { stream.filesChanged() } }
}
