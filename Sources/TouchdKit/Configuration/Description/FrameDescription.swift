import Dispatcher
import YAML

/// A view's place in its superview, as the layout has it.
struct FrameDescription: Equatable, Sendable {
  var horizontal = Span()
  var vertical = Span()
  var mark: Mark

  /// The place along one axis: two of the three distances, a missing one being 0.
  ///
  /// So `near` alone reaches to the far edge, `extent` alone starts at the near edge, and nothing at all is
  /// the whole superview.
  struct Span: Equatable, Sendable {
    /// From the superview's left or top edge.
    var near: Length?
    /// The width or height.
    var extent: Length?
    /// From the superview's right or bottom edge.
    var far: Length?
  }

  /// The rectangle in the superview's coordinates, in points; of a window, in those of the screen.
  ///
  /// - Throws: ``GeometryError`` for millimetres without `pointsPerMillimetre`, and for edges that cross.
  func resolve(in superview: Size, pointsPerMillimetre: PointsPerMillimetre?) throws(GeometryError) -> Rect {
    let (x, width) = try resolve(horizontal, "width", superview.width, pointsPerMillimetre?.x)
    let (y, height) = try resolve(vertical, "height", superview.height, pointsPerMillimetre?.y)
    return Rect(x: x, y: y, width: width, height: height)
  }

  private func resolve(
    _ span: Span, _ name: String, _ whole: Double, _ pointsPerMillimetre: Double?
  ) throws(GeometryError) -> (start: Double, extent: Double) {
    func points(_ length: Length?) throws(GeometryError) -> Double {
      try length?.points(of: whole, pointsPerMillimetre: pointsPerMillimetre) ?? 0
    }
    let (near, far) = (try points(span.near), try points(span.far))
    guard span.extent == nil else {
      let extent = try points(span.extent)
      return (span.near == nil && span.far != nil ? whole - far - extent : near, extent)
    }
    // Shares of 27.8 % and 72.2 % leave less than nothing, by rounding.
    let extent = whole - near - far
    guard extent > -1e-6 else {
      throw GeometryError(
        mark: mark,
        message: "the edges of this frame leave a \(name) of \(words(for: extent)) points: "
          + "its superview has \(words(for: whole))")
    }
    return (near, max(extent, 0))
  }

  static let edges = Keys<FrameDescription>(
    "edges", "a frame",
    "Two of left, width and right, and two of top, height and bottom; a missing one is 0.",
    blank: { FrameDescription(mark: $0.mark) },
    Key("left", .length, \.horizontal.near), Key("width", .extent, \.horizontal.extent),
    Key("right", .length, \.horizontal.far), Key("top", .length, \.vertical.near),
    Key("height", .extent, \.vertical.extent), Key("bottom", .length, \.vertical.far),
    check: { fields, _ in
      for (near, extent, far) in [("left", "width", "right"), ("top", "height", "bottom")] {
        let given = [near, extent, far].compactMap { fields[$0] }
        guard given.count == 3, let last = given.map(\.keyMark).max() else { continue }
        fields.findings.error(
          "a frame takes two of `\(near)`, `\(extent)` and `\(far)`, not all three", at: last,
          help: "leave one out; it follows from the others")
      }
    })

  fileprivate var lengths: [Length] {
    [horizontal, vertical].flatMap { [$0.near, $0.extent, $0.far].compactMap(\.self) }
  }
}

/// A distance for each edge: how far a view's target reaches beyond it, or how much further one can scroll.
struct EdgeLengths: Equatable, Sendable {
  var top: Length
  var left: Length
  var bottom: Length
  var right: Length

  /// The distances in points.
  func resolve(pointsPerMillimetre: PointsPerMillimetre?) throws(GeometryError) -> EdgeInsets {
    EdgeInsets(
      top: try top.points(of: 0, pointsPerMillimetre: pointsPerMillimetre?.y),
      left: try left.points(of: 0, pointsPerMillimetre: pointsPerMillimetre?.x),
      bottom: try bottom.points(of: 0, pointsPerMillimetre: pointsPerMillimetre?.y),
      right: try right.points(of: 0, pointsPerMillimetre: pointsPerMillimetre?.x))
  }

  fileprivate var lengths: [Length] { [top, left, bottom, right] }
}

extension Form<FrameDescription> {
  static var frame: Form { Form(ref: "frame") { $0.frame() } }
}

extension Form<Length> {
  fileprivate static var length: Form { Form(ref: "length") { $0.length() } }
  fileprivate static var extent: Form { Form(ref: "extent") { $0.length(.distances) } }
}

extension Setting {
  /// A frame in one of its three forms: `full`, four lengths, or distances from the edges.
  func frame() -> FrameDescription? {
    switch node.content {
    case .scalar where node.string == "full": FrameDescription(mark: mark)
    case .sequence: rectangle()
    case .mapping: FrameDescription.edges.read(self)
    default:
      mismatch("`full`, [x, y, width, height] or edges such as { top: 0, left: 0, width: 96, height: 96 }")
    }
  }

  private func rectangle() -> FrameDescription? {
    guard let items = tuple(4, "lengths, [x, y, width, height]") else { return nil }
    let (x, y) = (items[0].length(), items[1].length())
    let (width, height) = (items[2].length(.distances), items[3].length(.distances))
    return FrameDescription(
      horizontal: .init(near: x, extent: width), vertical: .init(near: y, extent: height), mark: mark)
  }

  /// One length for all edges, or `[top, left, bottom, right]`.
  func edgeLengths() -> EdgeLengths? {
    guard node.sequence != nil
    else { return length(percent: false).map { EdgeLengths(top: $0, left: $0, bottom: $0, right: $0) } }
    let edges = tuple(4, "lengths, [top, left, bottom, right]")?.complete { $0.length(percent: false) }
    return edges.map { EdgeLengths(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) }
  }
}

/// Lays out the whole tree once, to find edges that cross and millimetres that nothing translates.
extension LayoutCheck {
  func frames() {
    guard screenIsKnown else { return }
    for window in layout.windows {
      guard let size = size(of: window.frame, in: layout.screen.size) else { continue }
      for view in window.views { check(view, in: size) }
    }
    warnOfMillimetres()
  }

  private func check(_ view: ViewDescription, in superview: Size) {
    guard let size = size(of: view.frame, in: superview) else { return }
    for child in view.children { check(child, in: size) }
    if let scroll = view.scroll, scroll.contentOffset != nil { check(scroll, of: view, size) }
  }

  /// Gives the options of a scroll view to one, to find an offset beyond its content.
  private func check(_ scroll: ScrollDescription, of description: ViewDescription, _ size: Size) {
    let view = ScrollView(frame: Rect(origin: .zero, size: size))
    do throws(GeometryError) {
      for child in description.children {
        let frame = try child.frame.resolve(in: size, pointsPerMillimetre: layout.screen.pointsPerMillimetre)
        let content = View(frame: frame)
        if let transform = child.transform { content.transform = transform.value }
        view.addSubview(content)
      }
      try scroll.apply(to: view, pointsPerMillimetre: layout.screen.pointsPerMillimetre)
    } catch {
      // What a frame and a millimetre lack has been reported.
      if error.mark == scroll.contentOffset?.x.mark || error.mark == scroll.contentOffset?.y.mark,
        scroll.lengths.allSatisfy({ $0.unit != .millimetres }) || layout.screen.pointsPerMillimetre != nil
      {
        findings.error(error.message, at: error.mark)
      }
    }
  }

  /// The frame's size; `nil`, with everything below unknown too, if it has none or depends on the panel.
  private func size(of frame: FrameDescription, in superview: Size) -> Size? {
    do throws(GeometryError) {
      return try frame.resolve(in: superview, pointsPerMillimetre: layout.screen.pointsPerMillimetre).size
    } catch {
      if frame.lengths.allSatisfy({ $0.unit != .millimetres }) || layout.screen.sizeInMillimetres != nil {
        findings.error(error.message, at: error.mark)
      }
      return nil
    }
  }

  /// One warning for all: with a panel that knows its resolution, the layout is fine.
  private func warnOfMillimetres() {
    guard layout.screen.sizeInMillimetres == nil else { return }
    var marks: Set<Mark> = []
    func note(_ lengths: [Length]) {
      for length in lengths where length.unit == .millimetres { marks.insert(length.mark) }
    }
    for window in layout.windows { note(window.frame.lengths) }
    layout.forEachView { view in
      note(view.frame.lengths + (view.hitOutset?.lengths ?? []) + (view.scroll?.lengths ?? []))
    }
    note(layout.screen.touchscreen.filters.compactMap(\.value.length))
    guard let first = marks.min() else { return }
    let others = marks.count > 1 ? " (and \(marks.count - 1) more in this file)" : ""
    findings.warning(
      "this length in millimetres\(others) needs a panel that tells its resolution", at: first,
      help: "say how large the screen is: `size_mm: [WIDTH, HEIGHT]` under `screen`")
  }
}

extension ScrollDescription {
  fileprivate var lengths: [Length] {
    [contentSize, contentOffset].compactMap(\.self).flatMap { [$0.x, $0.y] } + (contentInset?.lengths ?? [])
  }
}

/// Scale of a screen along each axis. There is none if neither the layout nor the panel says how large the screen is.
typealias PointsPerMillimetre = (x: Double, y: Double)

/// A length as a layout has it: `12`, `12mm` or `50%`.
struct Length: Equatable, Sendable {
  var value: Double
  var unit: Unit
  var mark: Mark

  enum Unit: String, Sendable {
    case points = ""
    case millimetres = "mm"
    /// Hundredths of the superview's width or height.
    case percent = "%"
  }

  /// The length in points.
  ///
  /// - Parameter whole: what 100 % are, in points.
  /// - Throws: ``GeometryError`` for millimetres without `pointsPerMillimetre`.
  func points(of whole: Double, pointsPerMillimetre: Double?) throws(GeometryError) -> Double {
    switch unit {
    case .points: return value
    case .percent: return value / 100 * whole
    case .millimetres:
      guard let pointsPerMillimetre else {
        throw GeometryError(
          mark: mark,
          message: "`\(words(for: value))mm` needs the size of the screen: neither the layout (`size_mm`) "
            + "nor the panel (its resolution) tells it")
      }
      return value * pointsPerMillimetre
    }
  }

  /// The length along each axis of the screen, in points; 0 for per cent, there being nothing to take them of.
  ///
  /// A millimetre can be more points along one axis than along the other.
  func pointsPerAxis(pointsPerMillimetre: PointsPerMillimetre?) throws(GeometryError) -> Point {
    try LengthPair(x: self, y: self).points(of: .zero, pointsPerMillimetre: pointsPerMillimetre)
  }
}

/// A length along each axis, as a size or a place has them.
struct LengthPair: Equatable, Sendable {
  var x: Length
  var y: Length

  /// The lengths in points.
  ///
  /// - Parameter whole: what 100 % are.
  func points(of whole: Size, pointsPerMillimetre: PointsPerMillimetre?) throws(GeometryError) -> Point {
    Point(
      x: try x.points(of: whole.width, pointsPerMillimetre: pointsPerMillimetre?.x),
      y: try y.points(of: whole.height, pointsPerMillimetre: pointsPerMillimetre?.y))
  }
}

/// A length of a layout that does not fit the screen or the panel it meets, and where the layout has it.
struct GeometryError: Error, Equatable, Sendable {
  let mark: Mark
  let message: String
}
