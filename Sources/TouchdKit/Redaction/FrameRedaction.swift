import Dispatcher

/// Shows the raw frames of pipelines, without what is on sensitive views; where no view is sensitive, a frame stays as
/// it is. It observes the pipelines, and has ``PanelRedaction`` decide what of a frame is shown.
///
/// A contact that lands on a sensitive view is left out whole, from its landing to its end; so is one that belongs to
/// such a view for another reason. One that passes over a sensitive view loses its places there. The rest stays a valid
/// stream: a reader receives what it missed, as soon as it may know it.
///
/// A frame is shown before its contacts are hit-tested. So a landing is judged here: by where it is, and by which view
/// it would hit. Code of a program that moves views in the very frame in which a contact lands on them comes too late
/// for that frame.
final class FrameRedaction {
  private let show: (Panel, [RawEvent]) -> Void
  private var panels: [PanelRedaction] = []

  /// - Parameter show: called with each frame before it is delivered.
  init(_ show: @escaping (Panel, [RawEvent]) -> Void) { self.show = show }

  /// Shows the frames of a pipeline, which keeps this; before its first panel is attached.
  func watch(_ pipeline: Pipeline) {
    pipeline.onStateRead = { [unowned pipeline] panel in
      _ = self.redacted(panel.assembler.state, of: panel, in: pipeline)
    }
    pipeline.rawFrameObserver = { [unowned pipeline] panel, frame in
      let redaction = self.redaction(of: panel, in: pipeline)
      self.show(panel, redaction?.redacted(frame, SensitivePlaces(panel, pipeline)) ?? frame)
    }
  }

  /// What may be recorded of a state that the kernel has just reported of a panel.
  func redacted(_ state: DeviceState, of panel: Panel, in pipeline: Pipeline) -> DeviceState {
    redaction(of: panel, in: pipeline)?.redacted(state, SensitivePlaces(panel, pipeline)) ?? state
  }

  /// `nil` where everything may be shown.
  private func redaction(of panel: Panel, in pipeline: Pipeline) -> PanelRedaction? {
    guard pipeline.application.sensitivity.isAtStake else { return nil }
    if let known = panels.first(where: { $0.panel === panel }) { return known }
    // A panel that was plugged in again is another one.
    panels.removeAll { $0.panel == nil }
    let new = PanelRedaction(panel)
    panels.append(new)
    return new
  }
}
