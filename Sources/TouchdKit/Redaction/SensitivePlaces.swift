import Dispatcher

/// Which places of a panel, in its units, are on sensitive views now. It decides nothing: ``PanelRedaction`` asks it.
struct SensitivePlaces {
  private let panel: Panel
  private let pipeline: Pipeline

  init(_ panel: Panel, _ pipeline: Pipeline) {
    self.panel = panel
    self.pipeline = pipeline
  }

  /// Whether a place is on a sensitive view.
  func contain(_ x: Int32, _ y: Int32) -> Bool { pipeline.application.sensitivity.covers(point(x, y)) }

  /// Whether a contact that lands in a place is, or will belong to a sensitive view: one beyond the screen's edge or on
  /// a view that redirects may do so without being on it.
  func take(_ x: Int32, _ y: Int32) -> Bool {
    contain(x, y) || pipeline.application.hitTest(point(x, y), with: nil)?.isInSensitiveView ?? false
  }

  /// Whether the contact last reported in a slot belongs to a sensitive view.
  func hold(_ slot: Int) -> Bool { pipeline.holdsSensitiveContact(slot, of: panel) }

  private func point(_ x: Int32, _ y: Int32) -> Point {
    panel.calibration.transform.apply(to: Point(x: Double(x), y: Double(y)))
  }
}
