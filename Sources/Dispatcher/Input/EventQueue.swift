/// The application's one first-in-first-out queue: frames of touch samples between the devices and the touches.
///
/// Bounded. Whoever fills it asks ``hasRoom(for:)`` first and stops reading when there is none: the kernel's buffer
/// is the next bound, and a loss there shows as a SYN_DROPPED. Storage is kept, so a steady stream allocates nothing.
public final class EventQueue {
  /// One frame in the queue; its samples stand at `samples` of the queue's storage.
  struct Frame {
    let time: Timestamp
    var samples: Range<Int>
  }

  /// 4,096 samples are 400 frames of a ten-finger panel, or a whole resync of the largest panel eight times over.
  static let sampleLimit = 4096

  @exclusivity(unchecked) private(set) var samples: ContiguousArray<TouchSample> = []
  @exclusivity(unchecked) private var frames: ContiguousArray<Frame> = []
  @exclusivity(unchecked) private var head = 0
  @exclusivity(unchecked) private var lastContact = 0
  /// What went through since the start.
  @exclusivity(unchecked) private(set) var tally = Tally()

  /// How many contacts went through, by what became of them.
  struct Tally {
    var began = 0
    var ended = 0
    var cancelled = 0
  }

  public init() {
    samples.reserveCapacity(Self.sampleLimit)
    frames.reserveCapacity(Self.sampleLimit)
  }

  /// Whether a frame of that many samples, and its landings, can still be appended.
  func hasRoom(for count: Int) -> Bool { samples.count + 2 * count <= Self.sampleLimit }

  /// The id of a contact that has just begun; never used again.
  func makeContact() -> ContactID {
    lastContact += 1
    return lastContact
  }

  func beginFrame(at time: Timestamp) {
    frames.append(Frame(time: time, samples: samples.count..<samples.count))
  }

  func append(_ sample: TouchSample) {
    samples.append(sample)
    switch sample.phase {
    case .began: tally.began += 1
    case .ended: tally.ended += 1
    case .cancelled: tally.cancelled += 1
    case .moved, .stationary: break
    }
  }

  /// Completes the frame; one without samples is none.
  func endFrame() {
    let last = frames.count - 1
    frames[last].samples = frames[last].samples.lowerBound..<samples.count
    if frames[last].samples.isEmpty { frames.removeLast() }
  }

  /// The oldest frame, or `nil` when none waits.
  var oldest: Frame? { head < frames.count ? frames[head] : nil }

  /// Lets the oldest frame go.
  func removeOldest() {
    head += 1
    guard head >= frames.count else { return }
    head = 0
    frames.removeAll(keepingCapacity: true)
    samples.removeAll(keepingCapacity: true)
  }
}
