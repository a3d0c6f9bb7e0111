import Dispatcher

/// A tree of rectangles, from which layouts are written and views are built: the same tree for all rows.
final class ViewTree {
  /// The screen that every tree fills, in points.
  static let screen = Size(width: 1000, height: 1000)
  /// How many children a view of a nested tree has at most: five columns of two.
  private static let columns = 5
  private static let rows = 2

  let id: String
  /// In the superview's coordinates.
  let frame: Rect
  private(set) var children: [ViewTree] = []

  private init(id: String, frame: Rect) {
    self.id = id
    self.frame = frame
  }

  /// A page that is tiled by ten views, each of them by ten, and so on, until there are so many views.
  static func nested(_ count: Int) -> ViewTree {
    let page = ViewTree(id: "page", frame: Rect(origin: .zero, size: screen))
    var (level, total) = ([page], 1)
    while total < count {
      let next = min(level.count * columns * rows, count - total)
      level = (0..<next).map { index in level[index % level.count].addTile(index / level.count) }
      total += next
    }
    return page
  }

  /// A page that is tiled by so many views less one, all of them its children.
  static func flat(_ count: Int) -> ViewTree {
    let page = ViewTree(id: "page", frame: Rect(origin: .zero, size: screen))
    let columns = Int(Double(count - 1).squareRoot().rounded(.up))
    page.children = (0..<count - 1).map { index in
      ViewTree(id: "v\(index)", frame: page.frame.cell(index, columns: columns, rows: columns))
    }
    return page
  }

  private func addTile(_ index: Int) -> ViewTree {
    let bounds = Rect(origin: .zero, size: frame.size)
    let tile = ViewTree(
      id: id == "page" ? "v\(index)" : "\(id).\(index)",
      frame: bounds.cell(index, columns: Self.columns, rows: Self.rows))
    children.append(tile)
    return tile
  }

  /// The first views down from one, each the first child of the one before.
  var firstLine: [ViewTree] { [self] + (children.first?.firstLine ?? []) }
}
