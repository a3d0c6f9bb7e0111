/// The slots of one panel, and which of them this frame named.
///
/// Plain memory without bounds of its own: a ``EventDecoder`` checks every index that a device sends.
struct SlotTable {
  let count: Int
  private let slots: UnsafeMutablePointer<Slot>
  /// One bit a slot that an event of this frame named.
  private let dirty: UnsafeMutablePointer<UInt64>
  /// Whether an event of this frame said more of a slot than where its contact is.
  private let news: UnsafeMutablePointer<Bool>
  private let words: Int

  init(count: Int) {
    self.count = count
    words = (count + 63) / 64
    slots = .allocate(capacity: count)
    for index in 0..<count { (slots + index).initialize(to: Slot(index)) }
    dirty = .allocate(capacity: words)
    dirty.initialize(repeating: 0, count: words)
    news = .allocate(capacity: 1)
    news.initialize(to: false)
  }

  func deallocate() {
    slots.deallocate()
    dirty.deallocate()
    news.deallocate()
  }

  /// The slot at an index that the caller has checked.
  @inline(__always)
  subscript(index: Int) -> Slot {
    unsafeAddress { UnsafePointer(slots + index) }
    nonmutating unsafeMutableAddress { slots + index }
  }

  /// The slot that ABS_MT_SLOT names; −1 for one that the panel never declared.
  @inline(__always)
  func slot(named value: Int32) -> Int { value >= 0 && Int(value) < count ? Int(value) : -1 }

  /// Notes that an event of this frame says where the contact of a slot is.
  @inline(__always)
  private func markMoved(_ index: Int) {
    dirty[index >> 6] |= 1 << UInt64(truncatingIfNeeded: index & 63)
  }

  @inline(__always)
  func move(_ index: Int, x: Int32) {
    slots[index].current.x = x
    markMoved(index)
  }

  @inline(__always)
  func move(_ index: Int, y: Int32) {
    slots[index].current.y = y
    markMoved(index)
  }

  /// Notes that an event of this frame says something else of a slot.
  @inline(__always)
  func markDirty(_ index: Int) {
    markMoved(index)
    news.pointee = true
  }

  /// Whether the frame says nothing but where contacts are.
  @inline(__always) var isMoveOnly: Bool { !news.pointee }

  /// Whether a slot is dirty: a frame has begun and is not complete. O(slots / 64).
  var hasDirty: Bool { (0..<words).contains { dirty[$0] != 0 } }

  /// Calls the body with each dirty slot in ascending order and leaves none dirty.
  ///
  /// - Returns: whether there was one.
  @inline(__always)
  @discardableResult
  func drainDirty(_ body: (Int) -> Void) -> Bool {
    var isAny = false
    news.pointee = false
    var word = 0
    while word < words {
      defer { word &+= 1 }
      var bits = dirty[word]
      guard bits != 0 else { continue }
      isAny = true
      dirty[word] = 0
      while bits != 0 {
        body(word &<< 6 | bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
    }
    return isAny
  }
}
