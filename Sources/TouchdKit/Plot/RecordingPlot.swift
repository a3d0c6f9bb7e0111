import Dispatcher

/// A recording as a drawing: what happened, lane by lane, over time. SVG that needs nothing beside itself.
struct RecordingPlot {
  /// No recording makes a longer text, whatever is in it.
  static let mostBytes = 8 << 20

  let lanes: RecordingLanes
  /// What the plot is called: the recording's file.
  let title: String
  /// How many events the recording has.
  let events: Int
  /// Whether a layout says what became of the touches.
  let hasLayout: Bool

  /// The drawing, with its XML declaration.
  var text: String {
    var frame = PlotFrame()
    for panel in lanes.panels { PlotPanels.add(panel, to: &frame) }
    if lanes.panels.isEmpty { frame.add(head: "The recording has no frame") }
    if hasLayout {
      PlotRows.add(lanes.gestures, lanes.time, to: &frame)
      PlotRows.add(lanes.deliveries, to: &frame)
      PlotRows.add(lanes.deadlines, to: &frame)
    }
    var svg = SVG()
    Hatching.add(to: &svg)
    svg.add(
      "text", ["class": "title", "x": .number(PlotFrame.margin), "y": 30], content: String(title.suffix(100)))
    svg.add("text", ["class": "quiet summary", "x": .number(PlotFrame.margin), "y": 50], content: summary)
    svg.add(frame.axis(of: lanes.time))
    svg.add(frame.svg)
    let legend = PlotLegend.drawn(at: frame.y + 30, hasLayout: hasLayout)
    svg.add(legend)
    var notes = Notes()
    if hasLayout { notes.add("Gestures", name: "gestures", lanes.gestures.map(\.words)) }
    notes.add("Not drawn", name: "omitted", omissions)
    let drawn = notes.drawn(from: frame.y + 38, width: PlotFrame.width - 2 * PlotFrame.margin)
    svg.add(drawn.svg)
    return svg.document(
      width: PlotFrame.width, height: drawn.bottom + PlotFrame.margin, title: title, style: PlotFrame.style)
  }

  private var summary: String {
    let drops = lanes.panels.map(\.dropCount).reduce(0, +)
    let parts = [
      "\(TimeScale.words(lanes.time.duration.seconds)) s", "\(events) events",
      drops == 0 ? nil : "events were lost \(Self.times(drops))",
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  /// `once`, `2 times`.
  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private var omissions: [String] {
    var lines: [String] = []
    if lanes.hiddenTouches > 0 { lines.append("\(lanes.hiddenTouches) touches on sensitive views") }
    if hasLayout, let names = Notes.series(lanes.omittedGestures.sorted()) {
      lines.append("gestures beyond the first \(RecordingLanes.mostRows): \(names)")
    }
    if hasLayout, let names = Notes.series(lanes.omittedResponders.sorted()) {
      lines.append("responders beyond the first \(RecordingLanes.mostRows): \(names)")
    }
    return lines
  }
}

/// What the signs of a plot mean, in a row.
private struct PlotLegend {
  static func drawn(at y: Double, hasLayout: Bool) -> SVG {
    var svg = SVG()
    var x = PlotFrame.left
    svg.begin("g", ["class": "legend"])
    func add(_ words: String, _ manner: String, _ path: (Double) -> String) {
      svg.add("path", ["class": "\(manner)", "d": "\(path(x))"])
      svg.add("text", ["x": .number(x + 22), "y": .number(y)], content: words)
      x += 44 + Double(words.count) * 6.2
    }
    func box(_ x: Double) -> String { "M\(SVG.number(x)) \(SVG.number(y - 10))h16v12h-16z" }
    func bar(_ x: Double) -> String { "M\(SVG.number(x + 8)) \(SVG.number(y - 11))v13" }
    func cross(_ x: Double) -> String { "M\(SVG.number(x + 4)) \(SVG.number(y - 8))l8 8m0 -8l-8 8" }
    add("a touch", "touch f0", box)
    add("cancelled", "tick alarm-line", cross)
    add("events were lost", "drop alarm-line", bar)
    if hasLayout {
      add("recognized", "recognized f2", box)
      add("failed, and why", "failed", box)
      add("began", "tick s0", bar)
      add("ended", "tick s2", bar)
      add("a deadline is reached", "tick s4", bar)
      add("withdrawn", "tick line", bar)
    }
    svg.end()
    return svg
  }
}
