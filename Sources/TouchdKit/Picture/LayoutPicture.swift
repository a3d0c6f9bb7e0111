package import Dispatcher
internal import Glibc
import Logging

/// A layout as a drawing: the views of an application as they are now, where each is hit, and which never is.
///
/// The text is SVG that needs nothing beside itself: no script, no font, no other file. It depends on the application
/// alone, and nothing is changed in that.
package struct LayoutPicture {
  /// No layout, and no recording, makes a longer text: what would make it longer is cut where it is drawn.
  package static let mostBytes = 32 << 20
  /// The widest picture without the margins; also the narrowest, for the words below it.
  private static let textWidth = 1000.0

  private let application: Application
  private let title: String
  /// A point of the screen whose hit path and responder chain are shown; `nil` for none.
  package var point: Point?
  /// Height on the screen above which not everyone reaches; `nil` if that is not known.
  var highest: Double?
  /// Trails of fingers; `nil` for none.
  package var trails: FingerTrails?

  var visits: VisitPicture?

  /// Limit of the pieces of the screen that are examined.
  var effort = Reachability.effort

  /// - Parameter title: what the picture is called, such as the name of the screen.
  package init(of application: Application, title: String) {
    (self.application, self.title) = (application, title)
  }

  /// Distance at which a finger's movement is visible, in points of the screen: half a unit of the picture.
  package var fineness: Double { 0.5 / scale.scale }

  private var screen: Rect { application.screen ?? Rect(x: 0, y: 0, width: 1, height: 1) }

  private var scale: PictureScale { PictureScale(screen, application.windows.flatMap { $0.boxes() }) }

  /// The drawing, with its XML declaration. O(views · log views) for layouts written by hand.
  package var text: String {
    let reachability = Reachability(of: application.windowsFromFront, on: screen, effort: effort)
    let scale = scale
    let views = Self.pictured(reachability?.views ?? [], scale)
    let width = max(scale.area.width, Self.textWidth)

    var svg = SVG()
    Hatching.add(to: &svg)
    let (marks, noted) = marks(views, scale)
    svg.add(head(of: views, screen))
    var shapes = PictureShapes(scale, screen)
    let unclaimed = (reachability?.unclaimed ?? []).filter { $0.width >= Reachability.least }
    shapes.addScreen(unclaimed: unclaimed)
    shapes.add(views)
    svg.add(shapes.svg)
    if let visits { svg.add(visits.cells(scale, screen)) }
    svg.add(marks)

    let legend = PictureLegend.drawn(
      at: scale.area.maxY + 34, width: width, hasUnclaimed: !unclaimed.isEmpty, hasPath: point != nil,
      hasTrails: trails != nil)
    svg.add(legend.svg)
    let notes = noted.drawn(from: legend.bottom, width: width)
    svg.add(notes.svg)
    return svg.document(
      width: width + 2 * PictureScale.margin, height: notes.bottom + PictureScale.margin, title: title,
      style: PictureShapes.style)
  }

  /// The views in the order in which they are painted: the hindmost first.
  private static func pictured(_ views: [Reachability.SeenView], _ scale: PictureScale) -> [PicturedView] {
    var window = -1
    return views.reversed().map { seen in
      if seen.depth == 0 { window += 1 }
      return PicturedView(seen, window: window, scale)
    }
  }

  private func head(of views: [PicturedView], _ screen: Rect) -> SVG {
    var svg = SVG()
    let margin = PictureScale.margin
    let never = views.count { $0.obstacle != nil }
    let surprising = views.count { $0.obstacle?.intention == .accident }
    let size = "\(words(for: screen.width)) × \(words(for: screen.height)) points"
    let verdict = never == 0 ? "all can be hit" : "\(never) never hit, \(surprising) of them by accident"
    let windows = views.count { $0.seen.depth == 0 }
    let others = views.count - windows
    let count = "\(windows) window\(windows == 1 ? "" : "s") and \(others) view\(others == 1 ? "" : "s")"
    svg.label("title", margin, 30, String(title.prefix(100)))
    svg.label("quiet summary", margin, 50, "\(size); \(count); \(verdict)")
    return svg
  }

  private func marks(_ views: [PicturedView], _ scale: PictureScale) -> (SVG, Notes) {
    var (svg, over, notes) = (SVG(), SVG(), Notes())
    var labels = PictureLabels(in: scale.area, views: views.count)
    if let point {
      let hit = PictureHit(at: point, in: application, screen)
      over = hit.sign(scale, &labels)
      svg.add(hit.drawn(over: views, &labels))
      notes.add("At the point", name: "point", hit.lines)
    }
    let elements = application.accessibilityElementsInOrder
    notes.add(
      "Explore by touch reads", name: "elements",
      elements.enumerated().map { index, view in
        let words = [Notes.short(view.identifier), view.accessibilityLabel ?? "without a label"]
        return "\(index + 1) " + (words + view.accessibilityTraits.words).joined(separator: ", ")
      }, atMost: 100)
    // With a point, the numbers are those of its responder chain.
    if point == nil { svg.add(PictureHit.badges(of: elements, PicturedView.byView(views), &labels)) }
    if let highest {
      let place = scale.place(Point(x: screen.minX, y: highest))
      svg.path("alarm-line", "M\(SVG.pair(place))h\(SVG.number(scale.place(screen).width))")
    }
    if let visits { notes.add("What visitors did", name: "statistics", visits.lines, atMost: 200) }
    if let trails {
      svg.add(trails, scale)
      labels.add(trails, scale)
      notes.add(trails)
    }
    svg.begin("g", ["class": "labels"])
    for view in views.reversed() { labels.add(view) }
    svg.add(labels.svg)
    svg.end()
    svg.add(over)
    notes.addReach(of: views)
    notes.add(
      "Too small for their names", name: "unlabelled",
      labels.unlabelled.map { "\(Notes.short($0.view.identifier)), \($0.view.placeWords)" }, atMost: 40)
    return (svg, notes)
  }
}

extension View {
  /// The rectangles around the view and those below it, on the screen, as far as they are anywhere.
  fileprivate func boxes(in superview: AffineTransform = .identity) -> [Rect] {
    let map = toSuperview.concatenating(superview)
    let box = map.boundingBox(of: bounds)
    let numbers = [box.minX, box.minY, box.maxX, box.maxY]
    return (numbers.allSatisfy(\.isFinite) ? [box] : []) + subviews.flatMap { $0.boxes(in: map) }
  }

  fileprivate var placeWords: String {
    let box = toScreen.boundingBox(of: bounds)
    return
      "at \(box.minX.pointWords), \(box.minY.pointWords), \(box.width.pointWords) × \(box.height.pointWords)"
  }
}

extension Notes {
  /// Notes the part of a recording that is not drawn.
  fileprivate mutating func add(_ trails: FingerTrails) {
    var lines = [Self.counts(trails.trails.count - trails.hiddenTrails, trails.gestures.count)]
    let hidden = (trails.hiddenTrails, trails.hiddenGestures)
    if hidden != (0, 0) {
      lines.append("not drawn, being on sensitive views: " + Self.counts(hidden.0, hidden.1))
    }
    let omitted = (trails.omittedTrails, trails.omittedGestures)
    if omitted != (0, 0) { lines.append("not drawn, being too many: " + Self.counts(omitted.0, omitted.1)) }
    add("The recording", name: "recording", lines)
  }
  private static func counts(_ touches: Int, _ gestures: Int) -> String {
    "\(touches) touch\(touches == 1 ? "" : "es"), \(gestures) gesture\(gestures == 1 ? "" : "s")"
  }
}

extension Layout {
  /// The application of the layout for a picture: as it is before the first finger, and no plugin says or does
  /// anything.
  func makeStillApplication(
    pointsPerMillimetre: PointsPerMillimetre? = nil
  ) throws(GeometryError) -> Application {
    let silent = Logger(label: "touchd") { _ in SwiftLogNoOpLogHandler() }
    return try makeApplication(makePlugins(silent, launcher: nil), pointsPerMillimetre: pointsPerMillimetre)
  }

  /// The layout as a drawing: the SVG text of a ``LayoutPicture``. It depends on these arguments and the layout alone.
  ///
  /// - Parameters:
  ///   - point: a point of the screen whose hit path and responder chain are shown.
  ///   - hidden: which views are hidden and which are not, by their ids, other than the layout says.
  /// - Throws: ``GeometryError`` where a frame has no place on the screen.
  package func picture(at point: Point? = nil, hidden: [String: Bool] = [:]) throws -> String {
    let application = try makeStillApplication()
    for view in application.allViews {
      if let isHidden = hidden[view.identifier] { view.isHidden = isHidden }
    }
    var picture = LayoutPicture(of: application, title: screen.name ?? file.fileName)
    (picture.point, picture.highest) = (point, highestReach)
    return picture.text
  }
}

/// Map from points of the screen to a picture.
struct PictureScale {
  /// Room for the screen, in the picture's units: that of a page of text, and of a window of a browser. (O)
  private static let room = Size(width: 1000, height: 720)
  /// Largest factor by which a small screen is enlarged. (O)
  private static let most = 4.0
  /// Distance beyond the screen's edges up to which views are shown, in parts of its size. (O)
  private static let beyond = 0.15
  /// Distance of the picture's edges from its contents.
  static let margin = Notes.margin
  /// The room of the title.
  static let head = 68.0

  /// The area that is shown, in points of the screen.
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

  func place(_ point: Point) -> Point {
    Point(x: Self.margin + (point.x - shown.minX) * scale, y: Self.head + (point.y - shown.minY) * scale)
  }

  func place(_ rect: Rect) -> Rect {
    Rect(origin: place(rect.origin), size: Size(width: rect.width * scale, height: rect.height * scale))
  }

  /// The picture's part that shows the screen and what is around it.
  var area: Rect { place(shown) }

  /// A rectangle of a view in the picture, cut at the edges of what is shown; `nil` where nothing of it is.
  fileprivate func outline(of rect: Rect, in view: View) -> ConvexPolygon? {
    guard rect.width > 0, rect.height > 0, let inverse = view.toScreen.inverse else { return nil }
    let enlarged = AffineTransform(translationX: -area.minX, y: -area.minY)
      .concatenating(AffineTransform(scaleX: 1 / scale, y: 1 / scale))
      .concatenating(AffineTransform(translationX: shown.minX, y: shown.minY))
    guard let sides = HalfPlane.sides(of: rect, from: enlarged.concatenating(inverse)) else { return nil }
    // A line's width more, so that an edge at the picture's edge is no edge of the view.
    return ConvexPolygon(area.insetBy(dx: -2, dy: -2))?.clipped(to: sides)
  }
}

/// A view as a picture shows it.
struct PicturedView {
  let seen: Reachability.SeenView
  /// Which window it is in, the hindmost first.
  let window: Int
  /// Its outline in the picture, as far as it is shown; `nil` where it is not.
  let outline: ConvexPolygon?
  /// Area in which it is hit, if that is not its outline.
  let target: ConvexPolygon?
  /// Angle of its x axis in the picture, in degrees, so that a text along it is not upside down.
  let angle: Double

  var view: View { seen.view }

  static func byView(_ views: [PicturedView]) -> [ObjectIdentifier: PicturedView] {
    Dictionary(views.map { (ObjectIdentifier($0.view), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reason for which it is never hit; `nil` if it is, and if that is not known.
  var obstacle: Obstacle? {
    if case .never(let obstacle) = seen.reach { obstacle } else { nil }
  }

  var levelWords: String {
    guard let level = (view as? Window)?.level, level != 0 else { return "" }
    return " (level \(words(for: level)))"
  }

  init(_ seen: Reachability.SeenView, window: Int, _ scale: PictureScale) {
    (self.seen, self.window) = (seen, window)
    let view = seen.view
    outline = scale.outline(of: view.bounds, in: view)
    target = view.target == view.bounds ? nil : scale.outline(of: view.target, in: view)
    let turn = atan2(view.toScreen.b, view.toScreen.a) * 180 / .pi
    angle = !turn.isFinite ? 0 : turn > 90 ? turn - 180 : turn < -90 ? turn + 180 : turn
  }
}

/// Draws the screen, the windows and the views, the hindmost first.
struct PictureShapes {
  /// Views with a name and an explanation; the others are outlines. It bounds the file. (O)
  static let mostNamed = 3_000
  /// With more views than this, lines are thin, or nothing else could be seen. (O)
  private static let fewViews = 1_000
  /// Pieces of the screen that are shown as without a view. (O)
  private static let mostUnclaimed = 2_000

  let scale: PictureScale
  let screen: Rect
  private(set) var svg = SVG()
  private var isDense = false

  init(_ scale: PictureScale, _ screen: Rect) { (self.scale, self.screen) = (scale, screen) }

  /// Style of texts and shapes of a picture, beside the colours of all drawings.
  static let style = """
    .view path { stroke-width: 1.25; fill-opacity: .1 } .view .outset { fill: none; stroke-dasharray: 5 3 }
    .idle path { stroke-dasharray: 2 2; fill-opacity: .03 }
    .never path, .view .never { stroke: #59636e; stroke-dasharray: 2 2; fill: url(#touchd-never); fill-opacity: 1 }
    .view .band { fill: none; stroke: url(#touchd-never); stroke-width: 16; stroke-dasharray: none }
    .never .wide { fill: none }
    .dense path { stroke-width: .5 }
    .bare { stroke-width: .5; fill-opacity: .1 }
    .path path { fill: none; stroke-width: 3 } .path .hit { fill-opacity: .25 }
    .trail { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round } .begin { stroke-width: 2 }
    .badge { font: 600 11px sans-serif; text-anchor: middle } .label { font-size: 11px }
    """

  /// The screen, and what of it hits no view.
  mutating func addScreen(unclaimed: [ConvexPolygon]) {
    let place = scale.place(screen)
    svg.add(
      "rect",
      [
        "class": "area screen", "x": .number(place.minX), "y": .number(place.minY),
        "width": .number(place.width), "height": .number(place.height),
      ])
    guard !unclaimed.isEmpty, unclaimed.count <= Self.mostUnclaimed else { return }
    let outlines = unclaimed.map { SVG.outline($0.corners.map(scale.place)) }.joined()
    svg.begin("path", ["class": "empty", "fill": "url(#touchd-empty)", "d": "\(outlines)"])
    svg.add("title", content: "no view is hit here")
    svg.end()
  }

  /// The views, in the order in which they are painted.
  mutating func add(_ views: [PicturedView]) {
    var window: Int?
    let isNamed = views.count <= Self.mostNamed
    isDense = views.count > Self.fewViews
    for (index, view) in views.enumerated() {
      if view.window != window {
        if window != nil { svg.end() }
        begin(window: view)
        window = view.window
      }
      // Of too many, those in front have names.
      add(view, isNamed: isNamed || index >= views.count - Self.mostNamed)
    }
    if window != nil { svg.end() }
  }

  private mutating func begin(window view: PicturedView) {
    let level = (view.view as? Window)?.level ?? 0
    svg.begin(
      "g",
      ["class": "window", "data-window": "\(view.view.identifier)", "data-level": "\(words(for: level))"])
  }

  private mutating func add(_ view: PicturedView, isNamed: Bool) {
    let hue = Palette.place(view.window)
    guard isNamed else {
      guard let outline = view.outline else { return }
      return svg.path("bare s\(hue) f\(hue)", SVG.outline(outline.corners))
    }
    svg.begin(
      "g",
      [
        "class": "view\(Self.manner(of: view))\(isDense ? " dense" : "")",
        "data-view": "\(view.view.identifier)",
        "data-reach": "\(Self.word(for: view.seen.reach))",
      ])
    svg.add("title", content: Self.explanation(of: view))
    if let outline = view.outline {
      let (d, isWide) = (SVG.outline(outline.corners), isWide(view, outline))
      if isWide { svg.path("band", d) }
      svg.path("s\(hue) f\(hue)\(isWide ? " wide" : "")", d)
    }
    if let target = view.target { svg.path("outset s\(hue)", SVG.outline(target.corners)) }
    svg.end()
  }

  /// Whether to hatch only the edges of a view that is never hit: those that are seen through it are the rest of the
  /// picture.
  private func isWide(_ view: PicturedView, _ outline: ConvexPolygon) -> Bool {
    Self.manner(of: view) == " never" && outline.area > scale.area.width * scale.area.height / 3
  }

  /// Style of a view that is never hit: one whose place hits other views by intention is not hatched.
  private static func manner(of view: PicturedView) -> String {
    switch view.obstacle {
    case nil: ""
    case .passesThrough, .redirects, .coveredBySubviews: " idle"
    default: " never"
    }
  }

  private static func word(for reach: Reach) -> String {
    switch reach {
    case .reached: "reached"
    case .never: "never"
    case .undecided: "undecided"
    }
  }

  private static func explanation(of view: PicturedView) -> String {
    var words = [Notes.short(view.view.identifier)]
    switch view.seen.reach {
    case .reached(let share): words.append("\(share.area.pointWords) square points hit it")
    case .never(let obstacle): words.append("never hit: \(obstacle)")
    case .undecided: words.append("not known whether it is hit")
    }
    if view.view.isSensitive { words.append("sensitive") }
    let gestures = view.view.gestureRecognizers.prefix(4).map { Notes.short($0.name) }
    if !gestures.isEmpty { words.append("gestures: \(gestures.joined(separator: ", "))") }
    return words.joined(separator: "; ")
  }
}

extension Double {
  /// A number of points for people: whole ones, and small ones to two digits.
  var pointWords: String {
    guard magnitude < 10 else { return words(for: rounded()) }
    return words(for: (self * 100).rounded() / 100)
  }
}

/// Result of a finger at a point: the path of the hit test, and the responder chain.
struct PictureHit {
  /// As it was given, and where it counts.
  private let point: Point
  private let place: Point
  private let hit: View?
  /// The first responder, if any: the hit view, or the page.
  private let chain: [Responder]

  /// - Parameter screen: at whose edges a point beyond it counts.
  init(at point: Point, in application: Application, _ screen: Rect) {
    (self.point, place) = (point, screen.clamp(point))
    hit = application.hitTest(point, with: nil)
    chain = (hit ?? application.screenResponder)?.responderChain ?? []
  }

  private var path: [View] { hit.map { Array(sequence(first: $0, next: \.superview)) } ?? [] }

  /// The outlines of the path, and the number that each view has in the chain.
  func drawn(over views: [PicturedView], _ labels: inout PictureLabels) -> SVG {
    var svg = SVG()
    let pictured = PicturedView.byView(views)
    for view in path.reversed() {
      guard let outline = pictured[ObjectIdentifier(view)]?.outline else { continue }
      svg.begin("g", ["class": "path", "data-view": "\(view.identifier)"])
      svg.path("s1\(view === hit ? " f1 hit" : "")", SVG.outline(outline.corners))
      svg.end()
    }
    svg.add(Self.badges(of: chain, pictured, &labels))
    return svg
  }

  /// The number of each of some responders.
  static func badges(
    of responders: [Responder], _ pictured: [ObjectIdentifier: PicturedView], _ labels: inout PictureLabels
  ) -> SVG {
    var svg = SVG()
    for (index, responder) in responders.enumerated() {
      guard let outline = pictured[ObjectIdentifier(responder)]?.outline else { continue }
      add(badge: index + 1, to: outline, &svg, &labels)
    }
    return svg
  }

  /// Sign of the finger, over everything else.
  func sign(_ scale: PictureScale, _ labels: inout PictureLabels) -> SVG {
    var svg = SVG()
    let place = scale.place(place)
    labels.reserve(Rect(x: place.x - 10, y: place.y - 10, width: 20, height: 20))
    svg.begin("g", ["class": "point"])
    svg.path("alarm-line begin", "M\(SVG.pair(place))m-12 0h8m8 0h8m-12 -12v8m0 8v8")
    svg.add("circle", ["class": "alarm", "cx": .number(place.x), "cy": .number(place.y), "r": "2.5"])
    svg.end()
    return svg
  }

  /// At the upper right corner, inside; beside those of views with the same corner.
  private static func add(
    badge number: Int, to outline: ConvexPolygon, _ svg: inout SVG, _ labels: inout PictureLabels
  ) {
    var corner = Point(x: outline.box.maxX - 12, y: outline.box.minY + 12)
    for _ in 0..<8 {
      if labels.reserve(Rect(x: corner.x - 9, y: corner.y - 9, width: 18, height: 18)) { break }
      corner.x -= 19
    }
    svg.circle("ground begin s1", at: corner, radius: 8)
    svg.label("badge", corner.x, corner.y + 4, "\(number)")
  }

  var lines: [String] {
    let place = "\(words(for: point.x)), \(words(for: point.y))"
    let chain = chain.prefix(64).enumerated().map { "\($0 + 1) \(Notes.short($1.identifier))" }.joined(
      separator: " → ")
    let gestures = path.flatMap { view in view.gestureRecognizers.map { "\($0.name) (on \(view.identifier))" }
    }
    var lines = [
      hit.map {
        "A finger at \(place) hits \($0.identifier): \(path.map(\.identifier).reversed().joined(separator: " › "))"
      }
        ?? "A finger at \(place) hits no view"
    ]
    if !chain.isEmpty { lines.append("Responder chain: \(chain)") }
    if let names = Notes.series(gestures) { lines.append("Gestures that see it: \(names)") }
    return lines
  }
}
