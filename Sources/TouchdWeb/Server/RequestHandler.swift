internal import Dispatcher
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
import TouchdKit

/// Answers the requests of one connection, one after the other.
///
///     waiting for a request ──► answering ──► waiting …
///              │ too slow           └──► streaming, to the end of the connection
///              ▼
///           closed
final class RequestHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// How long a connection may take until its next request is complete. (O)
  static let patience = TimeAmount.seconds(30)
  /// The longest body: a request to touchd.
  static let longestBody = 64 << 10

  private let site: Site
  private var head: HTTPRequestHead?
  private var body = ByteBuffer()
  private var origin: String?
  private var deadline: Scheduled<Void>?
  private var stream: EventStream?
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
    site.leave()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) { stream?.writabilityChanged() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func awaitRequest(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
  }

  // MARK: - Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): (self.head, body) = (head, ByteBuffer())
    case .body(var part):
      guard head != nil else { return }
      guard body.readableBytes + part.readableBytes <= Self.longestBody else {
        let words = "A request has at most \(Self.longestBody) bytes."
        answer(context, .words(.payloadTooLarge, words, closes: true))
        head = nil
        return
      }
      body.writeBuffer(&part)
    case .end:
      guard let head else { return }
      deadline?.cancel()
      serve(context, head)
    }
  }

  private func serve(_ context: ChannelHandlerContext, _ head: HTTPRequestHead) {
    guard let target = Target(head.uri) else {
      return answer(context, .words(.badRequest, "This is no address of this server.", closes: true))
    }
    switch site.admission.verdict(on: Admission.Request(head, target)) {
    case .refused(let refusal): answer(context, .words(.forbidden, refusal.rawValue))
    case .preflight(let origin):
      self.origin = origin
      answer(context, .preflight)
    case .exchanged(let path, let origin):
      self.origin = origin
      answer(context, .exchange(to: path, cookie: site.admission.cookie))
    case .admitted(let origin):
      self.origin = origin
      perform(context, Route(head.method, target), version: head.version)
    }
  }

  private func perform(_ context: ChannelHandlerContext, _ route: Route, version: HTTPVersion) {
    switch route {
    case .file(let path): answer(context, StaticFiles.answer(path) ?? .notFound)
    case .events(let subscription): begin(context, subscription, version)
    case .calibration(let calibration):
      begin(context, Subscription(kinds: LineSurvey.kinds.map(\.rawValue)), version, calibration)
    case .calibrationFile(let id): write(context, id)
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
    let isKept = !answer.closes && head?.isKeepAlive == true
    var answer = answer
    answer.closes = !isKept
    context.write(wrapOutboundOut(.head(answer.head(version: version, origin: origin))), promise: nil)
    if head?.method != .HEAD, !answer.body.isEmpty {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    }
    origin = nil
    awaitRequest(context)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if !isKept { channel.close(promise: nil) }
    }
  }

  // MARK: - What needs touchd

  private func begin(
    _ context: ChannelHandlerContext, _ subscription: Subscription?, _ version: HTTPVersion,
    _ calibration: EventStream.Calibration? = nil
  ) {
    guard site.hasRoomForStream else {
      let words = "\(Site.mostStreams) browsers and programs listen already; close one of them."
      return answer(context, .words(.serviceUnavailable, words))
    }
    var head = HTTPResponseHead(version: version, status: .ok)
    head.headers.addRules(origin: origin)
    head.headers.add(name: "content-type", value: "text/event-stream")
    head.headers.add(name: "connection", value: "close")
    let stream = EventStream(
      site.source, subscription, on: context.channel, head: head, calibration: calibration
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
    guard !body.readableBytesView.contains(UInt8(ascii: "\n")), body.readableBytes > 0 else {
      return answer(context, .words(.badRequest, "A request is one line of JSON."))
    }
    body.writeInteger(UInt8(ascii: "\n"))
    guard stream.ask(body) else {
      return answer(context, .words(.serviceUnavailable, "touchd takes no more requests now."))
    }
    answer(context, Answer(status: .accepted))
  }

  /// What a stream's calibration has found, into a file or out of it again.
  private func write(_ context: ChannelHandlerContext, _ id: String) {
    guard site.mayWrite else {
      return answer(
        context, .words(.forbidden, "Start `touchd web` with --write, so that this page may change files."))
    }
    guard let change = CalibrationChange(body.readableBytesView) else {
      return answer(
        context,
        .words(.badRequest, #"Send {"write":"layout"}, {"undo":"layout"}, or the same of the "rule"."#))
    }
    guard let result = site.stream(id)?.calibrationResult else {
      return answer(context, .words(.notFound, "This calibration has found nothing yet, or is over."))
    }
    do {
      answer(context, .words(.ok, try change.perform(with: result).joined(separator: "\n")))
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

  /// A layout may be large, and streams must not wait while it is read and drawn.
  private func draw(
    _ context: ChannelHandlerContext, _ inventory: Inventory, _ layout: String?, _ point: Point?
  ) {
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
  fileprivate static let preflight = Answer(
    status: .noContent,
    headers: [
      ("access-control-allow-methods", "GET, POST"),
      ("access-control-allow-headers", "authorization, content-type"),
    ])

  fileprivate static func exchange(to path: String, cookie: String) -> Answer {
    Answer(status: .seeOther, headers: [("location", path), ("set-cookie", cookie)])
  }
}

extension Admission.Request {
  fileprivate init(_ head: HTTPRequestHead, _ target: Target) {
    self.init(
      method: head.method.rawValue, target: target, hosts: head.headers["host"],
      origins: head.headers["origin"], cookies: head.headers["cookie"],
      authorizations: head.headers["authorization"])
  }
}
