/// A grid over a window that knows of each cell which views a finger in it may have to do with.
///
/// A view is listed in every cell that it may reach into, by boxes that are too large rather than too small
/// (``HitRegion``); the walk decides. Whatever is listed in a cell, so are the views above it. Views that lie in so
/// many cells that the lists would grow too long stand in one list for all cells.
struct HitGrid: ~Copyable {
  /// A view that stands for all cells.
  struct Everywhere {
    let index: Int32
    /// The index after the last view below it.
    let end: Int32
    /// Index of the first one in the list that is not below it.
    var next: Int32
  }

  var extent = Rect.zero
  var columns = 0
  var rows = 0
  var columnsPerPoint = 0.0
  var rowsPerPoint = 0.0
  /// Beginning of each cell's list, and after the last one, its end.
  var starts = Slab<Int32>()
  var entries = Slab<Int32>()
  var everywhere = Slab<Everywhere>()
  /// While the grid is made: the cells of each view.
  var spans = Slab<CellSpan>()

  /// The views that a finger at a point of the window may have to do with; `nil` outside the grid.
  @inline(__always)
  func cell(at point: Point) -> HitCell? {
    guard columns > 0, extent.contains(point) else { return nil }
    let cell = row(point.y) * columns + column(point.x)
    return HitCell(entry: Int(starts[cell]), end: Int(starts[cell + 1]))
  }

  // Both are 0 for what is no number, and never fall when the coordinate rises, so that a point in a box lies in a cell
  // of the box.
  @inline(__always)
  func column(_ x: Double) -> Int {
    Int(min(max(0, (x - extent.minX) * columnsPerPoint), Double(columns - 1)))
  }

  @inline(__always)
  func row(_ y: Double) -> Int {
    Int(min(max(0, (y - extent.minY) * rowsPerPoint), Double(rows - 1)))
  }
}

/// The views of one cell, and those for all cells, in the order of the recursion.
struct HitCell: HitPath {
  /// The next entry of the cell.
  fileprivate var entry: Int
  fileprivate let end: Int
  fileprivate var everywhere = 0

  fileprivate init(entry: Int, end: Int) {
    self.entry = entry
    self.end = end
  }

  @inline(__always)
  mutating func next(from index: Int, in grid: borrowing HitGrid) -> Int {
    while entry < end, grid.entries[entry] < index { entry += 1 }
    while everywhere < grid.everywhere.count, grid.everywhere[everywhere].index < index {
      let view = grid.everywhere[everywhere]
      everywhere = view.end <= index ? Int(view.next) : everywhere + 1
    }
    let inCell = entry < end ? Int(grid.entries[entry]) : .max
    let inAll = everywhere < grid.everywhere.count ? Int(grid.everywhere[everywhere].index) : .max
    return min(inCell, inAll)
  }
}

// How a grid is made of a window's views.
extension HitGrid {
  /// Below so many views, looking at each takes no longer than finding the cell and its list.
  private static let minimum = 16
  /// The starts of their lists take 64 KiB then; more would not stay in the nearest caches.
  private static let maximumCells = 16_384
  /// The number of entries that the lists may have for each view, on average. A tree whose every level covers the
  /// screen has about as many as it has levels.
  private static let entriesPerView = 16

  /// O(views), since the lists are bounded by them.
  mutating func update(_ nodes: borrowing Slab<HitNode>) {
    starts.removeAllAndTrim()
    entries.removeAllAndTrim()
    everywhere.removeAllAndTrim()
    layOut(over: nodes[0].target, views: nodes.count)
    guard columns > 0 else { return }
    findSpans(nodes)
    let limit = largestSpan()
    fillCells(limit: limit)
    fillEverywhere(nodes, limit: limit)
    spans = Slab()
  }

  /// Chooses nearly square cells, about one for each view; none where the window has no sensible extent.
  private mutating func layOut(over extent: Rect, views: Int) {
    (columns, rows) = (0, 0)
    let (width, height) = (extent.size.width, extent.size.height)
    let cells = min(views, Self.maximumCells)
    let side = (width * height / Double(cells)).squareRoot()
    guard views >= Self.minimum, width > 0, height > 0, side > 0, extent.maxX.isFinite, extent.maxY.isFinite
    else { return }
    let columns = Int(min(max((width / side).rounded(), 1), Double(cells)))
    let rows = Int(min(max((height / side).rounded(), 1), Double(cells / columns)))
    columnsPerPoint = Double(columns) / width
    rowsPerPoint = Double(rows) / height
    guard columnsPerPoint.isFinite, rowsPerPoint.isFinite else { return }
    (self.extent, self.columns, self.rows) = (extent, columns, rows)
  }

  private mutating func findSpans(_ nodes: borrowing Slab<HitNode>) {
    var regions = Slab<HitRegion>()
    regions.append(HitRegion(window: nodes[0].target))
    spans.append(.empty)
    for index in 1..<nodes.count {
      let level = Int(nodes[index].level)
      let region = HitRegion(of: nodes[index], in: regions[level - 1])
      if level == regions.count { regions.append(region) } else { regions[level] = region }
      spans.append(region.reach.isEmpty ? .empty : span(of: region.reach))
    }
  }

  private func span(of box: HitBox) -> CellSpan {
    CellSpan(
      left: UInt16(column(box.minX)), right: UInt16(column(box.maxX)),
      top: UInt16(row(box.minY)), bottom: UInt16(row(box.maxY)))
  }

  /// The most cells that a view may be listed in, for the lists to stay in their bounds. What lies above a view lies in
  /// at least as many cells, so a view for all cells has only such above it.
  private func largestSpan() -> Int {
    var entries = [Int](repeating: 0, count: Int.bitWidth)
    for index in 0..<spans.count { entries[spans[index].sizeClass] += spans[index].count }
    var total = 0
    for (sizeClass, count) in entries.enumerated() {
      total += count
      if total > Self.entriesPerView * spans.count { return 1 << (sizeClass - 1) }
    }
    return .max
  }

  /// Counts what each cell will hold, finds where each list begins, and fills the lists in the order of the views.
  private mutating func fillCells(limit: Int) {
    starts.fill(columns * rows + 1, with: 0)
    forEachEntry(limit: limit) { grid, cell, _ in grid.starts[cell] += 1 }
    var total: Int32 = 0
    for cell in 0..<starts.count {
      total += starts[cell]
      starts[cell] = total
    }
    entries.fill(Int(total), with: 0)
    // From the back, each list moves its start down to its first entry.
    forEachEntry(limit: limit) { grid, cell, index in
      grid.starts[cell] -= 1
      grid.entries[Int(grid.starts[cell])] = index
    }
  }

  /// Calls a function with each cell of each view, the last view first.
  private mutating func forEachEntry(limit: Int, _ body: (inout HitGrid, Int, Int32) -> Void) {
    for index in (1..<spans.count).reversed() {
      let span = spans[index]
      guard span.count > 0, span.count <= limit else { continue }
      for row in Int(span.top)...Int(span.bottom) {
        for column in Int(span.left)...Int(span.right) { body(&self, row * columns + column, Int32(index)) }
      }
    }
  }

  private mutating func fillEverywhere(_ nodes: borrowing Slab<HitNode>, limit: Int) {
    for index in 1..<spans.count where spans[index].count > limit {
      everywhere.append(Everywhere(index: Int32(index), end: nodes[index].end, next: 0))
    }
    for place in (0..<everywhere.count).reversed() {
      var next = place + 1
      while next < everywhere.count, everywhere[next].index < everywhere[place].end {
        next = Int(everywhere[next].next)
      }
      everywhere[place].next = Int32(next)
    }
  }
}

/// A rectangle of cells.
struct CellSpan {
  var left: UInt16
  var right: UInt16
  var top: UInt16
  var bottom: UInt16

  static let empty = CellSpan(left: 1, right: 0, top: 1, bottom: 0)

  var count: Int {
    left > right ? 0 : (Int(right) - Int(left) + 1) * (Int(bottom) - Int(top) + 1)
  }

  /// The smallest power of two that is not below the count, as an exponent.
  var sizeClass: Int { count <= 1 ? 0 : Int.bitWidth - (count - 1).leadingZeroBitCount }
}

/// The part of a window in which a view, and those below it, may have to do with a finger.
///
/// The walk converts a finger level by level, and rounds at each; a box in the window's coordinates is found through
/// the composed map, and rounds otherwise. So each box is enlarged by a bound on how far the two can lie apart. Where
/// there is no such bound (a view scaled to almost nothing, a coordinate that is not a number), the view may have to do
/// with all that its superview has to do with.
struct HitRegion {
  /// A bound on the relative error of a few operations in a row: 32 times that of one.
  private static let rounding = Double.ulpOfOne * 16

  /// The part in which the view has to be looked at.
  let reach: HitBox
  /// The part in which those below it have to be looked at.
  private let inner: HitBox
  /// From the view's coordinates to the window's.
  private let map: AffineTransform
  /// Error bound of the map, in points of the window.
  private let error: Double
  /// No coordinate of a finger that those below may be given is larger.
  private let largest: Double

  /// For the window itself, and fingers within its bounds.
  init(window extent: Rect) {
    let box = HitBox(extent)
    self.init(reach: box, inner: box, map: .identity, error: 0, largest: box.largest)
  }

  /// For a view, from the region of its superview.
  init(of node: HitNode, in parent: HitRegion) {
    guard !parent.inner.isEmpty, node.kind != .closed else {
      self.init(reach: .empty, inner: .empty, map: .identity, error: 0, largest: 0)
      return
    }
    let ascent = HitAscent(node, largest: parent.largest)
    let target = HitBox(node.target)
    let largest = node.isOpenOutside ? ascent.largest : min(ascent.largest, target.largest)
    let map = ascent.map.concatenating(parent.map)
    let error =
      parent.error + parent.map.norm
      * (ascent.error + Self.rounding * (ascent.map.norm * largest + ascent.map.shift))
      + Self.rounding * parent.map.shift
    let box = target.image(under: map).enlarged(
      by: error + Self.rounding * (map.norm * target.largest + map.shift))
    let reach = node.isOpenOutside || !box.isFinite ? parent.inner : box.intersection(parent.inner)
    // What is below a view that overrides `hitTest` is reached through that.
    let inner = node.kind == .overriding ? HitBox.empty : reach
    self.init(reach: reach, inner: inner, map: map, error: error, largest: largest)
  }

  private init(reach: HitBox, inner: HitBox, map: AffineTransform, error: Double, largest: Double) {
    self.reach = reach
    self.inner = inner
    self.map = map
    self.error = error
    self.largest = largest
  }

  /// The way from a view up to its superview.
  private struct HitAscent {
    let map: AffineTransform
    /// Error bound of a point of the superview, between the walk's rounding and the map's.
    let error: Double
    /// No coordinate of a finger in the view is larger.
    let largest: Double

    /// - Parameter outside: no coordinate of a finger in the superview is larger.
    init(_ node: HitNode, largest outside: Double) {
      switch node.conversion {
      case .shift(let center, let middle):
        map = AffineTransform(translationX: center.x - middle.x, y: center.y - middle.y)
        largest = outside + center.largest + middle.largest
        error = HitRegion.rounding * largest
      case .inverse(let inverse):
        map = node.view.object.toSuperview
        largest = (inverse.norm * outside + inverse.shift) * (1 + HitRegion.rounding)
        // The inverse divides by the determinant, which is off by more the more of it cancels out.
        let determinant = (map.a * map.d - map.b * map.c).magnitude
        let cancelled = 1 + ((map.a * map.d).magnitude + (map.b * map.c).magnitude) / determinant
        let inView = inverse.norm * outside + 2 * map.norm * map.shift / determinant
        error = HitRegion.rounding * cancelled * map.norm * inView
      }
    }
  }
}

/// A rectangle by its edges, all of which belong to it.
struct HitBox {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  static let empty = HitBox(minX: 1, minY: 1, maxX: 0, maxY: 0)
}

extension HitBox {
  init(_ rect: Rect) { self.init(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY) }

  var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }

  var isFinite: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }

  /// The largest magnitude of a coordinate.
  var largest: Double { max(minX.magnitude, minY.magnitude, maxX.magnitude, maxY.magnitude) }

  func enlarged(by distance: Double) -> HitBox {
    HitBox(minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance)
  }

  func intersection(_ other: HitBox) -> HitBox {
    HitBox(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// The smallest box around the image of this one.
  func image(under map: AffineTransform) -> HitBox {
    let (a, b) = (edges(map.a * minX, map.a * maxX), edges(map.b * minX, map.b * maxX))
    let (c, d) = (edges(map.c * minY, map.c * maxY), edges(map.d * minY, map.d * maxY))
    return HitBox(
      minX: a.low + c.low + map.tx, minY: b.low + d.low + map.ty,
      maxX: a.high + c.high + map.tx, maxY: b.high + d.high + map.ty)
  }

  private func edges(_ one: Double, _ other: Double) -> (low: Double, high: Double) {
    (min(one, other), max(one, other))
  }
}

extension AffineTransform {
  /// The most by which it enlarges the largest coordinate, its translation left out.
  fileprivate var norm: Double { max(a.magnitude + c.magnitude, b.magnitude + d.magnitude) }

  /// The larger part of its translation.
  fileprivate var shift: Double { max(tx.magnitude, ty.magnitude) }
}

extension Point {
  fileprivate var largest: Double { max(x.magnitude, y.magnitude) }
}
