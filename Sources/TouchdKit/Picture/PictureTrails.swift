import Dispatcher

/// Draws the ways of fingers, and gestures where they were recognized.
struct PictureTrails {
  private static let radius = 4.0

  let scale: PictureScale
  private(set) var svg = SVG()

  init(_ scale: PictureScale) { self.scale = scale }

  mutating func add(_ trails: FingerTrails) {
    svg.begin("g", ["class": "fingers"])
    for trail in trails.trails where trail.isShown { add(trail) }
    svg.end()
    svg.begin("g", ["class": "gestures"])
    for gesture in trails.gestures { add(gesture) }
    svg.end()
  }

  private mutating func add(_ trail: FingerTrails.Trail) {
    let hue = Palette.hue(trail.contact - 1)
    svg.begin("g", ["class": "finger", "data-touch": "\(trail.contact)"])
    svg.add("title", content: "touch \(trail.contact)")
    let pieces = trail.pieces.filter { $0.count > 1 }.map { piece in
      "M" + piece.map { SVG.pair(scale.place($0)) }.joined(separator: "L")
    }
    if !pieces.isEmpty { svg.add("path", ["class": "trail s\(hue)", "d": "\(pieces.joined())"]) }
    if let begin = trail.begin {
      let place = scale.place(begin)
      svg.add(
        "circle",
        [
          "class": "begin ground s\(hue)", "cx": .number(place.x), "cy": .number(place.y),
          "r": .number(Self.radius),
        ])
    }
    if let end = trail.end { addEnd(at: scale.place(end.place), isCancelled: end.isCancelled, hue) }
    svg.end()
  }

  private mutating func addEnd(at place: Point, isCancelled: Bool, _ hue: Int) {
    guard isCancelled else {
      return svg.add(
        "circle",
        [
          "class": "end f\(hue)", "cx": .number(place.x), "cy": .number(place.y),
          "r": .number(Self.radius - 1.5),
        ])
    }
    svg.add("path", ["class": "cancelled alarm-line begin", "d": "\(Self.cross(at: place))"])
  }

  private static func cross(at place: Point) -> String {
    let (x, y, r) = (place.x, place.y, radius)
    return "M\(SVG.pair(Point(x: x - r, y: y - r)))L\(SVG.pair(Point(x: x + r, y: y + r)))"
      + "M\(SVG.pair(Point(x: x + r, y: y - r)))L\(SVG.pair(Point(x: x - r, y: y + r)))"
  }

  private mutating func add(_ gesture: FingerTrails.Gesture) {
    let place = scale.place(gesture.place)
    svg.begin("g", ["class": "gesture", "data-gesture": "\(gesture.name)"])
    svg.add("title", content: gesture.name)
    svg.add("path", ["class": "ground diamond line", "d": "\(Self.diamond(at: place))"])
    svg.end()
  }

  static func diamond(at place: Point) -> String {
    let r = radius + 2.5
    return SVG.outline([
      Point(x: place.x, y: place.y - r), Point(x: place.x + r, y: place.y), Point(x: place.x, y: place.y + r),
      Point(x: place.x - r, y: place.y),
    ])
  }
}
