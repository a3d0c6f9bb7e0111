/// A frame's report of the panel's contacts, in lists that are kept from frame to frame.
///
/// A frame that says no more than where contacts are has ``moved``; any other frame has ``changed`` and ``landed``,
/// with its moves among the changes. Both may have hovers.
struct FrameReport: ~Copyable {
  /// The slots whose contacts moved, in ascending order, where the frame said no more than that.
  var moved = Slab<Int32>()
  /// Other changes of contacts, in ascending order of slots; contacts that were stuck come last.
  private(set) var changed = Slab<ContactChange>()
  /// Contacts that landed in a slot from which another lifted in the same frame.
  private(set) var landed = Slab<ContactChange>()
  /// The ends of hovers. They come before ``moved`` and ``changed``: a contact that touches down has ended to hover.
  private(set) var hoverEnds = Slab<ContactChange>()
  /// Contacts that hover and have come near, or moved. They come last: a contact that rises has ended to touch.
  private(set) var hovers = Slab<ContactChange>()
  /// Whether it has more than moves, as few frames do.
  private(set) var hasMore = false

  mutating func change(_ change: ContactChange) {
    changed.append(change)
    hasMore = true
  }

  mutating func land(_ change: ContactChange) {
    landed.append(change)
    hasMore = true
  }

  mutating func endHover(_ change: ContactChange) {
    hoverEnds.append(change)
    hasMore = true
  }

  mutating func hover(_ change: ContactChange) {
    hovers.append(change)
    hasMore = true
  }

  @inline(__always)
  mutating func removeAll() {
    moved.removeAll()
    if hasMore { removeMore() }
  }

  @inline(never)
  private mutating func removeMore() {
    changed.removeAll()
    landed.removeAll()
    hoverEnds.removeAll()
    hovers.removeAll()
    hasMore = false
  }
}

/// A change of one contact in one frame, in device units.
@frozen public struct ContactChange: Equatable, Sendable {
  /// The slot of the contact. On a panel without slots, a number that touchd gave it.
  public let slot: Int
  /// `moved` when any value of the contact changed, not its position alone.
  public let phase: TouchPhase
  /// The values of the slot after the frame.
  public let state: SlotState
  /// The properties that events have reported since the contact was first noticed, on the glass or above it.
  public var seen: TouchProperties = []
}

/// The events of a frame that is not complete yet, as it spans several reads.
struct PendingFrame {
  /// The most events of a frame: of 256 slots all axes, four times. The kernel's own buffer holds less.
  private static let limit = 16_384

  /// The events, where raw frames are observed.
  var events: [RawEvent] = []
  /// The number of its events in earlier reads.
  var count = 0

  /// Takes in events without a SYN_REPORT.
  ///
  /// - Returns: whether the frame has room for them; otherwise they count as lost, and so does the frame.
  mutating func wait(with more: UnsafeBufferPointer<RawEvent>.SubSequence, isShown: Bool) -> Bool {
    count &+= more.count
    guard count > Self.limit else {
      if isShown { events.append(contentsOf: more) }
      return true
    }
    count = Self.limit
    events = isShown ? [.drop(at: more.last?.time ?? .zero)] : []
    return false
  }
}
