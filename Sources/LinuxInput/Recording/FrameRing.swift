public import Dispatcher
internal import Glibc
internal import Synchronization

/// The last minutes of all panels' raw frames: a ring of a fixed size, in a file in memory that outlives the process.
///
/// The ring is eight segments that are written in turn, so that the oldest goes as a whole, in constant time. A segment
/// begins with the head and the state of each panel: it can be read without those before it. An entry counts once the
/// length of its segment says so, which is stored last: a process may die between any two stores, and ``RingImage``
/// reads what it left. To append allocates nothing and makes no system call. Not thread-safe.
public final class FrameRing {
  /// Bounds of the size, in bytes. The text of the largest ring is as long as a recording that is read.
  package static let sizes = 1 << 20...32 << 20
  /// One panel's part of the ring, from its arrival to its end.
  public final class Track {
    private let ring: FrameRing
    package let number: UInt16
    fileprivate let text: [UInt8]
    fileprivate let slots: Int
    fileprivate let slot: (Int) -> SlotState
    fileprivate let currentSlot: () -> Int
    fileprivate var isDark: Bool
    /// Whether a frame has begun of which the rest is still to come.
    fileprivate var isWithinFrame = false

    fileprivate init(
      _ head: String, slots: Int, isDark: Bool, number: UInt16, in ring: FrameRing,
      slot: @escaping (Int) -> SlotState, currentSlot: @escaping () -> Int
    ) {
      (self.slots, self.isDark, self.number, self.ring) = (slots, isDark, number, ring)
      (self.slot, self.currentSlot, text) = (slot, currentSlot, Array(head.utf8))
    }

    fileprivate var headLength: Int { RingFormat.headLength(slots: slots) + text.count }

    /// Appends events as they were read. O(events).
    public func append(_ events: UnsafeBufferPointer<RawEvent>) {
      var start = 0
      while start < events.count {
        // As nearly always, all that was read is of one time: the kernel stamps a frame once.
        var end = min(events.count, start &+ RingFormat.eventsPerEntry)
        if !events[start].isAt(events[end &- 1]) {
          end = start &+ 1
          while events[end].isAt(events[start]) { end &+= 1 }
        }
        // Before: a segment that begins with the next event should know.
        isWithinFrame = !events[end &- 1].isReport
        ring.write(UnsafeBufferPointer(rebasing: events[start..<end]), of: number)
        start = end
      }
    }

    /// Appends that events were lost, or the device was asleep, and what is down after that.
    public func append(lossWith state: DeviceState, at time: Timestamp) {
      isWithinFrame = false
      ring.write(.loss, of: number, at: time, length: RingFormat.stateLength(slots: state.slots.count)) {
        RingFormat.store(state.currentSlot, state.slots.count, at: $0) { state.slots[$0] }
      }
    }

    /// Appends that the screen behind the panel went dark, or was lit.
    public func append(isDark: Bool, at time: Timestamp) {
      self.isDark = isDark
      ring.write(isDark ? .dark : .lit, of: number, at: time, length: 0) { _ in }
    }

    /// The panel has gone, or is read by another layout from now on.
    public func end(at time: Timestamp) {
      ring.tracks.removeAll { $0 === self }
      ring.write(.gone, of: number, at: time, length: 0) { _ in }
    }
  }

  /// The file; the ring keeps and closes it.
  public var fileDescriptor: Int32 { file.rawValue }
  private let file: OwnedDescriptor
  /// Its size in bytes.
  public let size: Int
  /// The time that is kept; what is older is in no recording.
  public var keep: Interval { didSet { storeKeep() } }
  private let base: UnsafeMutableRawPointer
  private let segmentSize: Int
  private var segment: UnsafeMutableRawPointer
  private var sequence: UInt64
  /// The bytes of the segment that count.
  private var used = 0
  private var number: UInt16
  private var lastTime = Timestamp.zero
  private var tracks: [Track] = []

  /// A ring in a new file.
  ///
  /// - Throws: ``SystemError``: `EMFILE`, `ENOMEM`, `ENOSPC` where the system has no memory for it.
  public convenience init(size: Int, keep: Interval) throws(SystemError) {
    let file = try OwnedDescriptor.memory([], named: "touchd recorder")
    // Now, and not when a frame is written that finds no memory.
    let code = posix_fallocate(file.rawValue, 0, off_t(size))
    guard code == 0 else { throw SystemError(call: "posix_fallocate", on: "the recorder", code: code) }
    try self.init(file, size: size, keep: keep, after: (0, 0, 0))
  }

  /// Goes on in a file that an earlier process has left.
  ///
  /// - Parameter image: its contents.
  /// - Throws: ``SystemError`` of `mmap`.
  public convenience init(
    adopting file: consuming OwnedDescriptor, _ image: RingImage, keep: Interval
  ) throws(SystemError) {
    try self.init(file, size: image.size, keep: keep, after: image.last)
  }

  private init(
    _ file: consuming OwnedDescriptor, size: Int, keep: Interval,
    after last: (sequence: UInt64, length: Int, number: UInt16)
  ) throws(SystemError) {
    let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
    guard let mapped, mapped != MAP_FAILED else {
      throw SystemError(call: "mmap", on: "the recorder", code: errno)
    }
    self.file = file
    (self.size, self.keep, base, segment) = (size, keep, mapped, mapped)
    segmentSize = RingFormat.segmentSize(of: size)
    (sequence, used, number) = last
    base.storeBytes(of: UInt64(size), toByteOffset: RingFormat.sizeOffset, as: UInt64.self)
    storeKeep()
    base.storeBytes(of: 0, toByteOffset: RingFormat.endOffset, as: UInt64.self)
    base.storeBytes(of: RingFormat.magic, as: UInt64.self)
    segment = place(of: sequence)
    if sequence == 0 || !hasRoom { beginSegment() }
  }

  private func place(of sequence: UInt64) -> UnsafeMutableRawPointer {
    base + RingFormat.offset(ofSegment: Int(sequence % UInt64(RingFormat.segments)), segmentSize)
  }

  /// Whether the segment has room for whatever comes next.
  private var hasRoom: Bool { used &+ RingFormat.reserve <= segmentSize &- RingFormat.segmentHead }

  deinit { munmap(base, size) }

  private func storeKeep() {
    base.storeBytes(of: keep.microseconds, toByteOffset: RingFormat.keepOffset, as: Int64.self)
  }

  /// Takes a panel in.
  ///
  /// - Parameters:
  ///   - head: of its recording, and a line about its layout (``RingImage/layoutMark``).
  ///   - slot: the values of a slot that a reader may know now, after all that was appended.
  /// - Returns: where to append what it sends; `nil` if the heads of all panels would take more than half of a segment.
  public func begin(
    _ head: String, slots: Int, isDark: Bool, at time: Timestamp, slot: @escaping (Int) -> SlotState,
    currentSlot: @escaping () -> Int
  ) -> Track? {
    let track = Track(
      head, slots: slots, isDark: isDark, number: nextNumber, in: self, slot: slot, currentSlot: currentSlot)
    let heads = (tracks + [track]).reduce(0) { $0 + RingFormat.entryLength($1.headLength) }
    guard heads <= segmentSize / 2 else { return nil }
    number = track.number
    lastTime = time
    write(.head, of: track.number, at: time, length: track.headLength) {
      store(track, at: $0)
      // Before the entry counts: a segment that begins then has the panel, too.
      tracks.append(track)
    }
    return track
  }

  /// The next number that no panel has: there are 65,536, and panels that come and go use them up.
  private var nextNumber: UInt16 {
    var next = number &+ 1
    while tracks.contains(where: { $0.number == next }) { next &+= 1 }
    return next
  }

  /// Has the kernel map the memory that comes next, which takes as long as a frame. Call it between frames.
  public func prepare() {
    let next = min(RingFormat.segmentHead &+ used &+ RingFormat.reserve, segmentSize &- 8)
    _ = (segment + next).assumingMemoryBound(to: Atomic<UInt64>.self).pointee.load(ordering: .relaxed)
  }

  /// Notes that the process ends as it should.
  public func finish() { base.storeBytes(of: 1, toByteOffset: RingFormat.endOffset, as: UInt64.self) }

  // MARK: - Entries

  @inline(__always)
  fileprivate func write(_ events: UnsafeBufferPointer<RawEvent>, of number: UInt16) {
    let time = events[0].time
    lastTime = time
    var place = entry(.events, of: number, at: time, length: events.count &* RingFormat.eventSize)
    guard var event = UnsafeRawPointer(events.baseAddress) else { return }
    // Type, code and value are the last eight bytes of an event.
    event += MemoryLayout<RawEvent>.size &- RingFormat.eventSize
    for _ in 0..<events.count {
      place.storeBytes(of: event.load(as: UInt64.self), as: UInt64.self)
      place += RingFormat.eventSize
      event += MemoryLayout<RawEvent>.stride
    }
    publish(events.count &* RingFormat.eventSize)
  }

  fileprivate func write(
    _ kind: RingFormat.Kind, of number: UInt16, at time: Timestamp, length: Int,
    _ store: (UnsafeMutableRawPointer) -> Void
  ) {
    guard RingFormat.entryLength(length) <= segmentSize - RingFormat.segmentHead - RingFormat.reserve else {
      return
    }
    if used + RingFormat.entryLength(length) > segmentSize - RingFormat.segmentHead { beginSegment() }
    store(entry(kind, of: number, at: time, length: length))
    publish(length)
  }

  /// Begins an entry behind those that count.
  ///
  /// - Returns: the place of what it holds.
  @inline(__always)
  private func entry(
    _ kind: RingFormat.Kind, of number: UInt16, at time: Timestamp, length: Int
  ) -> UnsafeMutableRawPointer {
    let place = segment + (RingFormat.segmentHead &+ used)
    let head = UInt64(kind.rawValue) | UInt64(number) << 16 | UInt64(truncatingIfNeeded: length) << 32
    place.storeBytes(of: head, as: UInt64.self)
    place.storeBytes(of: time.microseconds, toByteOffset: 8, as: Int64.self)
    return place + RingFormat.entryHead
  }

  /// Has an entry count. Where the next might have no room, another segment begins.
  @inline(__always)
  private func publish(_ length: Int) {
    used &+= RingFormat.entryLength(length)
    setLength(used)
    if !hasRoom { beginSegment() }
  }

  @inline(__always)
  private func setLength(_ length: Int) {
    (segment + RingFormat.lengthOffset).assumingMemoryBound(to: Atomic<UInt64>.self).pointee
      .store(UInt64(length), ordering: .releasing)
  }

  /// Begins the next segment, which is the oldest, with all that is known of the panels.
  @inline(never)
  private func beginSegment() {
    sequence &+= 1
    (segment, used) = (place(of: sequence), 0)
    setLength(0)
    segment.storeBytes(of: sequence, as: UInt64.self)
    segment.storeBytes(of: sequence ^ RingFormat.magic, toByteOffset: RingFormat.checkOffset, as: UInt64.self)
    for track in tracks {
      let length = track.headLength
      store(track, at: entry(.segmentHead, of: track.number, at: lastTime, length: length))
      used += RingFormat.entryLength(length)
    }
    setLength(used)
  }

  private func store(_ track: Track, at place: UnsafeMutableRawPointer) {
    let flags = (track.isDark ? RingFormat.dark : 0) | (track.isWithinFrame ? RingFormat.withinFrame : 0)
    place.storeBytes(of: flags, as: UInt64.self)
    RingFormat.store(track.currentSlot(), track.slots, at: place + 8, track.slot)
    (place + RingFormat.headLength(slots: track.slots)).copyMemory(
      from: track.text, byteCount: track.text.count)
  }
}

extension RawEvent {
  fileprivate func isAt(_ other: RawEvent) -> Bool {
    (seconds ^ other.seconds) | (microseconds ^ other.microseconds) == 0
  }
}

/// The bytes of a ``FrameRing``: a head of a page, and segments of entries, each with its kind, panel, length and time.
enum RingFormat {
  /// Kinds of entries.
  enum Kind: UInt16 {
    case events = 1
    /// A panel that comes.
    case head
    /// A panel that is there when a segment begins.
    case segmentHead
    case loss, dark, lit, gone
  }

  /// With the version of the format.
  static let magic: UInt64 = 0x0131_6472_6863_756f
  static let segments = 8
  static let (page, sizeOffset, keepOffset, endOffset) = (4096, 8, 16, 24)
  static let (segmentHead, lengthOffset, checkOffset) = (24, 8, 16)
  /// Flags of a panel's head.
  static let (dark, withinFrame): (UInt64, UInt64) = (1, 2)
  static let (entryHead, eventSize, eventsPerEntry) = (16, 8, 512)
  /// Room for the longest entry of events.
  static let reserve = entryHead + eventSize * eventsPerEntry

  static func segmentSize(of size: Int) -> Int { (size - page) / segments & ~7 }

  static func offset(ofSegment index: Int, _ segmentSize: Int) -> Int { page &+ index &* segmentSize }

  /// An entry with what it holds, up to a multiple of eight.
  static func entryLength(_ length: Int) -> Int { entryHead &+ (length &+ 7) & ~7 }

  static func stateLength(slots: Int) -> Int { 8 + slots * MemoryLayout<SlotState>.stride }

  static func headLength(slots: Int) -> Int { 8 + stateLength(slots: slots) }

  static func store(
    _ currentSlot: Int, _ count: Int, at place: UnsafeMutableRawPointer, _ slot: (Int) -> SlotState
  ) {
    place.storeBytes(of: Int32(clamping: currentSlot), as: Int32.self)
    place.storeBytes(of: UInt32(clamping: count), toByteOffset: 4, as: UInt32.self)
    for index in 0..<count {
      place.storeBytes(
        of: slot(index), toByteOffset: 8 + index * MemoryLayout<SlotState>.stride, as: SlotState.self)
    }
  }
}
