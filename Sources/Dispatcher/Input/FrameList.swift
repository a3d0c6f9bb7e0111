/// Plain values in the order in which they were added, emptied and filled again for every frame.
///
/// Memory of its own, which only grows: a steady stream of frames allocates nothing, counts no references, and asks
/// nobody whether the storage is shared. An array does all three, at 25 instructions an element.
struct FrameList<Element: BitwiseCopyable>: ~Copyable {
  private(set) var count = 0
  private var capacity = 0
  private var storage: UnsafeMutablePointer<Element>?

  /// An empty list, without storage until something is added.
  init() {}

  init(repeating element: Element, count: Int) {
    let storage = UnsafeMutablePointer<Element>.allocate(capacity: count)
    storage.initialize(repeating: element, count: count)
    (self.storage, self.count, capacity) = (storage, count, count)
  }

  deinit { storage?.deallocate() }

  @inline(__always) var isEmpty: Bool { count == 0 }

  @inline(__always) var indices: Range<Int> { 0..<count }

  /// - Precondition: the index is one of ``indices``; not checked where the program is optimised.
  @inline(__always)
  subscript(index: Int) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < count, "no element \(index) of \(count)")
      return UnsafePointer(storage.unsafelyUnwrapped + index)
    }
    unsafeMutableAddress {
      assert(index >= 0 && index < count, "no element \(index) of \(count)")
      return storage.unsafelyUnwrapped + index
    }
  }

  /// Adds an element at the end. O(1) on average.
  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (storage.unsafelyUnwrapped + count).initialize(to: element)
    count &+= 1
  }

  /// Where an element stands until the list changes.
  @inline(__always)
  func pointer(at index: Int) -> UnsafeMutablePointer<Element> { storage.unsafelyUnwrapped + index }

  /// Adds an element at the end of a list for which there is room: see ``reserve(_:)``.
  @inline(__always)
  mutating func appendReserved(_ element: Element) {
    assert(count < capacity, "no room was reserved")
    (storage.unsafelyUnwrapped + count).initialize(to: element)
    count &+= 1
  }

  /// Keeps the first elements only.
  @inline(__always)
  mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  /// Lets all elements go, and keeps the storage.
  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Makes room for that many elements in all.
  @inline(__always)
  mutating func reserve(_ count: Int) {
    while capacity < count { grow() }
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(capacity * 2, 4)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if let storage {
      larger.moveInitialize(from: storage, count: count)
      storage.deallocate()
    }
    storage = larger
  }
}

extension FrameList {
  /// A copy, for those who may keep it. O(count).
  var copy: ContiguousArray<Element> { ContiguousArray(UnsafeBufferPointer(start: storage, count: count)) }
}

// Objects that somebody else keeps alive for as long as they stand in the list.
extension FrameList {
  @inline(__always)
  mutating func append<Object: AnyObject>(_ object: Object) where Element == Unmanaged<Object> {
    append(Unmanaged.passUnretained(object))
  }

  @inline(__always)
  mutating func appendReserved<Object: AnyObject>(_ object: Object) where Element == Unmanaged<Object> {
    appendReserved(Unmanaged.passUnretained(object))
  }

  /// Takes an object out. O(count).
  mutating func remove<Object: AnyObject>(_ object: Object) where Element == Unmanaged<Object> {
    var kept = 0
    for index in indices where self[index].toOpaque() != Unmanaged.passUnretained(object).toOpaque() {
      self[kept] = self[index]
      kept += 1
    }
    count = kept
  }

  /// Calls the body with each object, in order, without counting a reference to it.
  @inline(__always)
  func forEach<Object: AnyObject>(_ body: (Object) -> Void) where Element == Unmanaged<Object> {
    for index in indices { self[index]._withUnsafeGuaranteedRef(body) }
  }

  /// Whether the condition holds for every object.
  @inline(__always)
  func allSatisfy<Object: AnyObject>(_ condition: (Object) -> Bool) -> Bool
  where Element == Unmanaged<Object> {
    for index in indices where !self[index]._withUnsafeGuaranteedRef(condition) { return false }
    return true
  }
}
