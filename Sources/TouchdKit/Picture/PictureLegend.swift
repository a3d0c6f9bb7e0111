import Dispatcher

/// What the signs of a picture mean, in a row.
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
    let outline = "M\(SVG.number(start)) \(SVG.number(y - 10))h16v12h-16z"
    if let fill {
      svg.add("path", ["fill": "\(fill)", "d": "\(outline)"])
    } else {
      svg.add("path", ["class": "\(shape)", "d": "\(outline)"])
    }
    svg.end()
    svg.add("text", ["x": .number(start + 22), "y": .number(y)], content: words)
  }

  private mutating func addFingers() {
    let words = "a finger comes down, lifts, is cancelled"
    let start = room(for: words, sign: 46)
    svg.add("path", ["class": "trail s0", "d": "M\(SVG.number(start + 4)) \(SVG.number(y - 4))h16"])
    svg.add("circle", ["class": "begin ground s0", "cx": .number(start + 4), "cy": .number(y - 4), "r": 4])
    svg.add("circle", ["class": "f0", "cx": .number(start + 20), "cy": .number(y - 4), "r": "2.5"])
    svg.add(
      "path",
      ["class": "alarm-line begin", "d": "M\(SVG.number(start + 30)) \(SVG.number(y - 8))l8 8m0 -8l-8 8"])
    svg.add("text", ["x": .number(start + 46), "y": .number(y)], content: words)
    let gesture = "a gesture is recognized"
    let place = Point(x: room(for: gesture, sign: 20) + 7, y: y - 4)
    svg.add("path", ["class": "ground diamond line", "d": "\(PictureTrails.diamond(at: place))"])
    svg.add("text", ["x": .number(place.x + 13), "y": .number(y)], content: gesture)
  }

  /// Where the next sign begins, in the next row if there is no room.
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
