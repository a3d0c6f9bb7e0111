/// The last set of touches that was made for somebody, so that a stream of equal sets is made once.
///
/// Whoever takes another set of touches gets the same storage, emptied and filled again, unless the last one is still
/// held elsewhere: moving fingers allocate nothing.
struct TouchSetCache {
  private var members: ContiguousArray<Touch> = []
  private var set: Set<Touch> = []

  /// The touches as a set. O(touches).
  mutating func callAsFunction(_ touches: ContiguousArray<Touch>) -> Set<Touch> {
    if !members.elementsEqual(touches, by: ===) {
      clear()
      for touch in touches {
        members.append(touch)
        set.insert(touch)
      }
    }
    return set
  }

  /// Lets the touches go.
  mutating func clear() {
    members.removeAll(keepingCapacity: true)
    set.removeAll(keepingCapacity: true)
  }
}
