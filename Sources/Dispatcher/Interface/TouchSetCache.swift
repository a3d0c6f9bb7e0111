/// The last set of touches that was made for somebody, so that a stream of equal sets is made once.
///
/// Who takes another set of touches gets the same storage, emptied and filled again, unless the last one is still held
/// elsewhere: moving fingers allocate nothing.
struct TouchSetCache: ~Copyable {
  /// The touches that are being gathered, or were gathered last.
  private(set) var members = FrameList<Unmanaged<Touch>>()
  /// How many have been gathered for the set to come.
  private var gathered = 0
  private var set: Set<Touch> = []
  /// Whether the set holds other touches than the members.
  private var isStale = false

  /// Whether nothing has been gathered yet.
  @inline(__always) var isEmpty: Bool { gathered == 0 }

  /// Adds a touch to the set to come. Somebody keeps it alive until the set is taken.
  @inline(__always)
  mutating func gather(_ touch: Touch) {
    if gathered >= members.count || members[gathered].toOpaque() != Unmanaged.passUnretained(touch).toOpaque()
    {
      members.truncate(to: gathered)
      members.append(touch)
      isStale = true
    }
    gathered &+= 1
  }

  /// The touches that were gathered; there are none any more. O(touches) where they are others than the last time.
  @inline(__always)
  mutating func take() -> Set<Touch> {
    if isStale || gathered != members.count { remake() }
    gathered = 0
    return set
  }

  @inline(never)
  private mutating func remake() {
    members.truncate(to: gathered)
    set.removeAll(keepingCapacity: true)
    for index in members.indices { set.insert(members[index].takeUnretainedValue()) }
    isStale = false
  }

  /// Lets the touches go.
  mutating func clear() {
    members.removeAll()
    set.removeAll(keepingCapacity: true)
    isStale = false
  }
}
