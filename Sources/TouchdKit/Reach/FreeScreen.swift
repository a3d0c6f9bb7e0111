import Dispatcher

/// What of the screen the views in front have left for those behind them.
///
/// Views take their part from the front to the back, as a hit test asks them. The rest is kept as convex pieces, in a
/// tree of quarters, so that a view meets only the pieces near it.
struct FreeScreen {
  /// A part of the screen, and what is left of it.
  private struct Quarter {
    let box: Rect
    let depth: Int
    var free: [ConvexPolygon]
    /// The views that have taken something here, by number.
    var owners: [Int] = []
    /// The index of the first of its four quarters; 0 for none.
    var firstQuarter = 0
    var isTaken = false
  }

  /// With more pieces than this a part is divided: looking at each takes no longer than finding the quarter. (O)
  private static let piecesPerQuarter = 24
  /// A 4096th of the screen's width is less than a point. (O)
  private static let deepest = 12

  private var quarters: [Quarter]
  /// How many more pieces are looked at. A layout that was written by hand never uses it up.
  private(set) var effort: Int

  /// - Parameter effort: how many pieces to look at, at most.
  init(_ screen: ConvexPolygon, effort: Int) {
    quarters = [Quarter(box: screen.box, depth: 0, free: [screen])]
    self.effort = effort
  }

  /// Whether no more is known, since there was too much to look at.
  var isExhausted: Bool { effort <= 0 }

  /// Everything that no view has taken.
  var rest: [ConvexPolygon] { quarters.flatMap(\.free) }

  /// Takes a part for a view.
  ///
  /// - Returns: what was still free of it.
  mutating func take(_ part: ConvexPolygon, for owner: Int) -> [ConvexPolygon] {
    var taken: [ConvexPolygon] = []
    take(part, for: owner, in: 0, &taken)
    return taken
  }

  private mutating func take(
    _ part: ConvexPolygon, for owner: Int, in index: Int, _ taken: inout [ConvexPolygon]
  ) {
    guard !quarters[index].isTaken, effort > 0, part.box.reaches(into: quarters[index].box) else { return }
    let first = quarters[index].firstQuarter
    if first > 0 {
      for quarter in first..<first + 4 { take(part, for: owner, in: quarter, &taken) }
      quarters[index].isTaken = quarters[first..<first + 4].allSatisfy(\.isTaken)
      return
    }
    let before = taken.count
    var left: [ConvexPolygon] = []
    for piece in quarters[index].free { cut(part, out: piece, &taken, &left) }
    if taken.count > before { quarters[index].owners.append(owner) }
    quarters[index].isTaken = left.isEmpty
    quarters[index].free = left
    if left.count > Self.piecesPerQuarter, quarters[index].depth < Self.deepest { divide(index) }
  }

  private mutating func cut(
    _ part: ConvexPolygon, out piece: ConvexPolygon, _ taken: inout [ConvexPolygon],
    _ left: inout [ConvexPolygon]
  ) {
    effort -= 1
    guard piece.overlaps(part) else { return left.append(piece) }
    var inside: ConvexPolygon? = piece
    for line in part.lines {
      guard let current = inside else { break }
      effort -= 1
      let (kept, outside) = current.split(by: line)
      if let outside { left.append(outside) }
      inside = kept
    }
    if let inside { taken.append(inside) }
  }

  private mutating func divide(_ index: Int) {
    let parent = quarters[index]
    quarters[index].firstQuarter = quarters.count
    quarters[index].free = []
    let (width, height) = (parent.box.width / 2, parent.box.height / 2)
    for (column, row) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
      let box = Rect(
        x: parent.box.minX + column * width, y: parent.box.minY + row * height, width: width, height: height)
      let sides = HalfPlane.sides(of: box, from: .identity) ?? []
      let free = parent.free.filter { $0.box.reaches(into: box) }.compactMap { $0.clipped(to: sides) }
      effort -= parent.free.count
      quarters.append(
        Quarter(box: box, depth: parent.depth + 1, free: free, isTaken: free.isEmpty))
    }
  }

  /// Whether a view would find something free in a part, if only a little.
  mutating func hasRoom(in part: ConvexPolygon) -> Bool { hasRoom(in: part, at: 0) }

  private mutating func hasRoom(in part: ConvexPolygon, at index: Int) -> Bool {
    guard !quarters[index].isTaken, part.box.reaches(into: quarters[index].box) else { return false }
    let first = quarters[index].firstQuarter
    if first > 0 { return (first..<first + 4).contains { hasRoom(in: part, at: $0) } }
    effort -= quarters[index].free.count
    return quarters[index].free.contains { $0.overlaps(part) }
  }

  /// Looks through the views that have taken something near a part of the screen, some of them more than once.
  ///
  /// - Parameter visit: says whether to go on.
  func forEachOwner(near part: ConvexPolygon, _ visit: (Int) -> Bool) {
    _ = forEachOwner(near: part, at: 0, visit)
  }

  private func forEachOwner(near part: ConvexPolygon, at index: Int, _ visit: (Int) -> Bool) -> Bool {
    guard part.box.reaches(into: quarters[index].box) else { return true }
    guard quarters[index].owners.allSatisfy(visit) else { return false }
    let first = quarters[index].firstQuarter
    return first == 0 || (first..<first + 4).allSatisfy { forEachOwner(near: part, at: $0, visit) }
  }
}
