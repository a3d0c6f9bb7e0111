/// The last set of touches that was made for somebody, so that a stream of equal sets is made once.
///
/// Whoever takes another set of touches gets the same storage, emptied and filled again, unless the last one is still
/// held elsewhere: moving fingers allocate nothing.
struct TouchSetCache {
  private var members: ContiguousArray<Touch> = []
  private var set: Set<Touch> = []

  /// The touches as a set. O(touches).
  mutating func callAsFunction(_ touches: ContiguousArray<Touch>) -> Set<Touch> {
    if !members.isIdentical(to: touches) {
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

extension ContiguousArray<Touch> {
  /// Whether both hold the same objects in the same order. Compares the references as bytes, since looking at each object
  /// would count a reference up and down. O(touches).
  fileprivate func isIdentical(to other: Self) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { mine in
      other.withUnsafeBytes { others in
        mine.bindMemory(to: UInt.self).elementsEqual(others.bindMemory(to: UInt.self))
      }
    }
  }
}
