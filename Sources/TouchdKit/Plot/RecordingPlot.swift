import Dispatcher
import LinuxInput

/// A recording as a drawing: what happened, lane by lane, over time. SVG that needs nothing beside itself.
struct RecordingPlot {
  /// No recording makes a longer text, whatever is in it.
  static let mostBytes = 8 << 20

  let lanes: RecordingLanes
  /// Title of the plot: the recording's file.
  let title: String
  /// The number of the recording's events.
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
    svg.label("title", PlotFrame.margin, 30, String(title.suffix(100)))
    svg.label("quiet summary", PlotFrame.margin, 50, summary)
    svg.add(frame.axis(of: lanes.time))
    svg.add(frame.svg)
    svg.add(legend(at: frame.y + 30))
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

  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// Meanings of the signs, in a row.
  private func legend(at y: Double) -> SVG {
    var svg = SVG()
    var x = PlotFrame.left
    svg.begin("g", ["class": "legend"])
    func add(_ words: String, _ manner: String, _ path: (Double) -> String) {
      svg.path("\(manner)", path(x))
      svg.add("text", ["x": .number(x + 22), "y": .number(y)], content: words)
      x += 44 + Double(words.count) * 6.2
    }
    func box(_ x: Double) -> String { SVG.box(x, y - 10, width: 16, height: 12) }
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

  private var omissions: [String] {
    let hidden = lanes.hiddenTouches > 0 ? ["\(lanes.hiddenTouches) touches on sensitive views"] : []
    let omitted = [("gestures", lanes.omittedGestures), ("responders", lanes.omittedResponders)]
    return hidden
      + omitted.compactMap { what, names in
        Notes.series(names.sorted()).map { "\(what) beyond the first \(RecordingLanes.mostRows): \($0)" }
      }
  }
}

/// Arrangement of a plot: a column of names, a column of time, and one lane below the other.
struct PlotFrame {
  /// Beginning of the time, and end of the drawing, in its units.
  static let left = 200.0
  static let right = left + Double(TimeScale.columns)
  static let width = right + 56
  static let margin = Notes.margin
  /// Top of the first lane, below the title and the axis.
  static let top = 96.0

  /// Style of a plot, beside the colours of all drawings.
  static let style = """
    .grid { stroke: #8c959f; stroke-opacity: .3 } .curve { fill: none; stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round }
    .band { fill: #8c959f; fill-opacity: .1 } .small { font-size: 10px } .end { text-anchor: end }
    .touch { fill-opacity: .35 } .tick { fill: none; stroke-width: 1.5 } .drop { stroke-width: 1.5 }
    .recognized { fill-opacity: .75 } .possible { fill-opacity: .3 } .failed { fill: url(#touchd-never); stroke: #8c959f; stroke-width: .75 }
    .cancelled { fill-opacity: .6 } .wait { fill-opacity: .4 }
    """

  private(set) var svg = SVG()
  private(set) var y = PlotFrame.top

  /// A heading over the next lanes.
  mutating func add(head: String, note: String = "") {
    y += 30
    svg.label("head", Self.margin, y - 12, head)
    if !note.isEmpty { svg.label("quiet", Self.left, y - 12, note) }
  }

  /// A lane with its name; what is in it follows from `draw`, which gets its upper edge.
  mutating func add(
    lane name: String, height: Double, isFirst: Bool = false, _ draw: (inout SVG, Double) -> Void
  ) {
    if isFirst { y += 8 }
    svg.path("band", SVG.box(Self.left, y, width: Self.right - Self.left, height: height))
    svg.label("id label end", Self.left - 8, y + height / 2 + 4, LabelPlaces.clipped(name, to: 24) ?? name)
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
      svg.path("grid", "M\(SVG.number(x)) \(SVG.number(Self.top - 12))V\(SVG.number(y))")
      svg.add(
        "text", ["class": "quiet", "x": .number(x), "y": .number(Self.top - 18), "text-anchor": "middle"],
        content: "\(TimeScale.words(tick)) s")
    }
    svg.end()
    return svg
  }
}

/// The lanes of a panel: its slots, each with its touches and its axes.
struct PlotPanels {
  private static let heights: [PanelLanes.Axis: Double] = [.x: 44, .y: 44, .pressure: 24, .size: 24]
  private static let touchHeight = 10.0
  /// Losses with a name. (O)
  private static let mostNames = 6

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
        frame.add(lane: axis.rawValue, height: height) { svg, y in
          svg.begin("g", ["class": "lane", "data-slot": "\(index)", "data-axis": "\(axis.rawValue)"])
          add(ends: range, height, at: y, to: &svg)
          let curve = slot.curves[axis, default: Curve()].path(
            of: range, x: PlotFrame.left, top: y + 2, height: height - 4)
          svg.path("curve s\(hue)", curve)
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
    svg.path("touch f\(hue)", slot.touches.boxes(x: x, top: y, height: touchHeight))
    svg.path("tick s\(hue)", slot.begins.ticks(x: x, top: y, height: touchHeight))
    if !slot.cancels.isEmpty {
      let crosses = slot.cancels.sorted().map { column in
        "M\(SVG.number(x + Double(column) - 4)) \(SVG.number(y + 1))l8 8m0 -8l-8 8"
      }
      svg.begin("path", ["class": "tick alarm-line cancels", "d": "\(crosses.joined())"])
      svg.add("title", content: "cancelled")
      svg.end()
    }
    svg.end()
  }

  private static func add(ends range: ClosedRange<Int32>, _ height: Double, at y: Double, to svg: inout SVG) {
    for (value, place) in [(range.upperBound, y + 9), (range.lowerBound, y + height - 1)] {
      svg.label("quiet small", PlotFrame.right + 5, place, "\(value)")
    }
  }

  /// Lines through all lanes where events were lost.
  private static func drops(of panel: PanelLanes, from top: Double, to bottom: Double) -> SVG {
    var svg = SVG()
    guard !panel.drops.isEmpty else { return svg }
    svg.begin("g", ["class": "drops"])
    svg.path("drop alarm-line", panel.drops.ticks(x: PlotFrame.left, top: top - 4, height: bottom - top + 4))
    var free = 0
    for column in panel.drops.sorted().prefix(Self.mostNames) where column >= free {
      free = column + 90
      let x = min(PlotFrame.left + Double(column) + 4, PlotFrame.right - 74)
      svg.label("alarm small halo", x, top + 3, "SYN_DROPPED")
    }
    svg.end()
    return svg
  }
}

/// The lanes that a layout adds: gestures, deliveries, deadlines.
struct PlotRows {
  private static let height = 15.0
  /// Attempts of a gesture with a box of their own and an explanation; the rest is drawn in one. It bounds
  /// the file. (O)
  private static let mostExplained = 200
  /// The size of a reason's letters.
  private static let letters = 10.0

  /// The lanes of gestures, with what became of each attempt.
  static func add(_ gestures: [GestureRow], _ time: TimeScale, to frame: inout PlotFrame) {
    guard !gestures.isEmpty else { return }
    frame.add(head: "Gestures")
    for row in gestures {
      frame.add(lane: row.name, height: height) { svg, y in
        svg.begin("g", ["class": "gesture", "data-gesture": "\(row.name)", "data-view": "\(row.view)"])
        for (index, attempt) in row.attempts.prefix(mostExplained).enumerated() {
          let next =
            index + 1 < row.attempts.count ? row.attempts[index + 1].columns.lowerBound : TimeScale.columns
          add(attempt, before: next, at: y, to: &svg)
        }
        add(rest: row.attempts.dropFirst(mostExplained), at: y, to: &svg)
        svg.end()
      }
    }
  }

  private static func add(_ attempt: GestureRow.Attempt, before next: Int, at y: Double, to svg: inout SVG) {
    let words =
      attempt.count == 1 ? attempt.outcome.rawValue : "\(attempt.count) × \(attempt.outcome.rawValue)"
    svg.begin("g", ["class": "attempt", "data-outcome": "\(attempt.outcome.rawValue)"])
    svg.add("title", content: words + (attempt.reason.map { ": \($0)" } ?? ""))
    let columns = attempt.columns
    if let begin = attempt.begin, columns.contains(begin) {
      svg.path("possible f2", box(columns.lowerBound...begin, at: y))
      svg.path(manner(of: attempt.outcome), box(begin...columns.upperBound, at: y))
    } else {
      svg.path(manner(of: attempt.outcome), box(columns, at: y))
    }
    if let reason = attempt.reason, attempt.count == 1 {
      let room = Double(next - attempt.columns.upperBound) - 8
      if LabelPlaces.width(of: reason, size: letters) <= room {
        svg.label("id small quiet", PlotFrame.left + Double(attempt.columns.upperBound) + 5, y + 11, reason)
      }
    }
    svg.end()
  }

  private static func add(rest: ArraySlice<GestureRow.Attempt>, at y: Double, to svg: inout SVG) {
    for outcome in [GestureRow.Outcome.recognized, .cancelled, .failed] {
      let boxes = rest.filter { $0.outcome == outcome }.map { box($0.columns, at: y) }
      guard !boxes.isEmpty else { continue }
      svg.path(manner(of: outcome), boxes.joined())
    }
  }

  private static func manner(of outcome: GestureRow.Outcome) -> String {
    switch outcome {
    case .recognized: "recognized f2"
    case .cancelled: "cancelled alarm"
    case .failed: "failed"
    }
  }

  private static func box(_ columns: ClosedRange<Int>, at y: Double) -> String {
    let x = PlotFrame.left + Double(columns.lowerBound)
    return SVG.box(x, y + 1, width: Double(columns.count), height: height - 2)
  }

  /// The lanes of responders, with the calls that each got.
  static func add(_ deliveries: [DeliveryRow], to frame: inout PlotFrame) {
    guard !deliveries.isEmpty else { return }
    frame.add(head: "Deliveries")
    for row in deliveries {
      frame.add(lane: row.responder, height: height) { svg, y in
        let x = PlotFrame.left
        svg.begin("g", ["class": "delivery", "data-responder": "\(row.responder)"])
        svg.add("title", content: "\(row.count) calls")
        svg.path("touch f0", row.moves.boxes(x: x, top: y + 5, height: height - 10))
        for (marks, manner, part) in [
          (row.begans, "s0", 0.0), (row.ends, "s2", 0.5), (row.cancels, "alarm-line cancels", 0.0),
        ] where !marks.isEmpty {
          let ticks = marks.ticks(
            x: x, top: y + part * height, height: height * (1 - (manner == "s0" ? 0.5 : part)))
          svg.path("tick \(manner)", ticks)
        }
        svg.end()
      }
    }
  }

  /// The lane of what is waited for.
  static func add(_ deadlines: DeadlineRow, to frame: inout PlotFrame) {
    guard deadlines.counts.reached + deadlines.counts.withdrawn > 0 else { return }
    frame.add(
      head: "Deadlines", note: "\(deadlines.counts.reached) reached, \(deadlines.counts.withdrawn) withdrawn")
    frame.add(lane: "nearest", height: height) { svg, y in
      let x = PlotFrame.left
      svg.begin("g", ["class": "deadlines"])
      svg.path("wait f4", deadlines.waits.boxes(x: x, top: y + 5, height: height - 10))
      svg.path("tick s4 reached", deadlines.reached.ticks(x: x, top: y, height: height))
      svg.path("tick line withdrawn", deadlines.withdrawn.ticks(x: x, top: y + 4, height: height - 8))
      svg.end()
    }
  }
}

extension RecordingPlot {
  /// Of the screen without a layout: nothing depends on it.
  private static let anySize = Size(width: 1000, height: 1000)

  /// Replays a recording for its plot.
  ///
  /// - Parameters:
  ///   - path: the recording's file.
  ///   - layout: what the touches meet; `nil` for the panel alone.
  /// - Throws: a failure of the command, as ``WatchedReplay`` has it.
  init(of recording: Recording, path: String, on layout: Layout?, _ progress: Progress) throws {
    let ends = recording.devices.flatMap { [$0.events.first, $0.events.last].compactMap { $0?.time } }
    let time = TimeScale(from: ends.min() ?? .zero, to: ends.max() ?? .zero)
    let lanes = RecordingLanes(time, recording.devices.map(\.description))
    let replay = try WatchedReplay(layout ?? .empty(Self.anySize), recording, path: path)
    let pipeline = replay.pipeline
    pipeline.application.observer = lanes
    FrameRedaction { [unowned lanes] panel, frame in lanes.take(frame, of: panel) }.watch(pipeline)
    replay.run(progress) { now in lanes.note(deadline: pipeline.nextDeadline, at: now) }
    self.init(
      lanes: lanes, title: path.fileName, events: recording.devices.map(\.events.count).reduce(0, +),
      hasLayout: layout != nil)
  }
}
