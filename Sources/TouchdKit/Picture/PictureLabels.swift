import Dispatcher

/// Writes the ids of views where they are, each in a place of its own; the front-most first, which has least room.
struct PictureLabels {
  /// Limit of their number; more would not help. It bounds the file. (O)
  static let most = 1_000
  private static let (size, line) = (11.0, 14.0)
  private static let gap = 4.0
  /// With more views than this, what is beside one is another one: their ids stay inside. (O)
  private static let fewViews = 150

  private(set) var svg = SVG()
  /// The views for whose id there was no room.
  private(set) var unlabelled: [PicturedView] = []
  private var places = LabelPlaces()
  private var count = 0
  private let area: Rect
  private let mayBeBeside: Bool

  /// - Parameters:
  ///   - area: where labels may be.
  ///   - views: how many views there are.
  init(in area: Rect, views: Int) { (self.area, mayBeBeside) = (area, views <= Self.fewViews) }

  /// Keeps labels out of a place.
  ///
  /// - Returns: whether nothing was there.
  @discardableResult
  mutating func reserve(_ place: Rect) -> Bool { places.take(place) }

  /// Writes the numbers of touches where they begin, and the names of gestures.
  mutating func add(_ trails: FingerTrails, _ scale: PictureScale) {
    let signs =
      trails.gestures.map(\.place) + trails.trails.flatMap { [$0.begin, $0.end?.place].compactMap(\.self) }
    for sign in signs.prefix(Self.most) {
      let place = scale.place(sign)
      reserve(Rect(x: place.x - 5, y: place.y - 5, width: 10, height: 10))
    }
    for gesture in trails.gestures {
      write(gesture.name, beside: scale.place(gesture.place), manner: "gesture-name")
    }
    for trail in trails.trails {
      guard let begin = trail.begin else { continue }
      write("\(trail.contact)", beside: scale.place(begin), manner: "f\(Palette.hue(trail.contact - 1))")
    }
  }

  private mutating func write(_ text: String, beside sign: Point, manner: String) {
    guard count < Self.most else { return }
    let width = LabelPlaces.width(of: text, size: Self.size)
    let starts = [
      Point(x: sign.x + 9, y: sign.y - 5), Point(x: sign.x + 9, y: sign.y + 13),
      Point(x: sign.x - 9 - width, y: sign.y - 5), Point(x: sign.x - 9 - width, y: sign.y + 13),
      Point(x: sign.x - width / 2, y: sign.y - 12), Point(x: sign.x - width / 2, y: sign.y + 22),
    ]
    for start in starts where take(text, at: start, manner) {
      count += 1
      return
    }
  }

  /// Writes the id of a view; O(places that are tried).
  mutating func add(_ view: PicturedView) {
    guard let outline = view.outline else { return }
    guard count < Self.most, write(view, outline) else { return unlabelled.append(view) }
    count += 1
  }

  private mutating func write(_ view: PicturedView, _ outline: ConvexPolygon) -> Bool {
    let id = view.view.identifier + view.levelWords
    let text = view.obstacle.map { "\(id) · \($0.word)" } ?? id
    let isTurned = view.angle.magnitude > 1 && (view.angle.magnitude - 90).magnitude > 0.01
    if isTurned { return writeTurned(text, view, outline) }
    let box = outline.box.intersection(area)
    guard !box.isNull else { return false }
    for shown in [text, id] {
      for start in Self.starts(of: shown, in: box) {
        let room = box.maxX - start.x - Self.gap
        if let clipped = LabelPlaces.clipped(shown, to: LabelPlaces.letters(in: room, size: Self.size)),
          clipped == shown || shown == id, take(clipped, at: start, view)
        {
          return true
        }
      }
    }
    return mayBeBeside && Self.starts(around: box, of: id).contains { take(id, at: $0, view) }
  }

  /// Along the axis of a view that is turned, through its middle.
  private mutating func writeTurned(_ text: String, _ view: PicturedView, _ outline: ConvexPolygon) -> Bool {
    let middle = outline.middle
    let room = outline.width.squareRoot() * outline.box.width.squareRoot()
    guard outline.width >= Self.line,
      let shown = LabelPlaces.clipped(text, to: LabelPlaces.letters(in: room, size: Self.size))
    else { return take(view.view.identifier, at: Point(x: outline.box.maxX + Self.gap, y: middle.y), view) }
    // A square around it holds it at any angle; two thirds of that hold all but the ends of a long one.
    let half = LabelPlaces.width(of: shown, size: Self.size) / 3
    let around = outline.corners.map { corner in
      Point(x: middle.x + (corner.x - middle.x) * 0.55, y: middle.y + (corner.y - middle.y) * 0.55)
    }
    let place = ([middle] + around).first { place in
      places.take(Rect(x: place.x - half, y: place.y - half, width: 2 * half, height: 2 * half))
    }
    guard let place else { return false }
    svg.add(
      "text",
      [
        "class": "id label halo \(Self.manner(of: view))", "text-anchor": "middle", "dy": "4",
        "transform": "translate(\(SVG.pair(place))) rotate(\(SVG.number(view.angle)))",
      ], content: shown)
    return true
  }

  private mutating func take(_ text: String, at start: Point, _ view: PicturedView) -> Bool {
    take(text, at: start, Self.manner(of: view))
  }

  private mutating func take(_ text: String, at start: Point, _ manner: String) -> Bool {
    let width = LabelPlaces.width(of: text, size: Self.size)
    let place = Rect(x: start.x, y: start.y - Self.size, width: width, height: Self.line)
    guard area.contains(place), places.take(place) else { return false }
    svg.label("id label halo \(manner)", start.x, start.y, text)
    return true
  }

  private static func manner(of view: PicturedView) -> String { view.obstacle == nil ? "hit" : "quiet" }

  /// Places at which a text may begin in a box: from the top down, then in the other corners.
  private static func starts(of text: String, in box: Rect) -> [Point] {
    let (left, top) = (box.minX + gap, box.minY + line)
    let right = max(left, box.maxX - gap - LabelPlaces.width(of: text, size: size))
    let rows = (0..<4).map { Point(x: left, y: top + Double($0) * line) }
    let others = [
      Point(x: right, y: top), Point(x: left, y: box.maxY - gap), Point(x: right, y: box.maxY - gap),
      Point(x: left, y: (box.minY + box.maxY) / 2 + gap),
    ]
    return (rows + others).filter { $0.y <= box.maxY - 2 && $0.y >= box.minY + size - 1 }
  }

  /// Places at which a text may begin beside a box that it does not fit into.
  private static func starts(around box: Rect, of text: String) -> [Point] {
    let width = LabelPlaces.width(of: text, size: size)
    return [
      Point(x: box.maxX + gap, y: box.midY + gap), Point(x: box.minX - gap - width, y: box.midY + gap),
      Point(x: box.minX, y: box.maxY + size + 1), Point(x: box.minX, y: box.minY - gap),
    ]
  }
}

/// Meanings of the signs of a picture, in a row.
struct PictureLegend {
  private var svg = SVG()
  private var x = PictureScale.margin
  private var y: Double
  private let width: Double

  private init(at y: Double, width: Double) { (self.y, self.width) = (y, width) }

  /// The row, or rows.
  ///
  /// - Returns: the elements, and where they end.
  static func drawn(
    at y: Double, width: Double, hasUnclaimed: Bool, hasPath: Bool, hasTrails: Bool
  ) -> (svg: SVG, bottom: Double) {
    var legend = PictureLegend(at: y, width: width)
    legend.svg.begin("g", ["class": "legend"])
    legend.add("a view", in: "view", shape: "s0 f0")
    legend.add("where it is hit, with its outset", in: "view", shape: "outset s0")
    legend.add("never hit", in: "view never", shape: "")
    legend.add("other views are hit in its place", in: "view idle", shape: "s0 f0")
    if hasUnclaimed { legend.add("no view is hit", in: "empty", fill: "url(#touchd-empty)") }
    if hasPath { legend.add("the hit path", in: "path", shape: "s1 f1 hit") }
    if hasTrails { legend.addFingers() }
    legend.svg.end()
    return (legend.svg, legend.y + 8)
  }

  private mutating func add(_ words: String, in manner: String, shape: String = "", fill: String? = nil) {
    let start = room(for: words, sign: 22)
    svg.begin("g", ["class": "\(manner)"])
    let outline = SVG.box(start, y - 10, width: 16, height: 12)
    if let fill { svg.add("path", ["fill": "\(fill)", "d": "\(outline)"]) } else { svg.path(shape, outline) }
    svg.end()
    svg.add("text", ["x": .number(start + 22), "y": .number(y)], content: words)
  }

  private mutating func addFingers() {
    let words = "a finger comes down, lifts, is cancelled"
    let start = room(for: words, sign: 46)
    svg.path("trail s0", "M\(SVG.number(start + 4)) \(SVG.number(y - 4))h16")
    svg.add("circle", ["class": "begin ground s0", "cx": .number(start + 4), "cy": .number(y - 4), "r": 4])
    svg.add("circle", ["class": "f0", "cx": .number(start + 20), "cy": .number(y - 4), "r": "2.5"])
    svg.path("alarm-line begin", "M\(SVG.number(start + 30)) \(SVG.number(y - 8))l8 8m0 -8l-8 8")
    svg.add("text", ["x": .number(start + 46), "y": .number(y)], content: words)
    let gesture = "a gesture is recognized"
    let place = Point(x: room(for: gesture, sign: 20) + 7, y: y - 4)
    svg.path("ground diamond line", SVG.diamond(at: place))
    svg.add("text", ["x": .number(place.x + 13), "y": .number(y)], content: gesture)
  }

  /// Beginning of the next sign, in the next row if there is no room.
  private mutating func room(for words: String, sign: Double) -> Double {
    let needed = sign + Double(words.count) * 6.2 + 20
    if x > PictureScale.margin, x + needed > PictureScale.margin + width {
      x = PictureScale.margin
      y += 20
    }
    defer { x += needed }
    return x
  }
}

extension Notes {
  /// A part of the screen that is smaller, in square points, is hit by chance alone. (O)
  private static let hardly = 1.0

  /// The views that are never hit, those first of which the layout does not say it.
  mutating func addReach(of views: [PicturedView]) {
    let obstacles = views.compactMap { view in view.obstacle.map { (view, $0) } }
    let above = Dictionary(
      grouping: obstacles.compactMap { view, obstacle in
        if case .above(let root, _) = obstacle { (root, view.view.identifier) } else { nil }
      }, by: \.0
    ).mapValues { $0.map(\.1) }
    func lines(_ intention: Obstacle.Intention) -> [String] {
      obstacles.filter { if case .above = $1 { false } else { $1.intention == intention } }.map {
        view, obstacle in
        "\(Self.short(view.view.identifier)): \(obstacle)"
          + Self.words(forWhatIsIn: above[view.view.identifier] ?? [])
      }
    }
    add("Never hit, and the layout does not say so", name: "never", lines(.accident))
    add("Never hit, as the layout says", name: "wanted", lines(.wanted))
    add("Never hit itself, but through its subviews", name: "through", lines(.usual))
    add("Hardly ever hit", name: "hardly", views.compactMap(Self.smallShare))
    add(
      "Not known", name: "undecided",
      Self.series(views.filter { $0.seen.reach == .undecided }.map(\.view.identifier)).map {
        ["too many views overlap to say whether these are hit: \($0)"]
      } ?? [])
    add("Decided by code of the program, and shown as if it were not", name: "custom", Self.custom(views))
  }

  private static func words(forWhatIsIn names: [String]) -> String {
    series(names).map { "; so is what is in it: \($0)" } ?? ""
  }

  private static func smallShare(_ view: PicturedView) -> String? {
    guard case .reached(let share) = view.seen.reach, share.area < hardly else { return nil }
    return "\(short(view.view.identifier)): \(share.area.pointWords) square points are left of it"
  }

  /// Classes of touchd's own whose hit test is that of any view, while nothing moves.
  private static let ownClasses = Set(
    [ScrollView.self, InterceptingWindow.self].map { ObjectIdentifier($0) })

  /// Views whose class may have a hit test of its own.
  private static func custom(_ views: [PicturedView]) -> [String] {
    let names = views.filter {
      !$0.view.hasStandardHitTest && !Self.ownClasses.contains(ObjectIdentifier(type(of: $0.view)))
    }
    .map(\.view.identifier)
    return series(names).map { ["of a class that may override hitTest or point(inside:): \($0)"] } ?? []
  }
}
