import Dispatcher
internal import NIOCore
import TouchdKit

/// What the connections of a server share. Bound to its event loop.
final class Site {
  /// The most connections that have shown a secret, the most that have not, and the most streams: a daemon has 64
  /// clients. (O)
  static let (mostMembers, mostStrangers, mostStreams) = (48, 16, 16)

  let admission: Admission
  let source: LineSource
  /// Whether pages may change layouts and rules.
  let mayWrite: Bool
  /// Of all touches, in all streams.
  var latency = LatencyHistogram()
  private var memberCount = 0
  /// Connections that have shown no secret, the oldest first.
  private var strangers: [any Channel] = []
  private(set) var streams: [ObjectIdentifier: EventStream] = [:]

  init(_ admission: Admission, _ source: LineSource, mayWrite: Bool) {
    (self.admission, self.source, self.mayWrite) = (admission, source, mayWrite)
  }

  /// Takes in a connection that has shown no secret yet. A further one takes the place of the oldest, which is closed.
  func enter(_ channel: any Channel) {
    strangers.append(channel)
    if strangers.count > Self.mostStrangers { strangers.removeFirst().close(promise: nil) }
  }

  /// Makes a member of a connection that has shown a secret.
  ///
  /// - Returns: `false` if there are as many members as there may be.
  func admit(_ channel: any Channel) -> Bool {
    guard memberCount < Self.mostMembers else { return false }
    strangers.removeAll { $0 === channel }
    memberCount += 1
    return true
  }

  /// Lets go of a connection that has ended.
  func leave(_ channel: any Channel, isMember: Bool) {
    if isMember { memberCount -= 1 } else { strangers.removeAll { $0 === channel } }
  }

  var hasRoomForStream: Bool { streams.count < Self.mostStreams }

  func add(_ stream: EventStream) { streams[ObjectIdentifier(stream)] = stream }

  func remove(_ stream: EventStream) { streams[ObjectIdentifier(stream)] = nil }

  func stream(_ id: String) -> EventStream? { streams.values.first { $0.id.matches(id) } }

  func filesChanged() { for stream in streams.values { stream.filesChanged() } }
}
