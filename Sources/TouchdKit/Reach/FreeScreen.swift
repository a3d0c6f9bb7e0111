import Dispatcher

/// Part of the screen that the views in front have left for those behind them.
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
  /// Pieces that may still be examined. A layout that was written by hand never uses them up.
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
      quarters.append(Quarter(box: box, depth: parent.depth + 1, free: free, isTaken: free.isEmpty))
    }
  }

  /// Whether a view would find something free in a part, if only a little.
  mutating func hasRoom(in part: ConvexPolygon, at index: Int = 0) -> Bool {
    guard !quarters[index].isTaken, part.box.reaches(into: quarters[index].box) else { return false }
    let first = quarters[index].firstQuarter
    if first > 0 { return (first..<first + 4).contains { hasRoom(in: part, at: $0) } }
    effort -= quarters[index].free.count
    return quarters[index].free.contains { $0.overlaps(part) }
  }

  /// Looks through the views that have taken something near a part of the screen, some of them more than once.
  ///
  /// - Parameter visit: says whether to go on.
  @discardableResult
  func forEachOwner(near part: ConvexPolygon, at index: Int = 0, _ visit: (Int) -> Bool) -> Bool {
    guard part.box.reaches(into: quarters[index].box) else { return true }
    guard quarters[index].owners.allSatisfy(visit) else { return false }
    let first = quarters[index].firstQuarter
    return first == 0 || (first..<first + 4).allSatisfy { forEachOwner(near: part, at: $0, visit) }
  }
}

/// A convex part of the screen.
///
/// It is only ever made from a rectangle by cuts, and remembers of each edge the line that made it: lines through two
/// computed corners would drift away with each cut.
struct ConvexPolygon {
  /// Tolerance of a cut, in points. A part that lies no farther than this on the other side of a line is not
  /// cut off, so that rounding makes no slivers; 1,000,000 times finer than a finger is placed. (O)
  static let tolerance = 1e-6

  /// In order around it; at least three.
  private(set) var corners: [Point]
  /// The line of the edge from each corner to the next. The polygon lies inside of it.
  private(set) var lines: [HalfPlane]
  /// The smallest rectangle around it.
  private(set) var box: Rect

  /// A rectangle; `nil` if it is empty.
  init?(_ rect: Rect) {
    guard let sides = HalfPlane.sides(of: rect, from: .identity), rect.width > 0, rect.height > 0
    else { return nil }
    self.init(
      corners: [
        rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
        Point(x: rect.minX, y: rect.maxY),
      ],
      lines: [sides[1], sides[2], sides[3], sides[0]])
  }

  private init(corners: [Point], lines: [HalfPlane]) {
    (self.corners, self.lines) = (corners, lines)
    var (low, high) = (corners[0], corners[0])
    for corner in corners {
      low = Point(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = Point(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    box = Rect(origin: low, size: Size(width: high.x - low.x, height: high.y - low.y))
  }

  /// The parts on both sides of a line; `nil` for one that is not there. O(corners).
  func split(by line: HalfPlane) -> (inside: ConvexPolygon?, outside: ConvexPolygon?) {
    let distances = corners.map(line.distance)
    guard let nearest = distances.min(), let farthest = distances.max() else { return (nil, nil) }
    if farthest <= Self.tolerance { return (nil, self) }
    if nearest >= -Self.tolerance { return (self, nil) }
    return (part(inside: line, distances, sign: 1), part(inside: line, distances, sign: -1))
  }

  func clipped(to lines: [HalfPlane]) -> ConvexPolygon? {
    lines.reduce(self as ConvexPolygon?) { $0?.split(by: $1).inside }
  }

  private func part(inside line: HalfPlane, _ distances: [Double], sign: Double) -> ConvexPolygon? {
    let cut = sign > 0 ? line : line.reversed
    var (kept, edges): ([Point], [HalfPlane]) = ([], [])
    for index in corners.indices {
      let next = index + 1 < corners.count ? index + 1 : 0
      let (here, there) = (sign * distances[index], sign * distances[next])
      if here >= 0 {
        kept.append(corners[index])
        edges.append(lines[index])
      }
      guard (here < 0) != (there < 0) else { continue }
      let way = here / (here - there)
      let (from, to) = (corners[index], corners[next])
      kept.append(Point(x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way))
      // What leaves goes on along the cut; what comes in, along the edge.
      edges.append(here >= 0 ? cut : lines[index])
    }
    return kept.count >= 3 ? ConvexPolygon(corners: kept, lines: edges) : nil
  }

  /// Whether it has more than an edge in common with another one. O(corners · corners).
  func overlaps(_ other: ConvexPolygon) -> Bool {
    box.reaches(into: other.box) && !isOutside(of: other) && !other.isOutside(of: self)
  }

  /// Whether a line of another one has all of this one outside.
  private func isOutside(of other: ConvexPolygon) -> Bool {
    other.lines.contains { line in corners.allSatisfy { line.distance(to: $0) <= Self.tolerance } }
  }

  /// In square points.
  var area: Double {
    var sum = 0.0
    for (corner, next) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      sum += (corner.x - corners[0].x) * (next.y - corners[0].y)
      sum -= (next.x - corners[0].x) * (corner.y - corners[0].y)
    }
    return abs(sum) / 2
  }

  /// The distance of the nearest two parallel lines that it fits between, in points.
  var width: Double { lines.map { line in corners.map(line.distance).max() ?? 0 }.min() ?? 0 }

  /// The mean of its corners, which is well inside: at least a part of ``width`` from each edge.
  var middle: Point {
    let sum = corners.reduce(Point.zero, +)
    return Point(x: sum.x / Double(corners.count), y: sum.y / Double(corners.count))
  }
}

/// One side of a line, with the line itself: the points whose distance is not negative.
struct HalfPlane: Equatable {
  /// The inward normal, of length 1, and how far the origin lies inside.
  private let a: Double
  private let b: Double
  private let c: Double

  /// The half-plane in which `a · x + b · y + c` is not negative; `nil` if that describes no line.
  init?(a: Double, b: Double, c: Double) {
    let length = (a * a + b * b).squareRoot()
    guard length > 0, length.isFinite, (c / length).isFinite else { return nil }
    (self.a, self.b, self.c) = (a / length, b / length, c / length)
  }

  /// The other side of the same line.
  var reversed: HalfPlane { HalfPlane(unit: (-a, -b), -c) }

  private init(unit normal: (a: Double, b: Double), _ c: Double) { (a, b, self.c) = (normal.a, normal.b, c) }

  /// Distance of a point inside the line, in points; negative outside.
  func distance(to point: Point) -> Double { a * point.x + b * point.y + c }

  /// The four sides of a rectangle of a view, in the coordinates that a map leads from.
  ///
  /// - Returns: none where the map is no map: a number is beyond all bounds, or it flattens.
  static func sides(of rect: Rect, from map: AffineTransform) -> [HalfPlane]? {
    let sides = [
      HalfPlane(a: map.a, b: map.c, c: map.tx - rect.minX),
      HalfPlane(a: map.b, b: map.d, c: map.ty - rect.minY),
      HalfPlane(a: -map.a, b: -map.c, c: rect.maxX - map.tx),
      HalfPlane(a: -map.b, b: -map.d, c: rect.maxY - map.ty),
    ].compactMap { $0 }
    return sides.count == 4 ? sides : nil
  }
}
