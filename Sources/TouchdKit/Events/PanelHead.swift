import Dispatcher
import LinuxInput

/// What a client needs to read a panel's raw events: the layout that the panel is for, and the head of a recording of
/// it.
struct PanelHead {
  private let layout: String
  private let text: String

  /// - Parameters:
  ///   - layout: what clients call the layout.
  ///   - description: as the kernel describes the device, whatever the layout says of its ranges.
  ///   - properties: what udev says of it.
  init(
    of panel: Panel, _ description: DeviceDescription, _ properties: [String: String], in pipeline: Pipeline,
    layout: String, at time: Timestamp
  ) {
    self.layout = layout
    let assembler = panel.assembler
    // One that shows nothing yet: of empty slots on a layout with sensitive views, it tells nothing.
    let state = FrameRedaction { _, _ in }.redacted(assembler.state, of: panel, in: pipeline)
    var writer = EvemuWriter(description, assembler.touchProtocol, properties: properties)
    text = writer.head() + writer.initialFrame(state, at: time)
  }

  /// The line that the panel was added, with what clients need beside it.
  func described(_ line: TraceLine) -> TraceLine {
    TraceLine(
      line.kind, at: line.time,
      line.fields + [("layout", .string(layout)), ("evemu", .string(text))])
  }
}

extension Touchscreen {
  /// That it is in use, for clients of the events socket.
  func addedLine(at time: Timestamp) -> TraceLine {
    PanelHead(
      of: panel, device.description, node.properties, in: pipeline, layout: layout.layout.title, at: time
    ).described(line("added", how: decisions, at: time))
  }
}

extension Touchscreens.Change {
  /// What clients of the events socket are sent of it; empty for what is about no device.
  func eventLines(at time: Timestamp) -> [TraceLine] {
    if case .added(let touchscreen) = self { return [touchscreen.addedLine(at: time)] }
    return lines(at: time)
  }
}
