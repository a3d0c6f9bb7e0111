/// Plain values in a row, in memory that is kept from one use to the next.
///
/// A steady stream of frames allocates nothing in it, counts no references, and checks nowhere whether the storage is
/// shared. An array does all three, at 25 instructions an element.
struct Slab<Element: BitwiseCopyable>: ~Copyable {
  private(set) var count = 0
  private var capacity = 0
  private var base: UnsafeMutablePointer<Element>?

  /// Empty, without memory until something is added.
  init() {}

  init(repeating element: Element, count: Int) { fill(count, with: element) }

  deinit { base?.deallocate() }

  @inline(__always) var isEmpty: Bool { count == 0 }

  @inline(__always) var indices: Range<Int> { 0..<count }

  @inline(__always) var last: Element? { count == 0 ? nil : self[count &- 1] }

  /// - Precondition: the index is one of ``indices``; not checked where the program is optimised.
  @inline(__always)
  subscript(index: Int) -> Element {
    unsafeAddress { UnsafePointer(pointer(at: index)) }
    unsafeMutableAddress { pointer(at: index) }
  }

  /// Address of an element until the row changes.
  ///
  /// - Precondition: the index is one of ``indices``; not checked where the program is optimised.
  @inline(__always)
  func pointer(at index: Int) -> UnsafeMutablePointer<Element> {
    assert(index >= 0 && index < count, "no element \(index) of \(count)")
    return base.unsafelyUnwrapped + index
  }

  /// Adds an element at the end. O(1) on average.
  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    appendReserved(element)
  }

  /// Adds an element at the end, for which there is room: see ``reserve(_:)``.
  @inline(__always)
  mutating func appendReserved(_ element: Element) {
    assert(count < capacity, "no room was reserved")
    (base.unsafelyUnwrapped + count).initialize(to: element)
    count &+= 1
  }

  /// Makes every one of so many elements the same.
  mutating func fill(_ count: Int, with element: Element) {
    removeAll()
    if count > capacity { move(toCapacity: count) }
    base?.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Keeps the first elements only.
  @inline(__always)
  mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  /// Lets all elements go, and keeps the memory.
  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Lets all elements go, and most of the memory, if they took less than a quarter of it.
  mutating func removeAllAndTrim() {
    let used = count
    count = 0
    if capacity > 64, used < capacity / 4 { move(toCapacity: used) }
  }

  /// Makes room for that many elements in all.
  @inline(__always)
  mutating func reserve(_ count: Int) {
    while capacity < count { grow() }
  }

  @inline(never)
  private mutating func grow() { move(toCapacity: max(capacity * 2, 4)) }

  private mutating func move(toCapacity new: Int) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: new)
    if let base {
      memory.moveInitialize(from: base, count: count)
      base.deallocate()
    }
    (base, capacity) = (memory, new)
  }

  /// The elements, valid until the row changes.
  var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  /// A copy, for those who may keep it. O(count).
  var copy: ContiguousArray<Element> { ContiguousArray(UnsafeBufferPointer(start: base, count: count)) }
}

// Objects that their owners keep alive for as long as they stand in the row.
extension Slab {
  /// Takes an object out. O(count).
  mutating func remove<Object: AnyObject>(_ object: Object) where Element == Borrowed<Object> {
    var kept = 0
    for index in indices where !self[index].refers(to: object) {
      self[kept] = self[index]
      kept += 1
    }
    count = kept
  }

  /// Whether an object stands in the row. O(count).
  func contains<Object: AnyObject>(_ object: Object) -> Bool where Element == Borrowed<Object> {
    !allSatisfy { $0 !== object }
  }

  /// Calls the body with each object, in order, without counting a reference to it.
  @inline(__always)
  func forEach<Object: AnyObject>(_ body: (Object) -> Void) where Element == Borrowed<Object> {
    for index in indices { self[index].with(body) }
  }

  /// Whether the condition holds for every object.
  @inline(__always)
  func allSatisfy<Object: AnyObject>(_ condition: (Object) -> Bool) -> Bool
  where Element == Borrowed<Object> {
    for index in indices where !self[index].with(condition) { return false }
    return true
  }
}

/// A reference that is not counted, to an object that its owner is sure to keep.
///
/// A view that is referred to weakly, as every superview is, counts its references slowly; a moved finger and a hit
/// test have no time for that.
struct Borrowed<Object: AnyObject>: BitwiseCopyable, Equatable {
  private let reference: Unmanaged<Object>

  @inline(__always)
  init(_ object: Object) { reference = .passUnretained(object) }

  /// The object, kept from now on.
  @inline(__always)
  var object: Object { reference.takeUnretainedValue() }

  /// Uses the object without counting.
  @inline(__always)
  func with<Result>(_ body: (Object) -> Result) -> Result { reference._withUnsafeGuaranteedRef(body) }

  /// Whether it is this object. May be asked when the object has gone.
  @inline(__always)
  func refers(to object: Object) -> Bool { self == Borrowed(object) }

  @inline(__always)
  static func == (a: Borrowed, b: Borrowed) -> Bool { a.reference.toOpaque() == b.reference.toOpaque() }
}
