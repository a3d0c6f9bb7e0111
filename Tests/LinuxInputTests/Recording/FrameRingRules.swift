import FakePanels
import Glibc
import TestTables

@testable import LinuxInput

/// A ring of frames: what goes in comes out, the oldest goes first, and its size is what it was.
@Suite("Frame ring") struct FrameRingRules {
  private static let size = 1 << 20

  /// A panel that is used at random.
  private final class Fingers {
    private(set) var state = RecordedState(.slots(count: 10))
    private(set) var frames: [[RawEvent]] = []
    private var random: SplitMix
    private var time = Timestamp(microseconds: 1_000_000)

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    func begin(in ring: FrameRing, isDark: Bool = false) -> FrameRing.Track? {
      let head = EvemuWriter(.panel(), .slots(count: 10)).head()
      return ring.begin(
        head + RingImage.layoutMark + "lobby\tlobby.yaml\t12345678", slots: 10, isDark: isDark, at: .zero,
        slot: { [unowned self] in state.state.slots[$0] },
        currentSlot: { [unowned self] in state.state.currentSlot })
    }

    /// The next frame, which is the panel's state when it is appended.
    func next() -> [RawEvent] {
      time = time + .milliseconds(1)
      var events: [RawEvent] = []
      for _ in 0...Int(random.next() % 10) {
        events.append(.abs(EventCode.absMTSlot, Int32(random.next() % 10)))
        if random.next() % 8 == 0 {
          events.append(
            .abs(EventCode.absMTTrackingID, random.next() % 2 == 0 ? -1 : Int32(random.next() % 1000)))
        }
        events.append(.abs(EventCode.absMTPositionX, Int32(random.next() % 4096)))
      }
      let frame = (events + [.report]).map { $0.at(time) }
      for event in frame { state.apply(event) }
      frames.append(frame)
      return frame
    }
  }

  private let ring: FrameRing
  private let fingers = Fingers(seed: 1)

  init() throws { ring = try FrameRing(size: Self.size, keep: .seconds(300)) }

  private func events(_ image: RingImage, from start: Timestamp = .zero) throws -> [RawEvent] {
    var text = ""
    image.write(try #require(image.panels.first), from: start) { text += $0 }
    return try Recording(parsing: Array(text.utf8), file: "ring").devices.first?.events ?? []
  }

  @Test(
    "The last frames come out as they went in, after the oldest have gone",
    arguments: 0..<(Build.isOptimised ? 4 : 1) as Range<UInt64>)
  func order(seed: UInt64) throws {
    let fingers = Fingers(seed: seed)
    let track = try #require(fingers.begin(in: ring))
    for _ in 0..<12_000 { fingers.next().withUnsafeBufferPointer(track.append) }
    let image = try RingImage(ring.fileDescriptor, path: "ring")
    #expect(image.size == Self.size)
    let found = try events(image).map { [$0.type, $0.code] }
    let kept = fingers.frames.suffix(3000).flatMap { $0 }.map { [$0.type, $0.code] }
    #expect(found.suffix(kept.count) == kept[...])
    // Two thirds of it at least are kept, and some are not.
    #expect(found.count * 8 > Self.size * 2 / 3)
    #expect(found.count < fingers.frames.reduce(0) { $0 + $1.count })
    var status = stat()
    #expect(fstat(ring.fileDescriptor, &status) == 0 && Int(status.st_size) == Self.size)
    #expect(Int(status.st_blocks) * 512 == Self.size)
    #expect(image.panels.first?.layout == ["lobby", "lobby.yaml", "12345678"])
  }

  @Test("Frames wait for no page of memory that was prepared")
  func pages() throws {
    let track = try #require(fingers.begin(in: ring))
    let former = try RingImage(ring.fileDescriptor, path: "ring").last.sequence
    // Of this thread: RUSAGE_THREAD, which Glibc does not show.
    var (before, after, faults) = (rusage(), rusage(), 0)
    for _ in 0..<700 {
      ring.prepare()
      let frame = fingers.next()
      getrusage(1, &before)
      frame.withUnsafeBufferPointer(track.append)
      getrusage(1, &after)
      faults += after.ru_minflt - before.ru_minflt
    }
    let last = try RingImage(ring.fileDescriptor, path: "ring").last
    #expect(last.sequence == former && last.length > 60_000)
    #expect(faults <= 1)
  }

  @Test("A recording begins with a whole frame, also where a segment began within one")
  func halves() throws {
    struct Enough: Error {}
    let track = try #require(fingers.begin(in: ring))
    for count in 1...14_000 {
      let frame = fingers.next()
      frame.dropLast(2).withUnsafeBufferPointer(track.append)
      frame.suffix(2).withUnsafeBufferPointer(track.append)
      guard count > 8000, count % 1000 == 0 else { continue }
      let image = try RingImage(ring.fileDescriptor, path: "ring")
      var pieces: [String] = []
      try? image.write(image.panels[0], from: .zero) { piece in
        pieces.append(piece)
        // The head, the values before, and the first frame.
        if pieces.count == 3 { throw Enough() }
      }
      #expect(pieces.last?.split(separator: "\n").first?.contains("ABS_MT_SLOT") == true)
    }
  }

  @Test("A panel that comes at the end of a segment is in the next one, too")
  func seam() throws {
    var last = try RingImage(ring.fileDescriptor, path: "ring").last
    let former = last.sequence
    while last.sequence == former {
      let track = try #require(fingers.begin(in: ring))
      last = try RingImage(ring.fileDescriptor, path: "ring").last
      track.end(at: .zero)
    }
    #expect(last.length > 0)
  }

  @Test("A panel that stays has its number alone, however many come and go")
  func numbers() throws {
    let lasting = try #require(fingers.begin(in: ring))
    func begin(_ head: String) -> FrameRing.Track? {
      ring.begin(head, slots: 0, isDark: false, at: .zero, slot: { _ in SlotState() }, currentSlot: { 0 })
    }
    for _ in 0..<Int(UInt16.max) { begin("")?.end(at: .zero) }
    let frame = fingers.next()
    frame.withUnsafeBufferPointer(lasting.append)
    let other = try #require(
      begin(EvemuWriter(.singleTouchPanel(), .singleTouch(button: EventCode.btnTouch)).head()))
    fingers.next().withUnsafeBufferPointer(other.append)
    let image = try RingImage(ring.fileDescriptor, path: "ring")
    #expect(image.panels.count == 2)
    #expect(try events(image).suffix(frame.count).map(\.value) == frame.map(\.value))
  }

  @Test("Another process goes on in it, and both are in a recording")
  func adoption() throws {
    let track = try #require(fingers.begin(in: ring, isDark: true))
    for _ in 0..<10 { fingers.next().withUnsafeBufferPointer(track.append) }
    let image = try RingImage(ring.fileDescriptor, path: "ring")
    #expect(!image.wasFinished)
    ring.finish()
    let next = try FrameRing(
      adopting: OwnedDescriptor(adopting: dup(ring.fileDescriptor)), image, keep: .seconds(60))
    #expect(try !RingImage(next.fileDescriptor, path: "ring").wasFinished)
    let second = try #require(fingers.begin(in: next))
    for _ in 0..<10 { fingers.next().withUnsafeBufferPointer(second.append) }
    next.finish()
    let both = try RingImage(next.fileDescriptor, path: "ring")
    #expect(both.wasFinished)
    #expect(both.keep == .seconds(60))
    #expect(both.panels.count == 1)
    let reports = try events(both).count { $0.isReport }
    // Those of both, the values at the beginning, and that of the change.
    #expect((21...22).contains(reports))
    var text = ""
    both.write(both.panels[0], from: .zero) { text += $0 }
    #expect(
      text.split(separator: "\n").filter { $0.hasPrefix("# touchd: screen") }.map { $0.suffix(4) } == [
        "dark", " lit",
      ])
  }

  @Test("A ring that is no ring, or cut off, is an error and no trap")
  func foreign() throws {
    let file = try OwnedDescriptor.memory(Array(repeating: 7, count: Self.size), named: "test")
    #expect(throws: RecordingError.self) { try RingImage(file.rawValue, path: "test") }
    let empty = try OwnedDescriptor.memory([], named: "test")
    #expect(throws: RecordingError.self) { try RingImage(empty.rawValue, path: "test") }
  }

  @Test("Panels whose heads would fill it are not taken in")
  func crowd() throws {
    let tracks = (0..<200).compactMap { _ in fingers.begin(in: ring) }
    #expect((20..<100).contains(tracks.count))
    for _ in 0..<2000 { fingers.next().withUnsafeBufferPointer(tracks[0].append) }
    #expect(try RingImage(ring.fileDescriptor, path: "ring").panels.count == 1)
  }
}
