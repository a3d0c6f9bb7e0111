import Dispatcher
import LinuxInput

/// A survey by lines of the events socket: nine crosses that a page shows, on the panel that the daemon reads.
///
/// It takes the lines of a subscription to ``kinds``, and makes lines for the page:
///
///     ask     where the cross is that is to be touched (`at`, as a fraction of the screen), and `words`
///     note    what else the person should know, in `words`
///     found   what came of it; ``CalibrationResult`` has its members
///     failed  why nothing came of it, in `words`
package final class LineSurvey {
  /// Kinds to subscribe to.
  package static let kinds: [LineKind] = [.change, .device, .frame, .touch]

  private let post: (JSON) -> Void
  private let targets = SurveyPlan.crosses(of: .unknown).targets
  private var panels: [String: ReadPanel] = [:]
  /// The files of the layouts, by what clients call these.
  private var files: [String: String] = [:]
  /// The ids of views and windows that are hidden now.
  package private(set) var hidden: Set<String> = []
  /// From the end of the first state on.
  private var survey: Survey?
  /// Once it is over.
  package private(set) var result: CalibrationResult?
  /// Whether it takes no more lines.
  package private(set) var isOver = false

  /// - Parameter post: receives the lines for the page.
  package init(_ post: @escaping (JSON) -> Void) { self.post = post }

  /// Takes a line of the socket. One that is not as the protocol has it, has no effect.
  package func take(_ line: JSON) {
    guard !isOver, let kind = line.string("kind") else { return }
    switch kind {
    case "state": (panels, files, hidden) = ([:], [:], [])
    case "layout": if let name = line.string("layout") { files[name] = line.string("file") }
    case "view": note(line)
    case "change": if line.string("what") == "view" { note(line) }
    case "device": take(device: line)
    case "state_end": begin()
    case "frame": panels[line.string("device") ?? ""]?.take(line)
    case "touch": take(touch: line)
    case "error", "lost": if let words = line.string("message") { say(.note(words)) }
    default: break
    }
    conclude()
  }

  /// Notes whether a view or window is hidden.
  private func note(_ line: JSON) {
    guard let id = line.string("id") else { return }
    if line["hidden"] == .bool(true) { hidden.insert(id) } else { hidden.remove(id) }
  }

  private func begin() {
    let panel = { [unowned self] (path: String) in panels[path]?.panel }
    survey = survey ?? Survey(SurveyPlan.crosses, panel: panel) { [unowned self] in say($0) }
    if panels.isEmpty { say(.note("touchd uses no panel now; plug one in")) }
  }

  private func take(device line: JSON) {
    guard let path = line.string("path") else { return }
    switch line.string("change") {
    case "added":
      let file = line.string("layout").flatMap { files[$0] }
      let read = ReadPanel(line, at: path, layoutFile: file) { [unowned self] in survey?.take($0) }
      panels[path] = read
      for words in read?.notes ?? [] { say(.note(words)) }
    case "removed", "suspended":
      // One that was suspended goes on, and no line adds it again.
      if line["change"] == "removed" { panels[path] = nil } else { panels[path]?.sleep(line) }
      survey?.lose(path)
    default: break
    }
  }

  /// Frames leave out touches on sensitive views: the place of such a press is unknown here.
  private func take(touch line: JSON) {
    guard line["raw"] == .null, line.string("phase") == "ended", let view = line.string("view"),
      let device = survey?.device ?? panels.filter({ $0.value.layout == line.string("layout") }).keys.min(),
      panels[device]?.layout == line.string("layout")
    else { return }
    say(.note("“\(view)” is sensitive: touchd keeps to itself where it is touched; this cross is left out"))
    survey?.skip(on: device)
  }

  private func say(_ word: Survey.Word) {
    switch word {
    case .note(let words): post(.object([("kind", "note"), ("words", .string(words))]))
    case .ask(let question):
      let place = targets[question.target].place
      post(
        .object([
          ("kind", "ask"), ("at", .array([.decimal(place.x), .decimal(place.y)])),
          ("words", .string(String(question.words.drop { $0 == " " }))),
        ]))
    }
  }

  private func conclude() {
    guard let outcome = survey?.outcome else { return }
    isOver = true
    switch outcome {
    case .failed(let reason): post(.object([("kind", "failed"), ("words", .string(reason))]))
    case .found(let panel, let finding):
      let result = CalibrationResult(panel, finding)
      self.result = result
      post(.object([("kind", "found")] + result.members))
    }
  }
}

extension PanelFit.Panel {
  static var unknown: Self { Self(x: .init(minimum: 0, maximum: 0), y: .init(minimum: 0, maximum: 0)) }
}

/// A panel that another program reads, and whose raw frames come as lines: it makes presses of them, as that program
/// would.
final class ReadPanel {
  let panel: SurveyedPanel
  /// Name of its layout for clients.
  let layout: String?
  /// Possible problems of it, in words.
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
  init?(
    _ line: JSON, at path: String, layoutFile: String?, _ report: @escaping (PressReader.Press?) -> Void
  ) {
    guard let head = line.string("evemu"),
      let device = try? Recording(parsing: Array(head.utf8), file: path).devices.first,
      let description = device.description
    else { return nil }
    var notes: [String] = []
    let layout = layoutFile.flatMap { Self.layout($0, &notes) }
    guard let panel = try? SurveyedPanel(description, device.node(path: path), layout), !panel.builder.isPen,
      let application = try? SurveyedPanel.bare(RecordedLayout(layout ?? .empty(Size(width: 1, height: 1))))
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

  private static func layout(_ file: String, _ notes: inout [String]) -> Layout? {
    do throws(UnreadableLayout) {
      return try Layout(runningFrom: file)
    } catch {
      notes.append("\(error); so the lines are for a layout that says nothing of its touchscreen yet")
      return nil
    }
  }

  /// Touches that are down as the machine sleeps are cancelled, and may lift without a line.
  func sleep(_ line: JSON) {
    guard case .integer(let time)? = line["t"] else { return }
    var now = state.state
    now.release()
    pipeline.resume(source, state: now, at: Timestamp(microseconds: Int64(time)))
    pipeline.dispatch()
  }

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
