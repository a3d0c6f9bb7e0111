import Dispatcher

/// The lanes that a layout adds: gestures, deliveries, deadlines.
struct PlotRows {
  private static let height = 15.0
  /// How many attempts of a gesture have a box of their own, with its explanation; the rest is drawn in one. It bounds
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
      svg.add("path", ["class": "possible f2", "d": "\(box(columns.lowerBound...begin, at: y))"])
      svg.add(
        "path", ["class": "\(manner(of: attempt.outcome))", "d": "\(box(begin...columns.upperBound, at: y))"])
    } else {
      svg.add("path", ["class": "\(manner(of: attempt.outcome))", "d": "\(box(columns, at: y))"])
    }
    if let reason = attempt.reason, attempt.count == 1 {
      let room = Double(next - attempt.columns.upperBound) - 8
      if LabelPlaces.width(of: reason, size: letters) <= room {
        let x = PlotFrame.left + Double(attempt.columns.upperBound) + 5
        svg.add("text", ["class": "id small quiet", "x": .number(x), "y": .number(y + 11)], content: reason)
      }
    }
    svg.end()
  }

  private static func add(rest: ArraySlice<GestureRow.Attempt>, at y: Double, to svg: inout SVG) {
    for outcome in [GestureRow.Outcome.recognized, .cancelled, .failed] {
      let boxes = rest.filter { $0.outcome == outcome }.map { box($0.columns, at: y) }
      guard !boxes.isEmpty else { continue }
      svg.add("path", ["class": "\(manner(of: outcome))", "d": "\(boxes.joined())"])
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
    let width = SVG.number(Double(columns.count))
    let x = SVG.number(PlotFrame.left + Double(columns.lowerBound))
    return "M\(x) \(SVG.number(y + 1))h\(width)v\(SVG.number(height - 2))h-\(width)z"
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
        svg.add(
          "path", ["class": "touch f0", "d": "\(row.moves.boxes(x: x, top: y + 5, height: height - 10))"])
        for (marks, manner, part) in [
          (row.begans, "s0", 0.0), (row.ends, "s2", 0.5), (row.cancels, "alarm-line cancels", 0.0),
        ] where !marks.columns.isEmpty {
          let ticks = marks.ticks(
            x: x, top: y + part * height, height: height * (1 - (manner == "s0" ? 0.5 : part)))
          svg.add("path", ["class": "tick \(manner)", "d": "\(ticks)"])
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
      svg.add(
        "path", ["class": "wait f4", "d": "\(deadlines.waits.boxes(x: x, top: y + 5, height: height - 10))"])
      svg.add(
        "path", ["class": "tick s4 reached", "d": "\(deadlines.reached.ticks(x: x, top: y, height: height))"])
      svg.add(
        "path",
        [
          "class": "tick line withdrawn",
          "d": "\(deadlines.withdrawn.ticks(x: x, top: y + 4, height: height - 8))",
        ])
      svg.end()
    }
  }
}
