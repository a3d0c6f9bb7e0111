import Dispatcher
internal import Glibc
import LinuxInput

/// A client of the events socket, from its connection to its end.
///
///     listening ──► ending ──► gone
///         │ the rest of its lines is sent, ten seconds at most
///         └──────────────────► gone: it has hung up
///
/// It never waits: lines that the kernel has no room for wait in the outbox, which has a bound. It calls nothing: the
/// server has it take its turns, and takes it out once it is gone.
final class EventClient {
  enum Phase: Equatable {
    /// It asks, and is sent the lines that it subscribed to.
    case listening
    /// It is sent what is left, and asks nothing more; `nil` for however long that takes.
    case ending(until: Timestamp?)
    case gone
  }

  /// Time that a client has for the last lines. (O)
  static let patience = Interval.seconds(10)
  /// Time that a client has to ask for something. (O)
  static let silence = Interval.seconds(10)
  /// Time that a client has to read a state: 8 MB take a second of a slow one. (O)
  static let reading = Interval.seconds(30)
  /// The turns in which a client may read at once, and how long it takes for one more. What a program asks at its start
  /// is less; a client that sends nonsense costs the loop no more than a thousandth of its time. (O)
  private static let (burst, interval) = (64, Interval.milliseconds(20))
  /// The same for subscriptions, which are answered with a state. (O)
  private static let (snapshotBurst, snapshotInterval) = (4, Interval.milliseconds(500))
  /// The most bytes that are read in a turn, which ends with a line. (O)
  private static let bytesPerTurn = 1 << 10

  let peer: LocalSocket.Peer
  let place: SocketDoor.Place
  private(set) var phase = Phase.listening
  var subscription = Subscription.none {
    didSet { knownCounters = nil }
  }
  /// A subscription that begins with the next snapshot, and the id of the request. Until then it asks nothing more.
  var wish: (subscription: Subscription, id: JSON?)?
  /// Whether the answer to its last request comes later. Until then, too, it asks nothing more.
  var awaitsAnswer = false
  /// The counters that it was sent since it subscribed.
  private var knownCounters: String?
  private var countersSent: Timestamp?
  var claims: [Claims.Key: Claimant] = [:]
  private let socket: LocalSocket
  private let runLoop: RunLoop
  private let keepsAll: Bool
  private var watch: RunLoop.Watch?
  private var outbox: EventOutbox
  private var requests = RateLimit(burst: burst, every: interval)
  private var snapshots = RateLimit(burst: snapshotBurst, every: snapshotInterval)
  /// The beginning of a request whose end has not come.
  private var input: [UInt8] = []
  /// Time from which it may ask again.
  private var pausedUntil: Timestamp?
  /// Time by which it must have asked for something; `nil` once it has.
  private var silentUntil: Timestamp?
  /// Time by which it must have read the states that wait; `nil` while none does.
  private var readingUntil: Timestamp?
  /// Whether it was closed because it read too slowly.
  private(set) var wasLost = false
  /// Whether its writing end is closed; whether it cannot be read.
  private var (hasEnded, hasFailed) = (false, false)
  /// Whether it is not there any more to read anything. What it had said before is still done.
  private(set) var hasHungUp = false
  private var readiness = Readiness.readable

  /// - Parameters:
  ///   - keepsAll: whether its lines wait without a bound, and it has all the time it takes.
  ///   - onReady: called by the loop when its turn has come: ``takeTurn(_:at:)`` is due then.
  init(
    _ socket: LocalSocket, _ peer: LocalSocket.Peer, at place: SocketDoor.Place, on runLoop: RunLoop,
    keepsAll: Bool, at now: Timestamp, onReady: @escaping (EventClient, Readiness) -> Void
  ) throws(SystemError) {
    (self.socket, self.peer, self.place) = (socket, peer, place)
    (self.runLoop, self.keepsAll) = (runLoop, keepsAll)
    outbox = EventOutbox(limit: keepsAll ? .max : EventOutbox.limit)
    silentUntil = keepsAll ? nil : now + Self.silence
    watch = try runLoop.watch(socket.fileDescriptor) { [weak self] readiness in
      if let self { onReady(self, readiness) }
    }
  }

  deinit { close() }

  /// Closes the connection, with what is left unsent.
  func close() {
    if let watch { runLoop.cancel(watch) }
    (watch, phase) = (nil, .gone)
  }

  var isSending: Bool { phase != .gone && (wish != nil || !outbox.isEmpty) }

  func wants(_ line: TraceLine) -> Bool {
    guard phase == .listening, subscription.admits(line) else { return false }
    // The program that speaks is sent more than others.
    guard line.kind == .explore, !claims.isEmpty, let file = line.layout?.layout.file else { return true }
    return claims[Claims.Key(file: file, name: "")] == nil
  }

  // MARK: - What it is sent

  /// Has a line sent with the next ``flush()``; a client that is too slow loses what waits, and ends.
  func send(_ line: EventLine) {
    guard phase == .listening, !hasHungUp else { return }
    if !outbox.append(line) { lose() }
  }

  /// Has a state sent, a portion in each of its turns.
  func send(_ snapshot: Snapshot, at now: Timestamp) {
    guard phase == .listening, !hasHungUp else { return }
    guard outbox.append(snapshot) else { return lose(at: now) }
    if readingUntil == nil, !keepsAll { readingUntil = now + Self.reading }
  }

  /// Sends counters, unless it has them or was sent some less than a second ago.
  func send(counters: String, _ line: EventLine, at now: Timestamp, every pause: Interval) {
    guard counters != knownCounters, countersSent.map({ $0 + pause <= now }) ?? true else { return }
    (knownCounters, countersSent) = (counters, now)
    send(line)
  }

  /// Has it go, after what waits.
  func end(at now: Timestamp = MonotonicClock.now) {
    guard phase == .listening else { return }
    phase = .ending(until: keepsAll ? nil : now + Self.patience)
    wish = nil
  }

  /// Has it go, since it reads too slowly.
  func lose(at now: Timestamp = MonotonicClock.now) {
    wasLost = true
    outbox.lose(
      EventLine([
        ("kind", "lost"), ("message", "this client reads too slowly: connect again, and subscribe again"),
      ]))
    end(at: now)
  }

  /// Hands the kernel the lines that were added, unless it had no room before: then they come in its turn, as a state
  /// does.
  func flush() {
    guard phase != .gone else { return }
    if !readiness.contains(.writable), !outbox.hasSnapshot { transmit() }
    settle()
  }

  /// Hands the kernel one portion.
  private func transmit() {
    let bytes = outbox.next()
    guard !hasHungUp, !bytes.isEmpty else { return }
    do {
      outbox.sent(try socket.send(bytes))
    } catch {
      hangUp()
    }
  }

  var waitingSnapshots: [Snapshot] { outbox.waitingSnapshots }

  // MARK: - Its turns

  /// Takes a turn: sends one portion, and reads one line, or a part of it.
  ///
  /// - Returns: a request, without its line feed.
  func takeTurn(_ ready: Readiness, at now: Timestamp) -> [UInt8]? {
    if !ready.isDisjoint(with: [.hangup, .error]) { hangUp() }
    if ready.contains(.writable) { transmit() }
    let mayRead = phase == .listening && !hasEnded && !isBeingServed && pausedUntil == nil
    return mayRead && (hasHungUp || ready.contains(.readable)) ? read(at: now) : nil
  }

  private func read(at now: Timestamp) -> [UInt8]? {
    let bytes: [UInt8]
    do {
      guard let found = try socket.receiveLine(atMost: Self.bytesPerTurn) else { return nil }
      bytes = found
    } catch {
      // The first failure says that it left lines unread; what it had said can be read after that.
      (hasEnded, hasFailed) = (hasFailed, true)
      hangUp()
      return nil
    }
    _ = requests.admit(at: now)
    pausedUntil = requests.nextTurn(after: now)
    input += bytes
    hasEnded = bytes.isEmpty
    let isLine = input.last == UInt8(ascii: "\n")
    // A last line may lack its line feed.
    if isLine || hasEnded && !hasHungUp && !input.isEmpty, input.count <= EventRequest.longest {
      defer { input = [] }
      silentUntil = nil
      return isLine ? input.dropLast() : input
    }
    if input.count >= EventRequest.longest {
      send(EventLine.error(nil, "a request is a line of at most \(EventRequest.longest) bytes"))
      input = []
      end(at: now)
    }
    return nil
  }

  /// Whether it has asked for something that is not answered.
  private var isBeingServed: Bool { wish != nil || awaitsAnswer }

  /// It reads no more: what waits for it is of no use.
  private func hangUp() {
    guard !hasHungUp else { return }
    hasHungUp = true
    (wish, awaitsAnswer, readingUntil) = (nil, false, nil)
    outbox = EventOutbox(limit: 0)
  }

  /// Whether it may ask for a state; the last one must be read.
  func mayTakeSnapshot(at now: Timestamp) -> Bool { !outbox.hasSnapshot && snapshots.admit(at: now) != nil }

  /// Time at which ``expire(at:)`` is due; `nil` for never.
  var due: Timestamp? {
    switch phase {
    case .listening: earlier(earlier(pausedUntil, silentUntil), readingUntil)
    case .ending(let end): end
    case .gone: nil
    }
  }

  /// Does what is due by its time: it may go on asking, or has had its time.
  func expire(at now: Timestamp) {
    func isOver(_ end: Timestamp?) -> Bool { end.map { $0 <= now } ?? false }
    if isOver(pausedUntil) { pausedUntil = nil }
    if isOver(readingUntil) { lose(at: now) }
    if isOver(silentUntil) {
      silentUntil = nil
      send(.error(nil, "a client asks for something in its first 10 seconds: connect again"))
      end(at: now)
    }
    if case .ending(let end) = phase, isOver(end) { phase = .gone }
    settle()
  }

  /// Comes to the end that is due, or waits for what comes next.
  private func settle() {
    guard phase != .gone else { return }
    if !outbox.hasSnapshot { readingUntil = nil }
    if isOver {
      if !hasHungUp { socket.discard(atMost: EventRequest.longest) }
      phase = .gone
    }
    guard phase != .gone, let watch else { return }
    var wanted: Readiness = []
    if phase == .listening, pausedUntil == nil, !isBeingServed, !hasEnded { wanted.insert(.readable) }
    if !outbox.isEmpty { wanted.insert(.writable) }
    guard wanted != readiness else { return }
    readiness = wanted
    // The descriptor is open for as long as there is a watch.
    try? runLoop.update(watch, for: wanted)
  }

  private var isOver: Bool {
    switch phase {
    case .listening where hasHungUp: hasEnded || pausedUntil != nil
    case .listening:
      hasEnded && !isBeingServed && subscription.kinds.isEmpty && claims.isEmpty && outbox.isEmpty
    case .ending: hasHungUp || outbox.isEmpty
    case .gone: true
    }
  }
}

extension EventLine {
  /// The answer to a request that was done.
  static func ok(_ id: JSON?, text: String? = nil) -> EventLine {
    EventLine(answer("ok", id) + (text.map { [("text", .string($0))] } ?? []))
  }

  /// The answer to a request that was not.
  static func error(_ id: JSON?, _ message: String, wasTried: Bool = false) -> EventLine {
    EventLine(
      answer("error", id) + [("message", .string(message))] + (wasTried ? [("tried", .bool(true))] : []))
  }

  private static func answer(_ kind: String, _ id: JSON?) -> JSON.Members {
    [("kind", .string(kind))] + (id.map { [("id", $0)] } ?? [])
  }
}

/// Lines still to be sent to a client of the events socket, in order.
///
/// Lines take at most so many bytes. As long as a client keeps up, it gets each; when it falls behind, a line that says
/// where a finger has moved takes the place of the former one of the same kind, and nothing else is left out. A client
/// that is still too slow loses what waits (``lose(_:)``). Snapshots are shared with other clients, and do not count.
struct EventOutbox {
  /// The bytes of lines that may wait. A second or two of ten fingers with all that there is to say of them. (O)
  static let limit = 256 << 10
  /// The snapshots that may wait with lines between them. (O)
  static let snapshotLimit = 4
  /// The bytes that are handed to the kernel at once.
  static let portion = 64 << 10

  private enum Item {
    case line(EventLine)
    /// And the number of the portion that comes next.
    case snapshot(Snapshot, Int)
  }

  /// By their numbers, which only rise; a move that a later one took the place of is not there any more.
  private var items: [Int: Item] = [:]
  /// The number of the first item, and that of the next.
  private var (first, end) = (0, 0)
  /// The bytes of the lines among the items.
  private var waiting = 0
  private var snapshots = 0
  /// The number of the latest move of its kind.
  private var moves: [TraceLine.Move: Int] = [:]
  /// Bytes taken for sending, and the part that is sent.
  private var taken: [UInt8] = []
  private var sentCount = 0
  /// Whether the kernel had no room for all that was to be sent.
  private var isBehind = false

  var isEmpty: Bool { sentCount == taken.count && items.isEmpty }

  /// Whether a snapshot is not taken to its end.
  var hasSnapshot: Bool { snapshots > 0 }

  /// Those that are not taken to their end. O(items).
  var waitingSnapshots: [Snapshot] {
    guard hasSnapshot else { return [] }
    return items.values.compactMap { item in
      if case .snapshot(let snapshot, _) = item { snapshot } else { nil }
    }
  }

  /// The bytes of lines that may wait.
  private let limit: Int

  init(limit: Int = limit) { self.limit = limit }

  /// Adds a line.
  ///
  /// - Returns: whether there was room.
  mutating func append(_ line: EventLine) -> Bool {
    // The usual case: everything before was sent, so this is sent with the next write, whatever comes after it.
    if items.isEmpty, !isBehind, taken.count < Self.portion {
      if sentCount == taken.count { clear() }
      taken += line.bytes
      return true
    }
    if isBehind, let move = line.move, let former = moves[move] { remove(former) }
    guard waiting + line.bytes.count <= limit else { return false }
    if let move = line.move { moves[move] = end }
    waiting += line.bytes.count
    add(.line(line))
    return true
  }

  /// Adds a snapshot; a state takes the place of one just before it that is not begun.
  ///
  /// - Returns: whether there was room.
  mutating func append(_ snapshot: Snapshot) -> Bool {
    if !snapshot.isAnswer, case .snapshot(let former, 0)? = items[end - 1], !former.isAnswer {
      remove(end - 1)
    }
    guard snapshots < Self.snapshotLimit else { return false }
    snapshots += 1
    add(.snapshot(snapshot, 0))
    return true
  }

  /// The bytes to be sent next, with one portion of a snapshot at most; empty if there are none. Send them, and say how
  /// many of them were sent.
  mutating func next() -> ArraySlice<UInt8> {
    if sentCount == taken.count { take() }
    return taken[sentCount...]
  }

  /// Takes in how many of the bytes of ``next()`` were sent.
  mutating func sent(_ count: Int) {
    sentCount += count
    isBehind = sentCount < taken.count
  }

  /// Leaves out everything that waits but the rest of a line that is sent in part, and has a last line follow. Of an
  /// answer that is begun, the rest is left out as well, and nothing follows.
  mutating func lose(_ last: EventLine) {
    if case .snapshot(let begun, 1...)? = items[first], begun.isAnswer {
      self = EventOutbox(limit: limit)
      return
    }
    let feed = UInt8(ascii: "\n")
    let isWithinLine = sentCount > 0 && sentCount < taken.count && taken[sentCount - 1] != feed
    let rest = isWithinLine ? taken[sentCount...].prefix { $0 != feed } + [feed] : []
    self = EventOutbox(limit: limit)
    taken = Array(rest) + last.bytes
  }

  private mutating func add(_ item: Item) {
    items[end] = item
    end += 1
  }

  @discardableResult private mutating func remove(_ number: Int) -> Item? {
    guard let item = items.removeValue(forKey: number) else { return nil }
    switch item {
    case .line(let line):
      waiting -= line.bytes.count
      if let move = line.move, moves[move] == number { moves[move] = nil }
    case .snapshot: snapshots -= 1
    }
    return item
  }

  private mutating func clear() {
    taken.removeAll(keepingCapacity: taken.capacity <= 2 * Self.portion)
    sentCount = 0
  }

  private mutating func take() {
    clear()
    while taken.count < Self.portion, first < end {
      switch items[first] {
      case nil: first += 1
      case .line(let line)?:
        taken += line.bytes
        remove(first)
        first += 1
      case .snapshot(let snapshot, let number)?:
        guard let portion = snapshot.portion(number) else {
          remove(first)
          first += 1
          continue
        }
        taken += portion
        items[first] = .snapshot(snapshot, number + 1)
        return
      }
    }
  }
}
