import Dispatcher

/// Draws the screen, the windows and the views, the hindmost first.
struct PictureShapes {
  /// How many views have a name and an explanation; the others are outlines. It bounds the file. (O)
  static let mostNamed = 3_000
  /// With more views than this, lines are thin, or nothing else could be seen. (O)
  private static let fewViews = 1_000
  /// How many pieces of the screen are shown as without a view. (O)
  private static let mostUnclaimed = 2_000

  let scale: PictureScale
  let screen: Rect
  private(set) var svg = SVG()
  private var isDense = false

  init(_ scale: PictureScale, _ screen: Rect) { (self.scale, self.screen) = (scale, screen) }

  /// What texts and shapes of a picture look like, beside the colours of all drawings.
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
      return svg.add("path", ["class": "bare s\(hue) f\(hue)", "d": "\(SVG.outline(outline.corners))"])
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
      if isWide { svg.add("path", ["class": "band", "d": "\(d)"]) }
      svg.add("path", ["class": "s\(hue) f\(hue)\(isWide ? " wide" : "")", "d": "\(d)"])
    }
    if let target = view.target {
      svg.add("path", ["class": "outset s\(hue)", "d": "\(SVG.outline(target.corners))"])
    }
    svg.end()
  }

  /// Whether to hatch only the edges of a view that is never hit: those that are seen through it are the rest of the
  /// picture.
  private func isWide(_ view: PicturedView, _ outline: ConvexPolygon) -> Bool {
    Self.manner(of: view) == " never" && outline.area > scale.area.width * scale.area.height / 3
  }

  /// How a view that is never hit is drawn: one whose place hits other views by intention is not hatched.
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
