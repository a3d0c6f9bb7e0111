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
  /// What is to be subscribed to.
  package static let kinds: [EventKind] = [.change, .device, .frame, .touch]

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
    survey =
      survey
      ?? Survey(SurveyPlan.crosses, panel: { [unowned self] in panels[$0]?.panel }) {
        [unowned self] in say($0)
      }
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
      panels[path] = nil
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
  /// Before a panel is touched.
  static var unknown: PanelFit.Panel {
    let none = AxisRange(minimum: 0, maximum: 0)
    return PanelFit.Panel(x: none, y: none)
  }
}
