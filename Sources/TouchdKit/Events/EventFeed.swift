import Dispatcher
import LinuxInput

/// Observes an application and makes lines of what it reports, for as long as a client wants any; it changes no
/// delivery.
final class EventFeed: TraceObserver {
  /// The kinds that an application reports itself.
  private static let observed: Set<LineKind> = [
    .event, .touch, .moves, .gesture, .failed, .deliver, .forward, .hit, .screen, .explore, .pointer, .change,
  ]
  private static let ways = LineKind.Bits([.deliver, .forward, .screen])
  /// Twice as many as a panel has slots. (O)
  private static let mostEnded = 512

  let target: LiveLayout
  private let origin: () -> Timestamp
  private let take: (TraceLine) -> Void
  /// Gets all records as well, and shows raw frames itself; `nil` where there is none.
  private let trace: TraceWriter?
  private var kinds = LineKind.Bits()
  /// Whether a client wants to know of moves, and whether one wants a line for each.
  private var (hearsMoves, hearsEach) = (false, false)
  private var frames: FrameRedaction?
  /// The pipeline that is observed, and reports frames.
  private weak var observed: Pipeline?
  /// Whether frames are wanted, and begin when no finger is down.
  private(set) var awaitsFrames = false
  /// The hit views of the contacts that are down, and of some that ended: of these, the page may still be sent
  /// something.
  private var views: [ContactID: String] = [:]
  private var ended: [ContactID] = []
  /// The moves of a frame, and its time. Their lines are made when something else is reported, or the frame was
  /// delivered, so that no touch waits for them.
  private var moves: [(touch: Touch, sample: TouchSample, isSensitive: Bool)] = []
  private var movesTime = Timestamp.zero
  /// The moves among them that have their lines of kind `touch`.
  private var postedCount = 0

  /// - Parameters:
  ///   - trace: what observes as well.
  ///   - origin: what the times of lines count from.
  ///   - take: takes each line, in order.
  init(
    _ target: LiveLayout, beside trace: TraceWriter?, since origin: @escaping () -> Timestamp,
    _ take: @escaping (TraceLine) -> Void
  ) {
    (self.target, self.trace, self.origin, self.take) = (target, trace, origin, take)
  }

  deinit {
    // This one is not found any more as the observer.
    if let application = observed?.application, application.observer == nil { application.observer = trace }
    if frames != nil { observed?.rawFrameObserver = nil }
  }

  /// Whether the layout has another tree than the one that is observed: in millimetres, it gets one for each panel.
  var hasNewTree: Bool { observed !== target.pipeline }

  /// Observes what clients want, and nothing else. Called between two frames.
  func observe(_ subscriptions: [Subscription]) {
    guard let pipeline = target.pipeline else { return }
    let kinds = subscriptions.reduce(into: Set<LineKind>()) { $0.formUnion($1.kinds) }
    self.kinds = LineKind.Bits(kinds)
    hearsMoves = kinds.contains(.touch) || kinds.contains(.moves)
    hearsEach = subscriptions.contains(where: \.hearsEachMove)
    let isWanted = !kinds.isDisjoint(with: Self.observed)
    if isWanted != (pipeline.application.observer === self) {
      if isWanted { begin(with: pipeline.application) }
      pipeline.application.observer = isWanted ? self : trace
    }
    pipeline.application.tracesHitTests = kinds.contains(.hit) || trace?.shows(.hit) == true
    if trace == nil { observeFrames(of: pipeline, isWanted: kinds.contains(.frame)) }
    observed = pipeline
  }

  /// Learns what is down already.
  private func begin(with application: Application) {
    views = [:]
    for touch in application.touchesDown { views[touch.contactID] = touch.shownView()?.identifier }
  }

  /// Begins to observe frames when no finger is down, since it is not known whether a contact that is down may be
  /// shown.
  private func observeFrames(of pipeline: Pipeline, isWanted: Bool) {
    if observed !== pipeline { frames = nil }
    awaitsFrames = isWanted && frames == nil && !pipeline.isIdle
    if isWanted, frames == nil, pipeline.isIdle {
      let frames = FrameRedaction { [unowned self] panel, frame in
        postMoves()
        post(.frame(frame, of: panel))
      }
      frames.watch(pipeline)
      self.frames = frames
    } else if !isWanted, frames != nil {
      pipeline.rawFrameObserver = nil
      pipeline.onStateRead = { _ in }
      frames = nil
    }
  }

  // MARK: - What the application reports

  var keepsFramesApart: Bool { trace != nil }
  var followsMoves: Bool { trace != nil || kinds.overlaps(Self.ways) }
  var leavesProcess: Bool { true }

  func record(_ record: TraceRecord, at time: Timestamp) {
    trace?.record(record, at: time)
    if case .touch(let sample, let touch) = record { return report(sample, touch, at: time) }
    postMoves()
    guard kinds.contains(LineKind(of: record)), let record = record.shown else { return }
    var line = TraceLine(record, since: origin(), at: time)
    if case .screen(let report) = record { line.view = views[report.contact] }
    post(line)
  }

  func recordMove(of touch: Touch, at time: Timestamp) {
    trace?.recordMove(of: touch, at: time)
    if time != movesTime { postMoves() }
    guard hearsMoves else { return }
    movesTime = time
    moves.append((touch, touch.sample, touch.isSensitive))
  }

  /// A touch began or ended.
  private func report(_ sample: TouchSample, _ touch: Touch, at time: Timestamp) {
    if time != movesTime { postMoves() }
    note(sample, touch)
    guard kinds.contains(.touch) else { return }
    postTouches()
    post(TraceLine(touch, sample, sample.phase, touch.shownLocation, at: time))
  }

  private func note(_ sample: TouchSample, _ touch: Touch) {
    views[sample.contact] = touch.shownView()?.identifier
    guard sample.phase == .ended || sample.phase == .cancelled else { return }
    ended.append(sample.contact)
    guard ended.count > Self.mostEnded else { return }
    for contact in ended.dropLast(Self.mostEnded / 2) { views[contact] = nil }
    ended = Array(ended.suffix(Self.mostEnded / 2))
  }

  /// Posts the moves of the last frame, if it has not yet: before what comes of them.
  func postMoves() {
    guard !moves.isEmpty else { return }
    postTouches()
    if kinds.contains(.moves) {
      let places = moves.filter { !$0.isSensitive }.map { TouchMove($0.touch, $0.sample) }
      if !places.isEmpty { post(TraceLine(places, at: movesTime)) }
    }
    moves.removeAll(keepingCapacity: true)
    postedCount = 0
  }

  /// Posts the moves that have no line of their own yet, where clients want these.
  private func postTouches() {
    for move in moves[postedCount...] where hearsEach {
      let location = move.isSensitive ? nil : move.touch.location(of: move.sample)
      var line = TraceLine(move.touch, move.sample, .moved, location, at: movesTime)
      line.move = .touch(move.sample.contact)
      post(line)
    }
    postedCount = moves.count
  }

  private func post(_ line: TraceLine) { take(line.of(target)) }
}

/// Source of the touches that clients of the events socket hear: a session on devices, or a replay.
protocol EventsHost: AnyObject {
  var layouts: [LiveLayout] { get }
  /// The touchscreens in use, as lines.
  var deviceLines: [TraceLine] { get }
  /// Counts of everything that went through since the start.
  var counters: Pipeline.Counters { get }
  /// Origin of the times of lines.
  var origin: Timestamp { get }
  /// The time at which what a client asks for happens.
  var now: Timestamp { get }
  /// Gets all lines as well, and shows raw frames itself; `nil` where there is none.
  var trace: TraceWriter? { get }
  func cancelAll(of layout: LiveLayout, at time: Timestamp)
  /// Called after a client has changed something, or asked for what may have a deadline.
  func clientActed()
}

extension LiveSession: EventsHost {
  var origin: Timestamp { .zero }
  var trace: TraceWriter? { nil }
  var now: Timestamp { MonotonicClock.now }

  var deviceLines: [TraceLine] {
    let now = now
    return (touchscreens?.used ?? []).map { $0.addedLine(at: now) }
  }

  func cancelAll(of layout: LiveLayout, at time: Timestamp) {
    for touchscreen in touchscreens?.used ?? [] where touchscreen.layout === layout {
      touchscreen.pipeline.cancelAll(on: touchscreen.panel, at: time)
    }
  }

  func clientActed() { afterDelivery() }
}

/// A line for clients of the events socket, encoded once for all of them, and shared by them.
final class EventLine: Sendable {
  /// With its line feed.
  let bytes: [UInt8]
  /// `nil` for a line that no later one replaces.
  let move: TraceLine.Move?

  /// Size of most lines, in bytes.
  static let usual = 320

  convenience init(_ members: JSON.Members, move: TraceLine.Move? = nil) {
    var buffer: [UInt8] = []
    buffer.reserveCapacity(Self.usual)
    self.init(members, move: move, in: &buffer)
  }

  /// - Parameter buffer: its storage, which the next line takes over once this one is gone.
  // A function of its own, so that Tests/guards/events.py can count its calls.
  @inline(never)
  init(_ members: JSON.Members, move: TraceLine.Move?, in buffer: inout [UInt8]) {
    buffer.removeAll(keepingCapacity: true)
    JSON.write(members, to: &buffer)
    buffer.append(UInt8(ascii: "\n"))
    (bytes, self.move) = (buffer, move)
  }
}

/// Lines that a client of the events socket hears.
struct Subscription: Equatable, Sendable {
  let kinds: Set<LineKind>
  /// The layout that it is about, by a name that a person may mean it by; `nil` for all.
  let layout: String?
  /// The views whose lines it wants, by their ids; lines that are about no view come as well. `nil` for all.
  let views: Set<String>?
  private let bits: LineKind.Bits

  init(kinds: Set<LineKind> = [], layout: String? = nil, views: Set<String>? = nil) {
    (self.kinds, self.layout, self.views) = (kinds, layout, views)
    bits = LineKind.Bits(kinds)
  }

  static let none = Subscription()

  func isAbout(_ layout: Layout) -> Bool { self.layout.map(layout.isCalled) ?? true }

  /// Whether it wants a line for each touch that moves.
  var hearsEachMove: Bool { bits.contains(.touch) && !bits.contains(.moves) }

  /// Whether it wants a line. `moves` takes the place of the lines of touches that move.
  func admits(_ line: TraceLine) -> Bool {
    guard bits.contains(line.kind), !line.isPrivate else { return false }
    if !hearsEachMove, line.kind == .touch, line.move != nil { return false }
    // Asked only where it matters: to get the layout is to copy it.
    if layout != nil, let about = line.layout, !isAbout(about.layout) { return false }
    guard let views, let view = line.view else { return true }
    return views.contains(view)
  }
}
