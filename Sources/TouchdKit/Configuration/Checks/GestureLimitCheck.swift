import Dispatcher
import YAML

/// Looks for more gestures than a finger may have, and for gestures that name more of them than they may.
///
/// What a finger costs grows with the gestures of its view and of those around it, at worst with each pair of them;
/// they are all asked when it lands and when it lifts. A tap on a view of the largest layout that passes takes a few
/// milliseconds.
struct GestureLimitCheck {
  /// Limit of a view's gestures together with those of the views around it and its window, and of the others that a
  /// gesture may name for one purpose. Far more than a person can tell apart. (O)
  static let limit = 128

  private let layout: Layout
  private let findings: Findings

  init(_ layout: Layout, _ findings: Findings) {
    self.layout = layout
    self.findings = findings
  }

  func run() {
    for window in layout.windows {
      guard let count = count(window.gestures, on: window.id.value, besides: 0) else { continue }
      for view in window.views { check(view, besides: count) }
    }
    for gesture in layout.allGestures {
      check(gesture.requiresFailureOf, of: gesture, "requires_failure_of")
      check(gesture.simultaneousWith, of: gesture, "simultaneous_with")
    }
  }

  private func check(_ view: ViewDescription, besides others: Int) {
    // A scroll view brings its pan along.
    let others = view.ownPan == nil ? others : others + 1
    guard let count = count(view.gestures, on: view.id.value, besides: others) else { return }
    for child in view.children { check(child, besides: count) }
  }

  /// The number of gestures of a finger on a view; `nil`, with everything below unknown too, if they are too many.
  private func count(_ gestures: [GestureDescription], on view: String, besides others: Int) -> Int? {
    let room = max(GestureLimitCheck.limit - others, 0)
    guard gestures.count > room else { return others + gestures.count }
    let around = others > 0 ? ", \(others) of them of what is around it" : ""
    findings.error(
      "a finger on \(quoted(view)) would have \(others + gestures.count) gestures\(around); at most "
        + "\(GestureLimitCheck.limit) are allowed", at: gestures[room].name.mark,
      help: "give them to several views, beside each other")
    return nil
  }

  private func check(_ names: [Located<String>], of gesture: GestureDescription, _ key: String) {
    guard names.count > GestureLimitCheck.limit else { return }
    findings.error(
      "\(quoted(gesture.name.value)) names \(names.count) gestures in `\(key)`; at most \(GestureLimitCheck.limit) are "
        + "allowed", at: names[GestureLimitCheck.limit].mark)
  }
}

/// Looks for pans from an edge that a filter of the panel keeps from beginning.
struct EdgePanCheck {
  /// A problem, at the filter.
  struct Problem {
    let mark: Mark
    let message: String
    let help: String
  }

  private let layout: Layout
  private let pointsPerMillimetre: (x: Double, y: Double)?
  private let distance: Double

  /// - Parameter pointsPerMillimetre: of the panel, for a layout that does not say how large the screen is.
  init(_ layout: Layout, pointsPerMillimetre: (x: Double, y: Double)? = nil) {
    self.layout = layout
    self.pointsPerMillimetre = layout.screen.pointsPerMillimetre ?? pointsPerMillimetre
    distance = layout.thresholds.screenEdgePan.edgeDistance
  }

  /// Problems found; none of a filter in millimetres until the screen's size is known.
  var problems: [Problem] {
    let gestures = edgePans
    guard !gestures.isEmpty else { return [] }
    return layout.screen.touchscreen.filters.compactMap { filter in
      switch filter.value {
      case .edge(let length): problem(ofBand: length, at: filter.mark, gestures)
      case .skip(let first, _) where first > 0: problem(ofSkip: first, at: filter.mark, gestures)
      default: nil
      }
    }
  }

  /// The problems that show only when a panel says how large the screen is, in words.
  var notesOfPanel: [String] {
    guard layout.screen.sizeInMillimetres == nil else { return [] }
    let filters = layout.screen.touchscreen.filters.filter { $0.value.length?.unit == .millimetres }
    return problems.filter { problem in filters.contains { $0.mark == problem.mark } }.map {
      "\(layout.file):\($0.mark): \($0.message); \($0.help)"
    }
  }

  /// A pan from edges, and the part of the screen that its window has.
  private struct EdgePan {
    let name: String
    let edges: Set<ScreenEdge>
    let window: Rect
  }

  private var edgePans: [EdgePan] {
    layout.windows.flatMap { window -> [EdgePan] in
      guard
        let frame = try? window.frame.resolve(
          in: layout.screen.size, pointsPerMillimetre: pointsPerMillimetre)
      else { return [] }
      return window.allGestures.compactMap { gesture in
        guard case .edgePan(let edges) = gesture.kind else { return nil }
        return EdgePan(name: gesture.name.value, edges: edges, window: frame)
      }
    }
  }

  private func problem(ofBand length: Length, at mark: Mark, _ gestures: [EdgePan]) -> Problem? {
    guard let band = try? length.pointsPerAxis(pointsPerMillimetre: pointsPerMillimetre) else { return nil }
    let lost = gestures.filter { gesture in gesture.edges.contains { isCovered($0, of: gesture.window, band) }
    }
    guard let first = lost.first else { return nil }
    return Problem(
      mark: mark,
      message: "with this filter no finger lands within \(words(for: distance)) points of the edge, where "
        + "\(quoted(first.name))\(others(lost)) must begin",
      help: "make the band narrower, or `thresholds: { edge_pan: { edge_distance: … } }` wider than the band")
  }

  /// Whether the filter's band holds all places near an edge of the window at which the pan may begin.
  private func isCovered(_ edge: ScreenEdge, of window: Rect, _ band: (x: Double, y: Double)) -> Bool {
    switch edge {
    case .left: window.minX + distance < band.x
    case .top: window.minY + distance < band.y
    case .right: window.maxX - distance > layout.screen.size.width - band.x
    case .bottom: window.maxY - distance > layout.screen.size.height - band.y
    }
  }

  /// Problem of a filter that skips samples. A distance that the layout made wider is taken as intended.
  private func problem(ofSkip count: Int, at mark: Mark, _ gestures: [EdgePan]) -> Problem? {
    guard distance <= Thresholds().screenEdgePan.edgeDistance else { return nil }
    return gestures.first.map { first in
      Problem(
        mark: mark,
        message:
          "with this filter a touch begins \(count) report\(count == 1 ? "" : "s") after the finger landed: a "
          + "quick one is then further than \(words(for: distance)) points from the edge, where "
          + "\(quoted(first.name))\(others(gestures)) must begin",
        help: "leave `first` out, or make `thresholds: { edge_pan: { edge_distance: … } }` wider")
    }
  }

  private func others(_ gestures: [EdgePan]) -> String {
    gestures.count > 1 ? " (and \(gestures.count - 1) more)" : ""
  }
}
