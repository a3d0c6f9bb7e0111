/// What a frame said of the panel's contacts, in lists that are kept from frame to frame.
///
/// A frame that says no more than where contacts are has ``moved``; any other frame has ``changed`` and ``landed``,
/// with its moves among the changes. Both may have hovers.
struct FrameReport: ~Copyable {
  /// The slots whose contacts moved, in ascending order, where the frame said no more than that.
  var moved = Slab<Int32>()
  /// What became of contacts otherwise, in ascending order of slots; contacts that were stuck come last.
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
