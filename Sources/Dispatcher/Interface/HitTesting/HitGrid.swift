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
    /// Where in the list the first one stands that is not below it.
    var next: Int32
  }

  var extent = Rect.zero
  var columns = 0
  var rows = 0
  var columnsPerPoint = 0.0
  var rowsPerPoint = 0.0
  /// Where the list of each cell begins, and behind the last one, its end.
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
