/// The calls of `scrollViewDidScroll` that are running in a tree of views, each in the middle of the one before.
///
/// A delegate may scroll another view, whose delegate scrolls the first one. That ends where both agree. Where they
/// never do, each call would lead to the next until no stack is left.
struct NestedScrolls {
  /// Views that follow each other agree after two calls, a row of views of which each follows the one before after as
  /// many as there are views. This many leave most of a stack of 8 MB to what delegates do. (O)
  static let limit: UInt16 = 256

  private var depth: UInt16 = 0
  /// Whether the limit was reached: no further call until the first one has ended, or where a delegate scrolls several
  /// views, the calls would double at each step.
  private var isSpent = false

  /// Counts a call that is to begin.
  ///
  /// - Returns: whether it may.
  mutating func begin() -> Bool {
    if depth == Self.limit { isSpent = true }
    guard !isSpent else { return false }
    depth += 1
    return true
  }

  mutating func end() {
    depth -= 1
    if depth == 0 { isSpent = false }
  }
}
