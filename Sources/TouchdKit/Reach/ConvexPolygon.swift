import Dispatcher

/// A convex part of the screen.
///
/// It is only ever made from a rectangle by cuts, and remembers of each edge the line that made it: lines through two
/// computed corners would drift away with each cut.
struct ConvexPolygon {
  /// What a cut leaves standing, in points. A part that lies no farther than this on the other side of a line is not
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
    guard let sides = HalfPlane.sides(of: rect, from: .identity), rect.width > 0, rect.height > 0 else {
      return nil
    }
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

  /// The part inside of all lines.
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
  var width: Double {
    lines.map { line in corners.map(line.distance).max() ?? 0 }.min() ?? 0
  }

  /// The mean of its corners, which is well inside: at least a part of ``width`` from each edge.
  var middle: Point {
    let sum = corners.reduce(Point.zero, +)
    return Point(x: sum.x / Double(corners.count), y: sum.y / Double(corners.count))
  }
}
