/// The application's one first-in-first-out queue: frames of touch samples between the devices and the touches.
///
/// Bounded. The caller asks ``hasRoom(for:)`` before it adds a frame, and stops reading when there is no room: the
/// kernel's buffer is the next bound, and a loss there shows as a SYN_DROPPED. Storage is kept, so a steady stream
/// allocates nothing.
public final class EventQueue {
  /// One frame in the queue, and where its samples, of one kind, stand in the queue's storage.
  struct Frame {
    enum Kind { case samples, moves, hovers }

    let time: Timestamp
    let kind: Kind
    let start: Int
    var end: Int
  }

  /// 4,096 samples are 400 frames of a ten-finger panel, or a whole resync of the largest panel eight times over.
  static let sampleLimit = 4096

  /// Each grows to the limit once, should delivery ever lag.
  private(set) var samples = Slab<TouchSample>()
  private(set) var moves = Slab<TouchMove>()
  private(set) var hovers = Slab<HoverSample>()
  private var frames = Slab<Frame>()
  private var head = 0
  private let contacts: ContactIDs
  /// Counts of everything that went through since the start; those of contacts are the queue's own.
  var counters = Pipeline.Counters()

  /// An empty queue.
  ///
  /// - Parameter contacts: where new contacts get their ids; shared by all queues of a program.
  public init(contacts: ContactIDs = ContactIDs()) { self.contacts = contacts }

  /// Whether a frame of that many samples, and its landings, can still be appended.
  @inline(__always)
  func hasRoom(for count: Int) -> Bool {
    samples.count + moves.count + hovers.count + 2 * count <= Self.sampleLimit
  }

  /// The id of a contact that has just begun; never used again.
  func makeContact() -> ContactID { contacts.make() }

  func beginFrame(at time: Timestamp) {
    frames.append(Frame(time: time, kind: .samples, start: samples.count, end: samples.count))
  }

  /// Begins a frame of so many moves.
  @inline(__always)
  func beginMoves(_ count: Int, at time: Timestamp) {
    moves.reserve(moves.count + count)
    frames.append(Frame(time: time, kind: .moves, start: moves.count, end: moves.count + count))
  }

  @inline(__always)
  func append(_ move: TouchMove) { moves.appendReserved(move) }

  /// Begins a frame of what hovers; one without samples is a frame, too: it lets interrupted recognizers act.
  func beginHovers(at time: Timestamp) {
    frames.append(Frame(time: time, kind: .hovers, start: hovers.count, end: hovers.count))
  }

  /// Adds to the frame of what hovers that was begun last.
  func append(_ hover: HoverSample) {
    hovers.append(hover)
    frames[frames.count - 1].end = hovers.count
  }

  func append(_ sample: TouchSample) {
    samples.append(sample)
    count(sample)
  }

  /// Counts what becomes of a contact.
  func count(_ sample: TouchSample) {
    switch sample.phase {
    case .began: counters.touches += 1
    case .ended: counters.ended += 1
    case .cancelled: counters.cancelled += 1
    case .moved, .stationary: break
    }
  }

  /// Completes the frame; one without samples is left out.
  func endFrame() {
    let last = frames.count - 1
    if frames[last].start == samples.count {
      frames.truncate(to: last)
    } else {
      frames[last].end = samples.count
    }
  }

  /// The oldest frame, or `nil` when none waits.
  var oldest: Frame? { head < frames.count ? frames[head] : nil }

  /// A display of 60 Hz shows a frame that long; deliveries that are behind by more than that lag. (O)
  static let lag = Interval.milliseconds(16)

  /// Whether the oldest frame only moves fingers, and the newest is later by more than ``lag``.
  @inline(__always)
  func isLate(_ oldest: Frame) -> Bool {
    oldest.kind == .moves && frames[frames.count &- 1].time - oldest.time > Self.lag
  }

  /// The number of frames from the oldest on that only move fingers, up to a moment. At least the oldest is counted.
  func movesAtHead(upTo time: Timestamp?) -> Int {
    var end = head + 1
    while end < frames.count, frames[end].kind == .moves, time.map({ frames[end].time <= $0 }) ?? true {
      end += 1
    }
    return end - head
  }

  /// The frame after so many others.
  func frame(_ index: Int) -> Frame { frames[head + index] }

  /// Lets the oldest frame go.
  @inline(__always)
  func removeOldest() {
    head += 1
    guard head >= frames.count else { return }
    head = 0
    frames.removeAll()
    samples.removeAll()
    moves.removeAll()
    hovers.removeAll()
  }
}
