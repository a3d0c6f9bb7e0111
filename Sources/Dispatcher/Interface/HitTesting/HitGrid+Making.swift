// How a grid is made of a window's views.
extension HitGrid {
  /// Below so many views, looking at each takes no longer than finding the cell and its list.
  private static let minimum = 16
  /// The starts of their lists take 64 KiB then; more would not stay in the nearest caches.
  private static let maximumCells = 16_384
  /// How many entries the lists may have for each view, on average. A tree in which every level covers the screen has
  /// about as many as it has levels.
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
