import Dispatcher

/// Where the points of the screen are in a picture.
struct PictureScale {
  /// How much room the screen has, in the picture's units: that of a page of text, and of a window of a browser. (O)
  private static let room = Size(width: 1000, height: 720)
  /// How much a small screen is enlarged, at most. (O)
  private static let most = 4.0
  /// How far beyond the screen's edges views are shown, in parts of its size. (O)
  private static let beyond = 0.15
  /// How far the picture's own edges are from what is in it.
  static let margin = Notes.margin
  /// The room of the title.
  static let head = 68.0

  /// What is shown, in points of the screen.
  let shown: Rect
  /// The picture's units for a point.
  let scale: Double

  /// - Parameter views: what should be seen, in points of the screen.
  init(_ screen: Rect, _ views: [Rect]) {
    let (across, down) = (screen.width * Self.beyond, screen.height * Self.beyond)
    let widest = screen.insetBy(dx: -across, dy: -down)
    var shown = screen
    for view in views { shown = shown.union(view.intersection(widest)) }
    self.shown = shown
    scale = min(Self.room.width / shown.width, Self.room.height / shown.height, Self.most)
  }

  /// A point of the screen in the picture.
  func place(_ point: Point) -> Point {
    Point(x: Self.margin + (point.x - shown.minX) * scale, y: Self.head + (point.y - shown.minY) * scale)
  }

  /// A rectangle of the screen in the picture.
  func place(_ rect: Rect) -> Rect {
    Rect(origin: place(rect.origin), size: Size(width: rect.width * scale, height: rect.height * scale))
  }

  /// The picture's part that shows the screen and what is around it.
  var area: Rect { place(shown) }
}
