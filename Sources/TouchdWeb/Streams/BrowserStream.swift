import Dispatcher
import LinuxInput
internal import NIOCore
internal import NIOHTTP1
import TouchdKit

/// One answer to `/events`: the lines of an events socket as server-sent events, for as long as the browser reads.
///
/// Lines are read when the last ones are written, so a browser that does not read keeps no memory here: touchd has a
/// bound for what waits, and drops moves. One that reads nothing for ``patience`` is closed. Bound to an event loop.
final class BrowserStream {
  /// Time for which nothing may be read. (O)
  private static let patience = TimeAmount.seconds(30)
  /// Interval of writes if there is nothing to say, so that a connection that is gone is found. (O)
  private static let rest = TimeAmount.seconds(15)
  /// Interval of reports of latencies.
  private static let latencyPause = TimeAmount.seconds(1)
  /// Pause before a browser connects again, in milliseconds. (O)
  private static let retry = 1000

  /// Id by which requests name this stream.
  let id = Secret.random()
  private let source: LineSource
  private let channel: any Channel
  private let onLatency: (Interval) -> Void
  /// Takes the lines in the place of the browser, and makes its own; `nil` where they are handed on as they are.
  private var survey: LineSurvey?
  /// The view or window that the layout shows while a panel is calibrated; `nil` for none, and once it is hidden.
  private var shield: String?
  private var upstream: Upstream?
  private var latency = LineLatency()
  private var stall: Scheduled<Void>?
  private var beat: RepeatedTask?
  private var reports: RepeatedTask?
  private var wasQuiet = true
  /// Whether what waits upstream is still to be asked for.
  private var isWaiting = false
  private var isOver = false

  /// Begins to answer.
  ///
  /// - Parameters:
  ///   - query: what is asked for; `nil` if that comes by ``ask(_:)``.
  ///   - calibrates: whether a panel is calibrated, and the browser gets what that asks and finds.
  ///   - onLatency: called with how long each touch took.
  init(
    _ source: LineSource, _ query: StreamQuery?, on channel: any Channel, head: HTTPResponseHead,
    calibrates: Bool, onLatency: @escaping (Interval) -> Void
  ) {
    (self.source, self.channel, self.onLatency) = (source, channel, onLatency)
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    var start = channel.allocator.buffer(capacity: 256)
    start.writeString("retry: \(Self.retry)\n\n")
    send(start)
    say([("kind", .string("stream")), ("stream", .string(id.text))] + source.members)
    if calibrates {
      survey = LineSurvey { [unowned self] in if case .object(let members) = $0 { say(members) } }
    }
    upstream = Upstream(
      source, on: channel.eventLoop, onLines: { [unowned self] in take($0) },
      onEnd: { [unowned self] in lose($0) })
    if let query { _ = upstream?.send(ByteBuffer(string: query.line)) }
    beginTimers()
    // An answer before this one may wait to be read.
    writabilityChanged()
  }

  /// Asks touchd for something; the answer comes as a line.
  ///
  /// - Returns: whether there was room for it.
  func ask(_ request: ByteBuffer) -> Bool { upstream?.send(request) == true }

  /// Has the layout show a hidden view or window until the calibration is over.
  ///
  /// - Returns: `false` if it is not hidden, so that nothing in sight is hidden at the end; if one is shown already; or
  ///   of other streams.
  func show(_ id: String) -> Bool {
    guard !isOver, let survey, !survey.isOver, shield == nil, survey.hidden.contains(id) else { return false }
    shield = id
    request("show", id)
    return true
  }

  /// Result of the calibration of a panel; `nil` before that, and of other streams.
  var calibrationResult: CalibrationResult? { survey?.result }

  /// The browser has read, or does not read any more.
  func writabilityChanged() {
    guard !isOver else { return }
    if channel.isWritable {
      stall?.cancel()
      stall = nil
      if isWaiting { readOn() }
    } else if stall == nil {
      stall = channel.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in self?.drop()
      }
    }
  }

  /// The file of a recording or of its layout has changed: the browser connects again, and gets all of it anew.
  func filesChanged() { if case .recording = source { finish() } }

  /// Ends, when the connection has ended.
  func close() {
    isOver = true
    hideShield()
    upstream?.close()
    stall?.cancel()
    beat?.cancel()
    reports?.cancel()
    (upstream, stall, beat, reports) = (nil, nil, nil, nil)
  }

  // MARK: - Lines

  private func take(_ lines: [ByteBuffer]) {
    guard !isOver else { return }
    if lines.isEmpty {
      isWaiting = true
      if channel.isWritable { readOn() }
      return
    }
    if let survey {
      for line in lines where !survey.isOver {
        if let line = try? JSON(parsing: Array(line.readableBytesView)) { survey.take(line) }
      }
      if survey.isOver { hideShield() }
      return
    }
    let now = MonotonicClock.now
    var text = channel.allocator.buffer(capacity: lines.reduce(0) { $0 + $1.readableBytes + 8 })
    for line in lines {
      if case .daemon = source, let delay = latency.take(line.readableBytesView, at: now) { onLatency(delay) }
      text.write(event: line)
    }
    send(text)
  }

  private func readOn() {
    isWaiting = false
    upstream?.read()
  }

  /// The lines have ended. Of a recording all has come, or nothing will: it is shown until its files change.
  private func lose(_ failure: String?) {
    upstream = nil
    guard !isOver else { return }
    var words = failure
    if case .daemon = source { words = failure ?? "touchd has ended the connection" }
    if let words { say([("kind", .string("problem")), ("message", .string(words))]) }
    if case .daemon = source { finish() }
  }

  /// However the calibration ends, the page below gets its touches again.
  private func hideShield() {
    if let shield { request("hide", shield) }
    shield = nil
  }

  private func request(_ command: String, _ id: String) {
    _ = upstream?.send(ByteBuffer(string: JSON.object([(command, .string(id))]).text + "\n"))
  }

  private func say(_ members: JSON.Members) {
    var text = channel.allocator.buffer(capacity: 256)
    text.write(event: ByteBuffer(string: JSON.object(members).text))
    send(text)
  }

  private func send(_ text: ByteBuffer) {
    wasQuiet = false
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(text)), promise: nil)
  }

  private func finish() {
    guard !isOver else { return }
    close()
    let channel = channel
    channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in channel.close(promise: nil) }
    // The end cannot be written to a browser that reads nothing.
    channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
  }

  private func drop() {
    close()
    channel.close(promise: nil)
  }

  // MARK: - Timers

  private func beginTimers() {
    let own = NIOLoopBound(self, eventLoop: channel.eventLoop)
    beat = channel.eventLoop.scheduleRepeatedTask(initialDelay: Self.rest, delay: Self.rest) { _ in
      own.value.keepAlive()
    }
    guard case .daemon = source else { return }
    reports = channel.eventLoop.scheduleRepeatedTask(
      initialDelay: Self.latencyPause, delay: Self.latencyPause
    ) { _ in own.value.reportLatency() }
  }

  private func keepAlive() {
    if wasQuiet, channel.isWritable { send(ByteBuffer(string: ":\n\n")) }
    wasQuiet = true
  }

  private func reportLatency() {
    guard channel.isWritable, case .object(let members)? = latency.report() else { return }
    say(members)
  }
}

extension ByteBuffer {
  /// Adds a line as an event: touchd's lines have no line feed within.
  fileprivate mutating func write(event line: ByteBuffer) {
    writeStaticString("data: ")
    writeImmutableBuffer(line)
    writeStaticString("\n\n")
  }
}
