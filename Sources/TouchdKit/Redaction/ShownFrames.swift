import Dispatcher

/// The raw frames of several pipelines, without what is on sensitive views.
final class ShownFrames {
  private let show: (Panel, [RawEvent]) -> Void
  private var redactions: [ObjectIdentifier: FrameRedaction] = [:]

  /// - Parameter show: called with each frame before it is delivered.
  init(_ show: @escaping (Panel, [RawEvent]) -> Void) { self.show = show }

  /// Shows the frames of a pipeline, too; before its first panel is attached.
  func watch(_ pipeline: Pipeline) { redactions[ObjectIdentifier(pipeline)] = pipeline.showFrames(show) }

  /// What may be recorded of a state that the kernel has just reported of a panel.
  func redacted(_ state: DeviceState, of panel: Panel, in pipeline: Pipeline) -> DeviceState {
    redactions[ObjectIdentifier(pipeline)]?.redacted(state, of: panel) ?? state
  }
}
