public import Dispatcher
internal import Glibc

/// The contents of a ``FrameRing`` at a moment, of this process or another one: recordings can be cut out of it.
///
/// Nothing in it is trusted. Segments and entries that make no sense are left out, and so is a segment that was written
/// anew while it was read.
public struct RingImage: Sendable {
  private struct Segment {
    let sequence: UInt64
    let bytes: [UInt8]
  }

  /// The size of the ring in bytes.
  public let size: Int
  /// The time that is kept; what is older is in no recording.
  public let keep: Interval
  /// Whether the process that wrote it ended as it should.
  public let wasFinished: Bool
  /// Panels in the order of their first entries.
  public private(set) var panels: [Panel] = []
  /// Time of the last entry.
  public private(set) var end = Timestamp.zero
  private let segments: [Segment]
  private var lastNumber: UInt16 = 0

  /// A panel, which may have come and gone several times.
  public struct Panel: Sendable {
    /// Head of its recording, which tells it from others.
    fileprivate let head: String
    fileprivate let writer: EvemuWriter
    fileprivate let touchProtocol: TouchProtocol
    /// Numbers of its tracks.
    package fileprivate(set) var numbers: Set<UInt16> = []
    /// The latest layout that read it: its name, its file, and the digest of that.
    public fileprivate(set) var layout: [String] = []
    /// Time of its last events.
    public fileprivate(set) var last = Timestamp.zero
    /// Whether it is a pen, which comes beside a panel.
    public let isPen: Bool

    fileprivate init?(_ head: String) {
      guard let device = try? Recording(parsing: Array(head.utf8), file: "recorder").devices.first,
        let description = device.description,
        let touchProtocol = try? TouchProtocol(of: description, forced: true)
      else { return nil }
      (self.head, self.touchProtocol) = (head, touchProtocol)
      writer = EvemuWriter(description, touchProtocol, properties: device.properties)
      isPen = description.hasPenKeys && touchProtocol.isSingleTouch
    }
  }

  /// Beginning of a comment line with a layout that reads the panel: its name, its file, and the digest of that, with
  /// tabs between. Other readers of evemu text skip it.
  public static let layoutMark = "# touchd: layout "

  /// Reads a ring's file.
  ///
  /// - Throws: ``SystemError`` if it cannot be read; ``RecordingError`` if it is no ring of this version of touchd.
  public init(contentsOf path: String) throws {
    let file = try OwnedDescriptor(opening: path, O_RDONLY)
    try self.init(file.rawValue, path: path)
  }

  /// Reads a ring's file that is open.
  ///
  /// - Throws: as ``init(contentsOf:)``.
  public init(_ descriptor: Int32, path: String) throws {
    var status = stat()
    try systemCall("fstat", on: path) { fstat(descriptor, &status) }
    let head = try Self.read(descriptor, RingFormat.page, at: 0, path)
    let size: UInt64 = head.number(at: RingFormat.sizeOffset) ?? 0
    guard head.number(at: 0) == RingFormat.magic, Int(clamping: size) == status.st_size,
      FrameRing.sizes.contains(Int(clamping: size))
    else {
      throw RecordingError(
        file: path, line: 1, message: "this is no recorder's memory of this version of touchd")
    }
    self.size = Int(clamping: size)
    keep = Interval(microseconds: min(max(head.number(at: RingFormat.keepOffset) ?? 0, 0), Self.longestKeep))
    wasFinished = head.number(at: RingFormat.endOffset) == UInt64(1)
    let segmentSize = RingFormat.segmentSize(of: self.size)
    segments = try (0..<RingFormat.segments).compactMap { index in
      try Self.segment(descriptor, at: RingFormat.offset(ofSegment: index, segmentSize), segmentSize, path)
    }.sorted { $0.sequence < $1.sequence }
    survey()
  }

  /// A day, in microseconds.
  private static let longestKeep: Int64 = 86_400_000_000

  private static func segment(
    _ descriptor: Int32, at offset: Int, _ size: Int, _ path: String
  ) throws(SystemError) -> Segment? {
    let head = try read(descriptor, RingFormat.segmentHead, at: offset, path)
    guard let sequence: UInt64 = head.number(at: 0),
      let length: UInt64 = head.number(at: RingFormat.lengthOffset),
      sequence > 0, head.number(at: RingFormat.checkOffset) == sequence ^ RingFormat.magic,
      length <= UInt64(size - RingFormat.segmentHead), length % 8 == 0
    else { return nil }
    let bytes = try read(descriptor, Int(length), at: offset + RingFormat.segmentHead, path)
    // Its turn may have come meanwhile.
    let again: UInt64? = try read(descriptor, RingFormat.segmentHead, at: offset, path).number(at: 0)
    return again == sequence && bytes.count == Int(length) ? Segment(sequence: sequence, bytes: bytes) : nil
  }

  private static func read(
    _ descriptor: Int32, _ count: Int, at offset: Int, _ path: String
  ) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let done = try systemCall("pread", on: path) { pread(descriptor, &bytes, count, off_t(offset)) }
    return Array(bytes.prefix(done))
  }

  /// The number of the last segment and its length, and the number of the last track.
  var last: (sequence: UInt64, length: Int, number: UInt16) {
    (segments.last?.sequence ?? 0, segments.last?.bytes.count ?? 0, lastNumber)
  }

  // MARK: - Entries

  private struct Entry {
    let kind: RingFormat.Kind
    let number: UInt16
    let time: Timestamp
    let body: ArraySlice<UInt8>
  }

  /// Calls the body with each entry, and whether something is missing before it.
  private func forEach(_ body: (Entry, _ isAfterGap: Bool) throws -> Void) rethrows {
    var former: UInt64?
    for segment in segments {
      var isAfterGap = former.map { $0 &+ 1 != segment.sequence } ?? true
      former = segment.sequence
      var rest = segment.bytes[...]
      while let entry = Self.takeEntry(from: &rest) {
        try body(entry, isAfterGap)
        if entry.kind != .segmentHead { isAfterGap = false }
      }
    }
  }

  private static func takeEntry(from bytes: inout ArraySlice<UInt8>) -> Entry? {
    guard let head: UInt64 = bytes.number(at: 0), let time: Int64 = bytes.number(at: 8),
      let kind = RingFormat.Kind(rawValue: UInt16(truncatingIfNeeded: head))
    else { return nil }
    let length = Int(head >> 32)
    guard bytes.count >= RingFormat.entryLength(length) else { return nil }
    defer { bytes = bytes.dropFirst(RingFormat.entryLength(length)) }
    return Entry(
      kind: kind, number: UInt16(truncatingIfNeeded: head >> 16), time: Timestamp(microseconds: time),
      body: bytes.dropFirst(RingFormat.entryHead).prefix(length))
  }

  /// Finds out which panels there are.
  private mutating func survey() {
    var (panels, end, last) = ([Panel](), end, lastNumber)
    var owners: [UInt16: Int] = [:]
    forEach { entry, _ in
      if let head = Head(entry) {
        last = max(last, entry.number)
        let place = panels.firstIndex { $0.head == head.text } ?? panels.count
        if place == panels.count {
          guard place < Self.mostPanels, let panel = Panel(head.text) else { return }
          panels.append(panel)
        }
        panels[place].numbers.insert(entry.number)
        panels[place].layout = head.layout.dropFirst(Self.layoutMark.count).dropLast()
          .split(separator: "\t").map { String($0) }
        owners[entry.number] = place
      }
      guard let place = owners[entry.number] else { return }
      if entry.kind == .events { panels[place].last = max(panels[place].last, entry.time) }
      end = max(end, entry.time)
    }
    (self.panels, self.end, lastNumber) = (panels, end, last)
  }

  /// As many as touchd follows, some times over. (O)
  private static let mostPanels = 128

  /// Entry about a panel.
  private struct Head {
    let flags: UInt64
    let state: DeviceState
    /// Head of a recording.
    let text: String
    /// The line about its layout.
    let layout: String

    init?(_ entry: Entry) {
      guard entry.kind == .head || entry.kind == .segmentHead, let flags: UInt64 = entry.body.number(at: 0),
        let (state, length) = RingImage.state(entry.body.dropFirst(8))
      else { return nil }
      (self.flags, self.state) = (flags, state)
      let lines = String(decoding: entry.body.dropFirst(8 + length), as: UTF8.self).split(separator: "\n")
      text = lines.filter { !$0.hasPrefix(RingImage.layoutMark) }.map { $0 + "\n" }.joined()
      layout = lines.last { $0.hasPrefix(RingImage.layoutMark) }.map { $0 + "\n" } ?? ""
    }
  }

  private static func state(_ body: ArraySlice<UInt8>) -> (state: DeviceState, length: Int)? {
    guard let current: Int32 = body.number(at: 0), let count: UInt32 = body.number(at: 4), count <= 256 else {
      return nil
    }
    let length = RingFormat.stateLength(slots: Int(count))
    guard body.count >= length else { return nil }
    let slots = (0..<Int(count)).compactMap { index -> SlotState? in
      body.number(at: 8 + index * MemoryLayout<SlotState>.stride)
    }
    return (DeviceState(slots: slots, currentSlot: Int(current)), length)
  }

  // MARK: - Recordings

  /// Writes a recording of a panel as evemu text, from the first frame of a time on.
  ///
  /// Contacts that were down before it are not in it, as they are muted on a panel that is just opened.
  ///
  /// - Parameters:
  ///   - notes: comments for its head.
  ///   - output: receives the text, piece by piece.
  public func write(
    _ panel: Panel, from start: Timestamp, notes: [String] = [], to output: (String) throws -> Void
  ) rethrows {
    var cut: Cut?
    try forEach { entry, isAfterGap in
      guard panel.numbers.contains(entry.number) else { return }
      if let head = Head(entry) {
        if cut == nil { cut = Cut(panel, from: start, notes: notes) }
        try cut?.take(head, isNew: entry.kind == .head || isAfterGap, at: entry.time, output)
      } else {
        try cut?.take(entry.kind, entry.body, at: entry.time, output)
      }
    }
  }

  /// A recording that is being cut out.
  private struct Cut {
    private let start: Timestamp
    private let notes: [String]
    private let touchProtocol: TouchProtocol
    private var writer: EvemuWriter
    private var known: RecordedState
    private var layout = ""
    private var isDark = false
    private var hasBegun = false
    /// Events of the frame that is not complete.
    private var frame: [RawEvent] = []
    /// Whether the rest of a frame comes whose beginning is not there.
    private var isPassingOver = false

    init(_ panel: Panel, from start: Timestamp, notes: [String]) {
      (self.start, self.notes, touchProtocol) = (start, notes, panel.touchProtocol)
      (writer, known) = (panel.writer, RecordedState(panel.touchProtocol))
    }

    /// The panel has come, or a segment begins.
    mutating func take(_ head: Head, isNew: Bool, at time: Timestamp, _ output: (String) throws -> Void)
      rethrows
    {
      if !isNew, hasBegun { return }
      (frame, isPassingOver) = ([], head.flags & RingFormat.withinFrame != 0)
      let isDark = head.flags & RingFormat.dark != 0
      known = RecordedState(touchProtocol, head.state)
      if hasBegun {
        // Contacts that are down already stay muted until they lift; the recording knows nothing of them.
        var state = head.state
        state.release()
        try output(writer.dropFrame(state, at: time))
        if head.layout != layout { try output(head.layout) }
        if isDark != self.isDark { try output(writer.line(screenIsDark: isDark, at: time)) }
      }
      (layout, self.isDark) = (head.layout, isDark)
    }

    mutating func take(
      _ kind: RingFormat.Kind, _ body: ArraySlice<UInt8>, at time: Timestamp,
      _ output: (String) throws -> Void
    ) rethrows {
      switch kind {
      case .events:
        for place in stride(from: 0, to: body.count, by: RingFormat.eventSize) {
          guard let bits: UInt64 = body.number(at: place) else { break }
          let event = RawEvent(
            time: time, type: UInt16(truncatingIfNeeded: bits), code: UInt16(truncatingIfNeeded: bits >> 16),
            value: Int32(truncatingIfNeeded: bits >> 32))
          if frame.count < FrameAssembler.longestFrame { frame.append(event) }
          guard event.isReport else { continue }
          if !isPassingOver { try takeFrame(at: time, output) }
          frame.removeAll(keepingCapacity: true)
          isPassingOver = false
        }
      case .dark, .lit:
        isDark = kind == .dark
        if hasBegun { try output(writer.line(screenIsDark: isDark, at: time)) }
      case .loss:
        (frame, isPassingOver) = ([], false)
        guard let (state, _) = RingImage.state(body) else { return }
        try beginIfDue(at: time, output)
        known = RecordedState(touchProtocol, state)
        if hasBegun { try output(writer.dropFrame(state, at: time)) }
      case .gone:
        (frame, isPassingOver) = ([], false)
        if hasBegun { try output(writer.dropFrame(DeviceState(slots: []), at: time)) }
      case .head, .segmentHead: break
      }
    }

    private mutating func takeFrame(at time: Timestamp, _ output: (String) throws -> Void) rethrows {
      // Packets list what is down: a recording begins where nothing is.
      let isMidway =
        touchProtocol == .packets
        && frame.contains { $0.code == EventCode.absMTPositionX && $0.type == EventType.abs }
      if !isMidway { try beginIfDue(at: time, output) }
      for event in frame { known.apply(event) }
      if hasBegun { try output(writer.frame(frame)) }
    }

    private mutating func beginIfDue(at time: Timestamp, _ output: (String) throws -> Void) rethrows {
      guard !hasBegun, time >= start else { return }
      hasBegun = true
      let lines = notes.map { "# touchd: \($0)\n" }.joined() + layout
      try output(writer.head() + lines)
      try output(writer.initialFrame(known.state, at: time))
      if isDark { try output(writer.line(screenIsDark: true, at: time)) }
    }
  }
}

extension Collection<UInt8> where Index == Int {
  /// The number whose bytes are at an offset; `nil` beyond the end.
  fileprivate func number<Number: BitwiseCopyable>(at offset: Int) -> Number? {
    let size = MemoryLayout<Number>.size
    guard offset >= 0, count >= offset + size else { return nil }
    let bytes = self.dropFirst(offset).prefix(size)
    return bytes.withContiguousStorageIfAvailable {
      UnsafeRawBufferPointer($0).loadUnaligned(as: Number.self)
    }
  }
}
