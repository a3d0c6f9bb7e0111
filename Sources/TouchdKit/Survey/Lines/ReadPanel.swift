import Dispatcher
import LinuxInput

/// A panel that another program reads, and whose raw frames come as lines: it makes presses of them, as that program
/// would.
final class ReadPanel {
  let panel: SurveyedPanel
  /// What clients call its layout.
  let layout: String?
  /// What may be wrong with it, in words.
  let notes: [String]
  private let pipeline: Pipeline
  private let reader: PressReader
  private let source: Panel
  private var state: RecordedState
  private let device: String

  /// - Parameters:
  ///   - line: the `device` line that the panel was added, with its head.
  ///   - layoutFile: `nil` where it is not known.
  /// - Returns: `nil` if the line has no head, or one of no touchscreen.
  init?(_ line: JSON, at path: String, layoutFile: String?, _ report: @escaping (PressReader.News) -> Void) {
    guard let head = line.string("evemu"),
      let device = try? Recording(parsing: Array(head.utf8), file: path).devices.first,
      let description = device.description
    else { return nil }
    var notes: [String] = []
    let layout = layoutFile.flatMap { Self.layout($0, &notes) }
    guard let panel = try? SurveyedPanel(description, device.node(path: path), layout), !panel.builder.isPen,
      let application = try? SurveyedPanel.bare(RecordedLayout(layout ?? .empty(Self.anySize)))
        .makeApplication(PluginSet([:]))
    else { return nil }
    (self.panel, self.layout, self.device) = (panel, line.string("layout"), path)
    self.notes = notes + panel.doubts
    pipeline = Pipeline(application: application)
    reader = PressReader(report)
    source = panel.builder.makePanel(path: path, node: panel.node)
    state = RecordedState(panel.builder.touchProtocol)
    for event in device.events { state.apply(event) }
    application.observer = reader
    pipeline.attach(source, state: state.state)
  }

  private static let anySize = Size(width: 1, height: 1)

  private static func layout(_ file: String, _ notes: inout [String]) -> Layout? {
    do throws(UnreadableLayout) {
      return try Layout(runningFrom: file)
    } catch {
      notes.append("\(error); so the lines are for a layout that says nothing of its touchscreen yet")
      return nil
    }
  }

  /// Takes a `frame` line.
  func take(_ line: JSON) {
    guard case .integer(let time)? = line["t"], case .array(let items)? = line["events"] else { return }
    let events = items.compactMap { RawEvent($0, at: Timestamp(microseconds: Int64(time))) }
    // What is no frame would be one with the next.
    guard events.count == items.count, events.last?.isReport == true else { return }
    for event in events { state.apply(event) }
    let now = state.state
    events.withUnsafeBufferPointer { _ = pipeline.receive($0, from: source) { _ in now } }
    pipeline.dispatch()
  }
}

extension RawEvent {
  /// One of a `frame` line: `["EV_ABS", "ABS_MT_SLOT", 1]`; `nil` for what has no such names.
  fileprivate init?(_ json: JSON, at time: Timestamp) {
    guard case .array(let parts) = json, parts.count == 3, case .string(let type) = parts[0],
      case .string(let code) = parts[1], case .integer(let value) = parts[2],
      let type = EventName.type(named: type), let code = EventName.code(named: code, of: type),
      let value = Int32(exactly: value)
    else { return nil }
    self.init(time: time, type: type, code: code, value: value)
  }
}
