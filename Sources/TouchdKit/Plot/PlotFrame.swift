import Dispatcher

/// Where things are in a plot: a column of names, a column of time, and one lane below the other.
struct PlotFrame {
  /// Where the time begins, and where the drawing ends, in its units.
  static let left = 200.0
  static let right = left + Double(TimeScale.columns)
  static let width = right + 56
  static let margin = Notes.margin
  /// Where the first lane begins, below the title and the axis.
  static let top = 96.0

  /// What a plot looks like, beside the colours of all drawings.
  static let style = """
    .grid { stroke: #8c959f; stroke-opacity: .3 } .curve { fill: none; stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round }
    .band { fill: #8c959f; fill-opacity: .1 } .small { font-size: 10px } .end { text-anchor: end }
    .touch { fill-opacity: .35 } .tick { fill: none; stroke-width: 1.5 } .drop { stroke-width: 1.5 }
    .recognized { fill-opacity: .75 } .possible { fill-opacity: .3 } .failed { fill: url(#touchd-never); stroke: #8c959f; stroke-width: .75 }
    .cancelled { fill-opacity: .6 } .wait { fill-opacity: .4 }
    """

  private(set) var svg = SVG()
  /// Where the next lane begins.
  private(set) var y = PlotFrame.top

  /// A heading over the next lanes.
  mutating func add(head: String, note: String = "") {
    y += 30
    svg.add("text", ["class": "head", "x": .number(Self.margin), "y": .number(y - 12)], content: head)
    if !note.isEmpty {
      svg.add("text", ["class": "quiet", "x": .number(Self.left), "y": .number(y - 12)], content: note)
    }
  }

  /// A lane with its name; what is in it follows from `draw`, which gets its upper edge.
  mutating func add(
    lane name: String, height: Double, isFirst: Bool = false, _ draw: (inout SVG, Double) -> Void
  ) {
    if isFirst { y += 8 }
    svg.add(
      "path",
      [
        "class": "band",
        "d":
          "M\(SVG.number(Self.left)) \(SVG.number(y))h\(TimeScale.columns)v\(SVG.number(height))h-\(TimeScale.columns)z",
      ])
    svg.add(
      "text", ["class": "id label end", "x": .number(Self.left - 8), "y": .number(y + height / 2 + 4)],
      content: LabelPlaces.clipped(name, to: 24) ?? name)
    draw(&svg, y)
    y += height + 3
  }

  /// Elements over the lanes.
  mutating func add(_ other: SVG) { svg.add(other) }

  /// The axis, and its lines through all lanes.
  func axis(of time: TimeScale) -> SVG {
    var svg = SVG()
    svg.begin("g", ["class": "time"])
    for tick in time.ticks {
      let x = Self.left + time.place(tick)
      svg.add(
        "path",
        ["class": "grid", "d": "M\(SVG.number(x)) \(SVG.number(Self.top - 12))V\(SVG.number(y))"])
      svg.add(
        "text", ["class": "quiet", "x": .number(x), "y": .number(Self.top - 18), "text-anchor": "middle"],
        content: "\(TimeScale.words(tick)) s")
    }
    svg.end()
    return svg
  }
}
