import Dispatcher
import YAML

/// Looks for pans from an edge that a filter of the panel keeps from beginning.
struct EdgePanCheck {
  private let layout: Layout
  private let pointsPerMillimetre: PointsPerMillimetre?
  private let distance: Double

  /// - Parameter pointsPerMillimetre: of the panel, for a layout that does not say how large the screen is.
  init(_ layout: Layout, pointsPerMillimetre: PointsPerMillimetre? = nil) {
    self.layout = layout
    self.pointsPerMillimetre = layout.screen.pointsPerMillimetre ?? pointsPerMillimetre
    distance = layout.thresholds.screenEdgePan.edgeDistance
  }

  /// Problems found, at the filters; none of a filter in millimetres until the screen's size is known.
  var problems: [Diagnostic] {
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
      "\(layout.file):\($0.mark): \($0.message); \($0.help ?? "")"
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

  private func problem(ofBand length: Length, at mark: Mark, _ gestures: [EdgePan]) -> Diagnostic? {
    guard let band = try? length.pointsPerAxis(pointsPerMillimetre: pointsPerMillimetre) else { return nil }
    let lost = gestures.filter { gesture in gesture.edges.contains { isCovered($0, of: gesture.window, band) }
    }
    guard let first = lost.first else { return nil }
    return warning(
      mark,
      "with this filter no finger lands within \(words(for: distance)) points of the edge, where "
        + "\(quoted(first.name))\(others(lost)) must begin",
      help: "make the band narrower, or `thresholds: { edge_pan: { edge_distance: … } }` wider than the band")
  }

  /// Whether the filter's band holds all places near an edge of the window at which the pan may begin.
  private func isCovered(_ edge: ScreenEdge, of window: Rect, _ band: Point) -> Bool {
    switch edge {
    case .left: window.minX + distance < band.x
    case .top: window.minY + distance < band.y
    case .right: window.maxX - distance > layout.screen.size.width - band.x
    case .bottom: window.maxY - distance > layout.screen.size.height - band.y
    }
  }

  /// Problem of a filter that skips samples. A distance that the layout made wider is taken as intended.
  private func problem(ofSkip count: Int, at mark: Mark, _ gestures: [EdgePan]) -> Diagnostic? {
    guard distance <= Thresholds().screenEdgePan.edgeDistance else { return nil }
    return gestures.first.map { first in
      warning(
        mark,
        "with this filter a touch begins \(count) report\(count == 1 ? "" : "s") after the finger landed: a "
          + "quick one is then further than \(words(for: distance)) points from the edge, where "
          + "\(quoted(first.name))\(others(gestures)) must begin",
        help: "leave `first` out, or make `thresholds: { edge_pan: { edge_distance: … } }` wider")
    }
  }

  private func warning(_ mark: Mark, _ message: String, help: String) -> Diagnostic {
    Diagnostic(severity: .warning, file: layout.file, mark: mark, message: message, help: help)
  }

  private func others(_ gestures: [EdgePan]) -> String {
    gestures.count > 1 ? " (and \(gestures.count - 1) more)" : ""
  }
}
