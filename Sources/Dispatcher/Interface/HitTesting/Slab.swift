/// Plain values in a row, in memory that is kept from one use to the next.
///
/// An array would count references and look for other owners on each access; a hit test has no time for that.
struct Slab<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 0
    base = .allocate(capacity: 0)
  }

  deinit { base.deallocate() }

  @inline(__always) subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      assert(index >= 0 && index < count)
      return UnsafePointer(base + index)
    }
    @inline(__always) unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return base + index
    }
  }

  /// Amortised O(1).
  mutating func append(_ element: Element) {
    if count == capacity { move(toCapacity: max(16, 2 * capacity)) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Makes every one of so many elements the same.
  mutating func fill(_ count: Int, with element: Element) {
    removeAll()
    if count > capacity { move(toCapacity: count) }
    base.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Keeps the memory, unless less than a quarter of it was used last.
  mutating func removeAll() {
    let isTooLarge = capacity > 64 && count < capacity / 4
    let used = count
    count = 0
    if isTooLarge { move(toCapacity: used) }
  }

  private mutating func move(toCapacity new: Int) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: new)
    memory.moveInitialize(from: base, count: count)
    base.deallocate()
    (base, capacity) = (memory, new)
  }
}
