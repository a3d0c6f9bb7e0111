/// What a frame said of the panel's contacts, in lists that are kept from frame to frame.
struct FrameReport: ~Copyable {
  /// The slots whose contacts moved, in ascending order, where the frame said no more than that.
  var moved = Slab<Int32>()
  /// What became of contacts otherwise, in ascending order of slots; contacts that were stuck come last.
  var changed = Slab<ContactChange>()
  /// Contacts that landed in a slot from which another lifted in the same frame.
  var landed = Slab<ContactChange>()
  /// The ends of hovers. They come before ``moved`` and ``changed``: a contact that touches down has ended to hover.
  var hoverEnds = Slab<ContactChange>()
  /// Contacts that hover and have come near, or moved. They come last: a contact that rises has ended to touch.
  var hovers = Slab<ContactChange>()

  @inline(__always)
  mutating func removeAll() {
    moved.removeAll()
    changed.removeAll()
    landed.removeAll()
    hoverEnds.removeAll()
    hovers.removeAll()
  }
}
