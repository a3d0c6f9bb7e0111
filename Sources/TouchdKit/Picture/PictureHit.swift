import Dispatcher

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

  /// The hit view and those above it.
  private var path: [View] { hit.map { Array(sequence(first: $0, next: \.superview)) } ?? [] }

  /// The outlines of the path, and the number that each view has in the chain.
  func drawn(over views: [PicturedView], _ labels: inout PictureLabels) -> SVG {
    var svg = SVG()
    let pictured = Dictionary(
      views.map { (ObjectIdentifier($0.view), $0) }, uniquingKeysWith: { first, _ in first })
    for view in path.reversed() {
      guard let outline = pictured[ObjectIdentifier(view)]?.outline else { continue }
      svg.begin("g", ["class": "path", "data-view": "\(view.identifier)"])
      svg.add(
        "path", ["class": "s1\(view === hit ? " f1 hit" : "")", "d": "\(SVG.outline(outline.corners))"])
      svg.end()
    }
    for (index, responder) in chain.enumerated() {
      guard let view = responder as? View, let outline = pictured[ObjectIdentifier(view)]?.outline else {
        continue
      }
      Self.add(badge: index + 1, to: outline, &svg, &labels)
    }
    return svg
  }

  /// Sign of the finger, over everything else.
  func sign(_ scale: PictureScale, _ labels: inout PictureLabels) -> SVG {
    var svg = SVG()
    let place = scale.place(place)
    labels.reserve(Rect(x: place.x - 10, y: place.y - 10, width: 20, height: 20))
    svg.begin("g", ["class": "point"])
    svg.add("path", ["class": "alarm-line begin", "d": "M\(SVG.pair(place))m-12 0h8m8 0h8m-12 -12v8m0 8v8"])
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
    svg.add("circle", ["class": "ground begin s1", "cx": .number(corner.x), "cy": .number(corner.y), "r": 8])
    svg.add(
      "text", ["class": "badge", "x": .number(corner.x), "y": .number(corner.y + 4)], content: "\(number)")
  }

  /// The same in words.
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
