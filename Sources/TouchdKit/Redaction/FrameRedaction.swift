import Dispatcher

/// Takes out of raw frames what is on sensitive views, before a reader is shown them; where no view is sensitive, a
/// frame stays as it is.
///
/// A contact that lands on a sensitive view is left out whole, from its landing to its end; so is one that belongs to
/// such a view for another reason. One that passes over a sensitive view loses its places there. The rest stays a valid
/// stream: a reader receives what it missed, as soon as it may know it.
///
/// A frame is shown before its contacts are hit-tested. So a landing is judged here: by where it is, and by which view
/// it would hit. Code of a program that moves views in the very frame in which a contact lands on them comes too late
/// for that frame.
final class FrameRedaction {
  private unowned let pipeline: Pipeline
  private var panels: [PanelRedaction] = []
  /// Whether frames went by that were not looked at, since no view was sensitive.
  private var hasMissedFrames = false

  /// - Parameter pipeline: before its first panel is attached.
  init(_ pipeline: Pipeline) {
    self.pipeline = pipeline
    pipeline.onStateRead = { [weak self] in self?.takeState(of: $0) }
  }

  /// What may be shown of a frame that its panel's assembler has just completed.
  func redacted(_ frame: [RawEvent], of panel: Panel) -> [RawEvent] {
    guard pipeline.application.hasSensitiveViews, !frame.isEmpty else {
      hasMissedFrames = true
      return frame
    }
    if hasMissedFrames { panels.removeAll() }
    hasMissedFrames = false
    return redaction(of: panel).redacted(frame, places(of: panel))
  }

  /// What may be recorded of a state that the kernel has just reported.
  func redacted(_ state: DeviceState, of panel: Panel) -> DeviceState {
    guard pipeline.application.hasSensitiveViews else { return state }
    return redaction(of: panel).redacted(state, places(of: panel))
  }

  private func takeState(of panel: Panel) {
    _ = redacted(panel.assembler.state, of: panel)
  }

  private func places(of panel: Panel) -> SensitivePlaces { SensitivePlaces(panel, pipeline) }

  private func redaction(of panel: Panel) -> PanelRedaction {
    if let known = panels.first(where: { $0.panel === panel }) { return known }
    // A panel that was plugged in again is another one.
    panels.removeAll { $0.panel == nil }
    let new = PanelRedaction(panel)
    panels.append(new)
    return new
  }
}

extension Pipeline {
  /// Shows each raw frame before it is delivered, without what is on sensitive views. Before the first panel is attached.
  ///
  /// - Returns: what takes it out, for callers that also show states.
  @discardableResult
  func showFrames(_ show: @escaping (Panel, [RawEvent]) -> Void) -> FrameRedaction {
    let redaction = FrameRedaction(self)
    rawFrameObserver = { panel, frame in show(panel, redaction.redacted(frame, of: panel)) }
    return redaction
  }
}
