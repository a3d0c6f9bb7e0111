import Dispatcher
internal import Glibc
import LinuxInput
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
import TouchdKit

/// The HTTP server: one thread, on which everything of it happens.
final class WebServer: Sendable {
  /// The most bytes of a request's head, of one header, and the most headers: those of browsers have less. (O)
  private static let (longestHead, longestHeader, mostHeaders) = (32 << 10, 16 << 10, 100)
  /// Bytes written to a connection that does not read before its lines wait upstream, and those at which they go
  /// on. (O)
  private static let (highWater, lowWater) = (256 << 10, 64 << 10)
  /// Connections that wait to be let in. (O)
  private static let backlog: Int32 = 64

  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let site: NIOLoopBound<Site>

  /// The port, also if the kernel chose it.
  var port: Int { channel.localAddress?.port ?? 0 }

  /// Begins to listen.
  ///
  /// - Parameter mayWrite: whether pages may change layouts and rules.
  /// - Throws: ``SystemError`` with a remedy: `EADDRINUSE` if another program listens there, `EADDRNOTAVAIL` if the
  ///   machine has no such address, `EACCES` for a port below 1024.
  init(
    at address: ListenAddress, _ admission: Admission, _ source: LineSource, mayWrite: Bool
  ) throws(SystemError) {
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    do {
      site = try loop.submit {
        NIOLoopBound(Site(admission, source, mayWrite: mayWrite), eventLoop: loop)
      }.wait()
      channel = try Self.bootstrap(group, site).bind(host: address.host, port: address.port).wait()
    } catch {
      try? group.syncShutdownGracefully()
      let code = (error as? IOError)?.errnoCode ?? EADDRNOTAVAIL
      throw SystemError(call: "bind", on: "\(address)", code: code, remedy: Self.remedy(code))
    }
  }

  /// Has streams of a recording begin again.
  func filesChanged() {
    let site = site
    group.next().execute { site.value.filesChanged() }
  }

  /// Closes everything.
  func stop() {
    let site = site
    try? group.next().submit { for stream in site.value.streams.values { stream.close() } }.wait()
    try? group.syncShutdownGracefully()
  }

  private static func bootstrap(_ group: MultiThreadedEventLoopGroup, _ site: NIOLoopBound<Site>)
    -> ServerBootstrap
  {
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(
        .writeBufferWaterMark,
        value: ChannelOptions.Types.WriteBufferWaterMark(low: lowWater, high: highWater)
      )
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try configure(channel, site.value) }
      }
  }

  private static func configure(_ channel: any Channel, _ site: Site) throws {
    site.enter(channel)
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = longestHeader
    limits.maxHeaderListSize = longestHead
    limits.maxHeaderFieldCount = mostHeaders
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(
      withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
    try pipeline.addHandler(RequestHandler(site))
  }

  private static func remedy(_ code: Int32) -> String? {
    switch code {
    case EADDRINUSE: "another program listens there; name another port with --listen"
    case EADDRNOTAVAIL: "this machine has no such address; name one that it has with --listen"
    case EACCES: "ports below 1024 need root; name another one with --listen"
    default: nil
    }
  }
}

/// State shared by the connections of a server. Bound to its event loop.
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
