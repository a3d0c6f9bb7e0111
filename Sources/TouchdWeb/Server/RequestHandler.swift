internal import Dispatcher
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
import TouchdKit

/// Answers the requests of one connection, one after the other.
///
///     waiting for a request ──► answering ──► waiting …
///              │ too slow           │  └──► streaming, to the end of the connection
///              ▼                    │ without a secret, or where the answers before are not read
///           closed ◄────────────────┘
final class RequestHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// Time that a connection has for its first request with a secret, and for the next one. (O)
  private static let (firstPatience, patience) = (TimeAmount.seconds(5), TimeAmount.seconds(30))
  /// The longest body: a request to touchd.
  static let longestBody = 64 << 10

  private let site: Site
  /// True from the first request with a secret on, if there is room.
  private var isMember = false
  /// Whether the last answer has begun: what is asked after it is not looked at.
  private var isOver = false
  private var head: HTTPRequestHead?
  private var body = ByteBuffer()
  private var origin: String?
  private var deadline: Scheduled<Void>?
  private var stream: BrowserStream?
  private var inquiry: Inquiry?

  init(_ site: Site) { self.site = site }

  // MARK: - The connection

  func channelActive(context: ChannelHandlerContext) { awaitRequest(context) }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    inquiry?.close()
    stream?.close()
    if let stream { site.remove(stream) }
    (deadline, inquiry, stream) = (nil, nil, nil)
    site.leave(context.channel, isMember: isMember)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) { stream?.writabilityChanged() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func awaitRequest(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    let patience = isMember ? Self.patience : Self.firstPatience
    deadline = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
  }

  // MARK: - Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    switch unwrapInboundIn(data) {
    case .head(let head): (self.head, body) = (head, ByteBuffer())
    case .body(var part):
      guard body.readableBytes + part.readableBytes <= Self.longestBody else {
        let words = "A request has at most \(Self.longestBody) bytes."
        return answer(context, .words(.payloadTooLarge, words, closes: true))
      }
      body.writeBuffer(&part)
    case .end:
      guard let head else { return }
      deadline?.cancel()
      serve(context, head)
    }
  }

  private func serve(_ context: ChannelHandlerContext, _ head: HTTPRequestHead) {
    guard let target = Target(head.uri)
    else { return answer(context, .words(.badRequest, "This is no address of this server.", closes: true)) }
    switch site.admission.verdict(on: Admission.Request(head, target)) {
    case .refused(let refusal): answer(context, .words(.forbidden, refusal.rawValue, closes: true))
    case .preflight(let origin):
      self.origin = origin
      answer(context, .preflight)
    case .exchanged(let path, let cookie, let origin):
      self.origin = origin
      isMember = isMember || site.admit(context.channel)
      answer(context, Answer(status: .seeOther, headers: [("location", path), ("set-cookie", cookie)]))
    case .admitted(let origin):
      self.origin = origin
      isMember = isMember || site.admit(context.channel)
      perform(context, Route(head.method, target), version: head.version)
    }
  }

  private func perform(_ context: ChannelHandlerContext, _ route: Route, version: HTTPVersion) {
    switch route {
    case .file(let path): answer(context, StaticFiles.files[path] ?? .notFound)
    case .events(let query): begin(context, query, version)
    case .calibration:
      begin(context, StreamQuery(kinds: LineSurvey.kinds.map(\.rawValue)), version, calibrates: true)
    case .calibrationRequest(let id): calibrate(context, id)
    case .ask(let id): ask(context, id)
    case .inquiry(let report): inquire(context, report)
    case .wrongMethod(let allowed):
      var refusal = Answer.words(.methodNotAllowed, "Here, only \(allowed) is answered.")
      refusal.headers.append(("allow", allowed))
      answer(context, refusal)
    case .notFound: answer(context, .notFound)
    }
  }

  private func answer(_ context: ChannelHandlerContext, _ answer: Answer) {
    let version = head?.version ?? .http1_1
    // All answers would wait here for a browser that asks on and reads nothing.
    isOver = !isMember || answer.closes || head?.isKeepAlive != true || !context.channel.isWritable
    var answer = answer
    answer.closes = isOver
    context.write(wrapOutboundOut(.head(answer.head(version: version, origin: origin))), promise: nil)
    if head?.method != .HEAD, !answer.body.isEmpty {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    }
    origin = nil
    awaitRequest(context)
    let (channel, isOver) = (context.channel, isOver)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if isOver { channel.close(promise: nil) }
    }
  }

  // MARK: - What needs touchd

  private func begin(
    _ context: ChannelHandlerContext, _ query: StreamQuery?, _ version: HTTPVersion, calibrates: Bool = false
  ) {
    guard isMember, site.streams.count < Site.mostStreams else {
      let words = "\(Site.mostStreams) browsers and programs listen already; close one of them."
      return answer(context, .words(.serviceUnavailable, words))
    }
    var head = HTTPResponseHead(version: version, status: .ok)
    head.headers.addRules(origin: origin)
    head.headers.add(name: "content-type", value: "text/event-stream")
    head.headers.add(name: "connection", value: "close")
    isOver = true
    let stream = BrowserStream(
      site.source, query, on: context.channel, head: head, calibrates: calibrates
    ) { [site] in site.latency.record($0) }
    // A browser that has gone meanwhile is found by the first write, and its end has been reported then.
    guard context.channel.isActive else { return stream.close() }
    self.stream = stream
    site.add(stream)
  }

  private func ask(_ context: ChannelHandlerContext, _ id: String) {
    guard let stream = site.stream(id) else {
      return answer(context, .words(.notFound, "There is no such stream; its id is that of a line `stream`."))
    }
    // One request is one line.
    guard !body.readableBytesView.contains(UInt8(ascii: "\n")), body.readableBytes > 0
    else { return answer(context, .words(.badRequest, "A request is one line of JSON.")) }
    body.writeInteger(UInt8(ascii: "\n"))
    guard stream.ask(body)
    else { return answer(context, .words(.serviceUnavailable, "touchd takes no more requests now.")) }
    answer(context, Answer(status: .accepted))
  }

  /// Does what a page asks of its calibration: shows a view or window meanwhile, or writes the result to a file.
  private func calibrate(_ context: ChannelHandlerContext, _ id: String) {
    switch CalibrationRequest(body.readableBytesView) {
    case .show(let view): show(context, view, id)
    case .write(let place): change(context, id) { try $0.change(place, isUndo: false) }
    case .undo(let place): change(context, id) { try $0.change(place, isUndo: true) }
    case nil:
      let words =
        #"Send {"show":"ID"}, {"write":"layout"}, {"undo":"layout"}, or the last two of the "rule"."#
      answer(context, .words(.badRequest, words))
    }
  }

  private func show(_ context: ChannelHandlerContext, _ view: String, _ id: String) {
    guard let stream = site.stream(id) else { return answer(context, .noCalibration) }
    guard stream.show(view) else {
      return answer(
        context, .words(.conflict, "There is no hidden view or window “\(view)”, or one is shown already."))
    }
    answer(context, Answer(status: .accepted))
  }

  private func change(
    _ context: ChannelHandlerContext, _ id: String, _ change: (CalibrationResult) throws -> [String]
  ) {
    guard site.mayWrite else {
      return answer(
        context, .words(.forbidden, "Start `touchd web` with --write, so that this page may change files."))
    }
    guard let result = site.stream(id)?.calibrationResult else { return answer(context, .noCalibration) }
    do {
      answer(context, .words(.ok, try change(result).joined(separator: "\n")))
    } catch {
      answer(context, .words(.conflict, "\(error)"))
    }
  }

  private func inquire(_ context: ChannelHandlerContext, _ report: Route.Report) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    inquiry = Inquiry(site.source, on: context.eventLoop) { result in
      let (own, context) = bound.value
      guard own.inquiry != nil else { return }
      own.inquiry = nil
      switch result {
      case .failure(let failure): own.answer(context, .words(.serviceUnavailable, failure.words))
      case .success(let inventory): own.answer(context, report, with: inventory)
      }
    }
  }

  private func answer(_ context: ChannelHandlerContext, _ report: Route.Report, with inventory: Inventory) {
    switch report {
    case .state:
      answer(context, Answer(type: "application/json", body: Array("\(inventory.state.text)\n".utf8)))
    case .metrics:
      let text = inventory.metrics(streams: site.streams.count, latency: site.latency)
      answer(context, Answer(type: "text/plain; version=0.0.4; charset=utf-8", body: Array(text.utf8)))
    case .drawing(let layout, let point): draw(context, inventory, layout, point)
    }
  }

  /// A layout may be large, and streams must not wait while it is read and drawn, which may never end.
  private func draw(
    _ context: ChannelHandlerContext, _ inventory: Inventory, _ layout: String?, _ point: Point?
  ) {
    awaitRequest(context)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let drawing = NIOSingletons.posixBlockingThreadPool.runIfActive(eventLoop: context.eventLoop) {
      try inventory.drawing(of: layout, at: point)
    }
    drawing.whenComplete { result in
      let (own, context) = bound.value
      guard context.channel.isActive else { return }
      switch result {
      case .success(let drawing?):
        own.answer(context, Answer(type: "image/svg+xml", body: Array(drawing.utf8)))
      case .success(nil): own.answer(context, .notFound)
      case .failure(let error): own.answer(context, .words(.serviceUnavailable, "\(error)"))
      }
    }
  }
}

extension Answer {
  fileprivate static let noCalibration = words(
    .notFound, "This calibration has found nothing yet, or is over.")

  fileprivate static let preflight = Answer(
    status: .noContent,
    headers: [
      ("access-control-allow-methods", "GET, POST"),
      ("access-control-allow-headers", "authorization, content-type"),
    ])
}

extension Admission.Request {
  fileprivate init(_ head: HTTPRequestHead, _ target: Target) {
    self.init(
      method: head.method.rawValue, target: target, hosts: head.headers["host"],
      origins: head.headers["origin"], sites: head.headers["sec-fetch-site"],
      isPage: StaticFiles.files[target.path] != nil && head.headers["sec-fetch-dest"] == ["document"],
      cookies: head.headers["cookie"], authorizations: head.headers["authorization"])
  }
}
