import Dispatcher

/// The lanes of a panel: its slots, each with its touches and its axes.
struct PlotPanels {
  /// How high the lanes of the axes are, and that of the touches.
  private static let heights: [PanelLanes.Axis: Double] = [.x: 44, .y: 44, .pressure: 24, .size: 24]
  private static let touchHeight = 10.0
  /// How many losses have their name. (O)
  private static let mostNames = 6

  /// The lanes of one panel.
  static func add(_ panel: PanelLanes, to frame: inout PlotFrame) {
    frame.add(head: panel.name, note: note(on: panel))
    let top = frame.y
    let ranges = PanelLanes.Axis.allCases.map { ($0, panel.range(of: $0)) }
    for (index, slot) in panel.slots.sorted(by: { $0.key < $1.key }) {
      let hue = Palette.hue(index)
      frame.add(lane: "slot \(index)", height: touchHeight, isFirst: true) { svg, y in
        add(touchesOf: slot, hue, at: y, to: &svg)
      }
      for case (let axis, let range?) in ranges {
        let height = heights[axis] ?? 24
        frame.add(lane: axis.word, height: height) { svg, y in
          svg.begin("g", ["class": "lane", "data-slot": "\(index)", "data-axis": "\(axis.word)"])
          add(ends: range, height, at: y, to: &svg)
          let curve = slot.curves[axis.rawValue].path(
            of: range, x: PlotFrame.left, top: y + 2, height: height - 4)
          svg.add("path", ["class": "curve s\(hue)", "d": "\(curve)"])
          svg.end()
        }
      }
    }
    frame.add(drops(of: panel, from: top, to: frame.y))
  }

  private static func note(on panel: PanelLanes) -> String {
    var parts: [String] = []
    if panel.slots.isEmpty { parts.append("no contact") }
    if panel.dropCount > 0 {
      parts.append("events were lost \(RecordingPlot.times(panel.dropCount)) (SYN_DROPPED)")
    }
    if !panel.omitted.isEmpty { parts.append("\(panel.omitted.count) more slots are not drawn") }
    return parts.joined(separator: "; ")
  }

  private static func add(touchesOf slot: PanelLanes.SlotLanes, _ hue: Int, at y: Double, to svg: inout SVG) {
    let x = PlotFrame.left
    svg.begin("g", ["class": "touches"])
    svg.add(
      "path", ["class": "touch f\(hue)", "d": "\(slot.touches.boxes(x: x, top: y, height: touchHeight))"])
    svg.add(
      "path", ["class": "tick s\(hue)", "d": "\(slot.begins.ticks(x: x, top: y, height: touchHeight))"])
    if !slot.cancels.columns.isEmpty {
      let crosses = slot.cancels.columns.sorted().map { column in
        "M\(SVG.number(x + Double(column) - 4)) \(SVG.number(y + 1))l8 8m0 -8l-8 8"
      }
      svg.begin("path", ["class": "tick alarm-line cancels", "d": "\(crosses.joined())"])
      svg.add("title", content: "cancelled")
      svg.end()
    }
    svg.end()
  }

  /// The values at the upper and the lower edge.
  private static func add(ends range: ClosedRange<Int32>, _ height: Double, at y: Double, to svg: inout SVG) {
    for (value, place) in [(range.upperBound, y + 9), (range.lowerBound, y + height - 1)] {
      svg.add(
        "text", ["class": "quiet small", "x": .number(PlotFrame.right + 5), "y": .number(place)],
        content: "\(value)")
    }
  }

  /// Lines through all lanes where events were lost.
  private static func drops(of panel: PanelLanes, from top: Double, to bottom: Double) -> SVG {
    var svg = SVG()
    guard !panel.drops.columns.isEmpty else { return svg }
    let lines = panel.drops.ticks(x: PlotFrame.left, top: top - 4, height: bottom - top + 4)
    svg.begin("g", ["class": "drops"])
    svg.add("path", ["class": "drop alarm-line", "d": "\(lines)"])
    var free = 0
    for column in panel.drops.columns.sorted().prefix(Self.mostNames) where column >= free {
      free = column + 90
      let x = min(PlotFrame.left + Double(column) + 4, PlotFrame.right - 74)
      svg.add(
        "text", ["class": "alarm small halo", "x": .number(x), "y": .number(top + 3)], content: "SYN_DROPPED")
    }
    svg.end()
    return svg
  }
}
