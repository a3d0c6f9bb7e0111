internal import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
import TouchdKit

/// The `touchd-web` program. Its page of the manual is that of the verb `touchd web`, which has the same options.
public enum WebProgram {
  /// Serves the inspector, and exits: 1 for a bad file, 3 where the system refuses, 64 for wrong arguments.
  public static func main() { Touchd.run(WebCommandLine.self) }
}

/// `touchd-web`: what its command line has.
struct WebCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchd-web",
    abstract: "Shows layouts, fingers and gestures in a browser, live or from a recording.",
    discussion: "`touchd web` starts it. It prints the address to open, and serves it until Ctrl-C.",
    version: Touchd.version,
    examples: [
      "What the running daemon does": "touchd-web",
      "A recording": "touchd-web --recording panel.evemu -c lobby.yaml",
    ])

  @OptionGroup var options: WebOptions

  func run() throws {
    let token = try options.token()
    try onDevices {
      let inspection = try Inspection(options)
      defer { inspection.close() }
      let runLoop = try LiveSession.makeRunLoop()
      let server = try WebServer(
        at: options.listen, Admission(options, token), inspection.source, mayWrite: options.write)
      defer { server.stop() }
      let watch = try inspection.watch(on: runLoop) { server.filesChanged() }
      defer { withExtendedLifetime(watch) {} }
      let output = StandardOutput()
      output.line(
        "http://\(ListenAddress(host: options.listen.host, port: server.port))/?token=\(token.text)")
      output.flush()
      try runLoop.run()
    }
  }
}

/// Subject of the inspector, by the command line: the running daemon, or a recording with its layout.
struct Inspection {
  let source: LineSource
  /// Attempts to empty the folder of the sockets: a replay has begun to listen only once. (O)
  private static let attempts = 4
  /// The files that are followed.
  private let files: [String]

  /// - Throws: ``SystemError``, `EACCES` without the right to listen; or the status to end with, if a file is bad.
  init(_ options: WebOptions) throws {
    guard let layout = options.layout else {
      let events = options.events ?? EventsListener.usualPath
      try Self.check(events)
      (source, files) = (.daemon(events), [])
      return
    }
    _ = try LayoutLoading.layout(layout)
    let recording = options.recording
    if let recording, access(recording, R_OK) != 0 {
      throw SystemError(
        call: "open", on: recording, code: errno, remedy: "name a recording that `touchd record` made")
    }
    files = [recording, layout].compactMap(\.self)
    source = .recording(
      LineSource.Recorded(
        recording: recording, fingers: options.fingers ?? "", layout: layout, program: Self.touchd,
        folder: try Self.makeFolder()))
  }

  /// Removes what it has made.
  func close() {
    guard case .recording(let recorded) = source else { return }
    // A replay that has been terminated may leave its socket until it has ended; without the folder it makes no other.
    for _ in 0..<Self.attempts where rmdir(recorded.folder) != 0 {
      for name in (try? entries(ofFolder: recorded.folder)) ?? [] { unlink("\(recorded.folder)/\(name)") }
    }
  }

  /// Follows the files; `nil` if there are none.
  func watch(on runLoop: RunLoop, _ onChange: @escaping () -> Void) throws(SystemError) -> FileWatch? {
    files.isEmpty ? nil : try FileWatch(files, on: runLoop, onChange)
  }

  /// Without the right to listen, a new session of the user is needed; a daemon that is not there may come.
  private static func check(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try EventsListener.check(path)
    } catch {
      if error.isRefusal { throw error }
      Logger.touchd.warning("\(error); the page waits for it")
    }
  }

  /// The program that replays: of the same folder as this one, or else of the PATH.
  private static var touchd: String {
    let beside = OwnProgram.folder.map { "\($0)/touchd" }
    return beside.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? "touchd"
  }

  /// A folder that only this user can look into.
  private static func makeFolder() throws(SystemError) -> String {
    let variables: [String] = ["XDG_RUNTIME_DIR", "TMPDIR"]
    let folders = variables.compactMap { getenv($0).map { String(cString: $0) } }
    let parent = folders.first { !$0.isEmpty } ?? "/tmp"
    var path = Array("\(parent)/touchd-web-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else {
      throw SystemError(
        call: "mkdtemp", on: parent, code: errno, remedy: "set XDG_RUNTIME_DIR to a folder of yours")
    }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

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
    group.next().execute { for stream in site.value.streams.values { stream.filesChanged() } }
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
  private(set) var streams: [ObjectIdentifier: BrowserStream] = [:]

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

  func add(_ stream: BrowserStream) { streams[ObjectIdentifier(stream)] = stream }

  func remove(_ stream: BrowserStream) { streams[ObjectIdentifier(stream)] = nil }

  func stream(_ id: String) -> BrowserStream? { streams.values.first { $0.id.matches(id) } }
}
