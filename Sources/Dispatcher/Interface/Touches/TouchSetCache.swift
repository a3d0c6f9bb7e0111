/// The last set of touches that a call received, so that a stream of equal sets is made once.
///
/// A call with another set of touches receives the same storage, emptied and filled again, unless the last set is still
/// held elsewhere: moving fingers allocate nothing.
struct TouchSetCache: ~Copyable {
  /// The touches as a set, once they are complete.
  private(set) var set: Set<Touch> = []
  /// The same touches, by age.
  private(set) var members = Slab<Borrowed<Touch>>()
  /// How many of the touches to come have been gathered.
  private var gathered = 0
  /// Whether they are others than those in the set.
  private var isStale = false

  /// Whether the set consists of one touch.
  @inline(__always)
  func holds(only touch: Borrowed<Touch>?) -> Bool {
    members.count == 1 && members[0] == touch
  }

  /// Adds a touch to those that make the next set, younger than the others. The caller keeps it alive until
  /// ``finish()``.
  mutating func gather(_ touch: Touch) {
    if gathered >= members.count || !members[gathered].refers(to: touch) {
      members.truncate(to: gathered)
      members.append(Borrowed(touch))
      isStale = true
    }
    gathered += 1
  }

  /// Completes the set. O(touches) where they are others than before.
  mutating func finish() {
    defer { (gathered, isStale) = (0, false) }
    guard isStale || gathered != members.count else { return }
    members.truncate(to: gathered)
    set.removeAll(keepingCapacity: true)
    members.forEach { set.insert($0) }
  }

  /// Lets the touches go.
  mutating func clear() {
    members.removeAll()
    set.removeAll(keepingCapacity: true)
  }
}
